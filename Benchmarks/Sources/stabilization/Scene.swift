import Foundation

/// A generated film of which every camera position is known.
struct Scene: Sendable {
    /// Something large that moves through the picture by itself.
    struct Object: Sendable {
        /// The share of the picture it covers.
        var share: Double
        /// Its middle from the middle of the picture, in shares of the picture's width, over time in seconds.
        var position: @Sendable (Double) -> SIMD2<Double>
    }

    var name: String
    var path: CameraPath
    var textureSeed: UInt64 = 1
    var contrast = 1.0
    var isSoft = false
    var hasSky = false
    var object: Object?
    /// Brightness is multiplied by this.
    var gain = 1.0
    /// Deviation of sensor noise, in levels.
    var noise = 1.0
    /// When a movement that was meant ends, in seconds.
    var stop: Double?
    /// Seconds from the first row's exposure to the last one's.
    var readout = 0.0

    static let width = 1280
    static let height = 720
    static let rate = 30.0
    static let frames = 240

    /// When a frame is taken, in seconds.
    static func time(of frame: Int) -> Double { Double(frame) / rate }

    /// All scenes, in the order of the table.
    static let all: [Scene] = [
        Scene(name: "hand", path: CameraPath(shake: Shake(seed: 11))),
        Scene(
            name: "pan",
            path: CameraPath(
                intended: CameraPath.pan(speed: 260, start: 1.5, duration: 4, ramp: 0.5),
                shake: Shake(seed: 12)
            ),
            textureSeed: 2,
            stop: 5.5
        ),
        Scene(
            name: "whip",
            path: CameraPath(
                intended: CameraPath.pan(speed: 1000, start: 3, duration: 1.25, ramp: 0.25),
                shake: Shake(seed: 13)
            ),
            textureSeed: 3
        ),
        Scene(
            name: "walk",
            path: CameraPath(
                intended: { Pose(logScale: -0.03 * $0) },
                shake: Shake(seed: 14),
                gait: { time in
                    Pose(
                        x: 4 * sin(2 * .pi * 0.95 * time + 1),
                        y: 12 * sin(2 * .pi * 1.9 * time),
                        angle: 0.7 * .pi / 180 * sin(2 * .pi * 0.95 * time)
                    )
                }
            ),
            textureSeed: 4,
            contrast: 0.6,
            isSoft: true
        ),
        Scene(
            name: "fg",
            path: CameraPath(shake: Shake(seed: 15)),
            textureSeed: 5,
            object: Object(share: 0.34, position: { SIMD2(-0.85 + 0.21 * $0, 0.05 * sin($0 * 4)) })
        ),
        Scene(
            name: "fgbig",
            path: CameraPath(shake: Shake(seed: 16)),
            textureSeed: 6,
            object: Object(share: 0.55, position: { SIMD2(-1.0 + 0.25 * $0, 0.04 * sin($0 * 3)) })
        ),
        Scene(name: "tripod", path: CameraPath(), textureSeed: 7),
        Scene(
            name: "tripfg",
            path: CameraPath(),
            textureSeed: 8,
            object: Object(share: 0.34, position: { SIMD2(-0.85 + 0.21 * $0, 0.05 * sin($0 * 4)) })
        ),
        Scene(
            name: "tripbig",
            path: CameraPath(),
            textureSeed: 9,
            object: Object(share: 0.55, position: { SIMD2(-1.0 + 0.25 * $0, 0.04 * sin($0 * 3)) })
        ),
        Scene(
            name: "dark",
            path: CameraPath(shake: Shake(seed: 17)),
            textureSeed: 10,
            gain: 0.16,
            noise: 1.5
        ),
        Scene(name: "rs", path: CameraPath(shake: Shake(seed: 18)), textureSeed: 11, readout: 0.02),
        Scene(name: "flat", path: CameraPath(shake: Shake(seed: 19)), textureSeed: 12, hasSky: true),
    ]
}
