// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "gstcam", path: "..")],
    targets: [
        .target(name: "WarpReference"),
        .executableTarget(
            name: "stabilization",
            dependencies: ["WarpReference", .product(name: "Stabilization", package: "gstcam")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
