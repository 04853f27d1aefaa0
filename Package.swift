// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Loops over pixels take a hundred times longer without the optimizer. A package that others depend on may not ask for
// it this way, and need not: there it is built as they like.
let optimized: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "gstcam",
    products: [
        .library(name: "CameraCapture", targets: ["CameraCapture"]),
        .library(name: "GStreamer", targets: ["GStreamer"]),
        .library(name: "PipelineTemplates", targets: ["PipelineTemplates"]),
        .library(name: "Stabilization", targets: ["Stabilization"]),
        .executable(name: "gstcam", targets: ["gstcam"]),
        .library(name: "gstcamelements", type: .dynamic, targets: ["gstcamelements"]),
    ],
    targets: [
        .systemLibrary(
            name: "CGStreamer",
            pkgConfig: "gstreamer-video-1.0",
            providers: [
                .apt([
                    "libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libglib2.0-dev",
                ])
            ]
        ),
        .target(name: "GStreamer", dependencies: ["CGStreamer"], swiftSettings: strict),
        .target(name: "PipelineTemplates", swiftSettings: strict),
        .target(name: "MovieFile", swiftSettings: strict),
        .target(
            name: "Recording",
            dependencies: ["GStreamer", "PipelineTemplates", "MovieFile"],
            resources: [.embedInCode("Pipelines")],
            swiftSettings: strict
        ),
        .target(name: "Stabilization", swiftSettings: strict + optimized),
        .target(
            name: "CameraDevices",
            dependencies: ["Recording", "GStreamer", "PipelineTemplates"],
            swiftSettings: strict
        ),
        .target(
            name: "CameraElements",
            dependencies: [
                "CGStreamer", "CameraDevices", "GStreamer", "PipelineTemplates", "Recording", "Stabilization",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "gstcamelements",
            dependencies: ["CameraElements", "CGStreamer"],
            exclude: ["exports.map"],
            swiftSettings: strict,
            // Self-contained: a process that loads the plugin needs no Swift, and may have another one of its own.
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-Xlinker",
                    "--version-script=\(Context.packageDirectory)/Sources/gstcamelements/exports.map",
                ])
            ]
        ),
        .target(
            name: "CameraCapture",
            dependencies: [
                "CameraDevices", "CameraElements", "Recording", "GStreamer", "PipelineTemplates", "MovieFile",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "gstcam",
            dependencies: ["CameraCapture", "MovieFile", "PipelineTemplates"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ModernSwift",
            dependencies: ["CameraCapture"],
            path: "Sources/Examples/ModernSwift"
        ),
        // GStreamer's own harness for elements.
        .systemLibrary(
            name: "CGStreamerCheck",
            path: "Tests/CGStreamerCheck",
            pkgConfig: "gstreamer-check-1.0"
        ),
        .testTarget(name: "GStreamerTests", dependencies: ["GStreamer"]),
        .testTarget(name: "PipelineTemplatesTests", dependencies: ["PipelineTemplates"]),
        .testTarget(name: "MovieFileTests", dependencies: ["MovieFile"]),
        .testTarget(name: "StabilizationTests", dependencies: ["Stabilization"]),
        .testTarget(name: "RecordingTests", dependencies: ["CGStreamer", "GStreamer", "Recording"]),
        .testTarget(
            name: "CameraCaptureTests",
            dependencies: ["CameraCapture", "CameraDevices", "Recording"]
        ),
        .testTarget(
            name: "CameraElementsTests",
            dependencies: [
                "CGStreamer", "CGStreamerCheck", "CameraDevices", "CameraElements", "GStreamer",
                "PipelineTemplates", "Recording", "Stabilization",
            ]
        ),
        .testTarget(name: "CommandTests", dependencies: ["gstcam"], exclude: ["Broken"]),
        .testTarget(name: "EndToEndTests"),
        .testTarget(name: "RepositoryTests"),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    // Where Apple's own modules of these names are, they are the ones to use.
    package.products += [
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "CameraManager", targets: ["CameraManager"]),
        .library(name: "UIKitCompat", targets: ["UIKitCompat"]),
    ]
    package.targets += [
        .target(
            name: "AVFoundation",
            dependencies: ["CameraCapture", "GStreamer", "PipelineTemplates"],
            swiftSettings: strict
        ),
        .target(name: "UIKitCompat", dependencies: ["AVFoundation"], swiftSettings: strict),
        .target(
            name: "CameraManager",
            dependencies: ["AVFoundation", "UIKitCompat"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "AppleStyle",
            dependencies: ["AVFoundation"],
            path: "Sources/Examples/AppleStyle"
        ),
        // Programs in the style of Apple's, which are written in Swift 5.
        .executableTarget(
            name: "CameraClassProgram",
            dependencies: ["AVFoundation"],
            path: "Tests/CameraClassProgram",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .executableTarget(
            name: "CameraManagerProgram",
            dependencies: ["CameraManager"],
            path: "Tests/CameraManagerProgram",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "CameraManagerTests",
            dependencies: [
                "AppleStyle", "CameraClassProgram", "CameraManager", "CameraManagerProgram", "ModernSwift",
                "UIKitCompat",
            ]
        ),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: ["AVFoundation", "CameraCapture", "GStreamer", "PipelineTemplates", "Recording"]
        ),
    ]
#endif
