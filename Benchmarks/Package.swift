// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "gstcam", path: "..")],
    targets: [
        .executableTarget(
            name: "stabilization",
            dependencies: [.product(name: "Stabilization", package: "gstcam")]
        )
    ],
    swiftLanguageModes: [.v6]
)
