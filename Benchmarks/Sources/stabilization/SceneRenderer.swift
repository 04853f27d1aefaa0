import Foundation

/// Draws the frames of a scene as I420, with motion blur, noise and rolling shutter.
struct SceneRenderer {
    private let scene: Scene
    private let texture: Texture
    private let objectTexture: Texture?
    private let noise: SensorNoise
    private var random: SeededRandom

    /// Half of the time the shutter is open, in seconds.
    private static let exposure = 1.0 / 60 / 2

    init(_ scene: Scene) {
        self.scene = scene
        texture = Texture(
            seed: scene.textureSeed,
            contrast: scene.contrast,
            isSoft: scene.isSoft,
            sky: scene.hasSky
        )
        objectTexture = scene.object == nil ? nil : Texture(seed: scene.textureSeed + 100)
        noise = SensorNoise(deviation: scene.noise, seed: scene.textureSeed + 200)
        random = SeededRandom(seed: scene.textureSeed + 300)
    }

    /// Draws a frame into the bytes of an I420 picture.
    mutating func draw(_ frame: Int, into output: UnsafeMutablePointer<UInt8>) {
        let (width, height) = (Scene.width, Scene.height)
        let time = Scene.time(of: frame)
        var sums = [Int32](repeating: 0, count: width)
        let gain = Int32((scene.gain * 256).rounded())
        var poses = exposurePoses(around: time)
        for row in 0..<height {
            if scene.readout > 0 {
                poses = exposurePoses(around: time + scene.readout * (Double(row) / Double(height - 1) - 0.5))
            }
            for index in sums.indices { sums[index] = 0 }
            for pose in poses { add(texture, along: pose, row: row, to: &sums) }
            if let object = scene.object { cover(object, at: time, row: row, &sums) }
            let noise = noise.row(&random, count: width)
            let start = noise.startIndex
            let line = output + row * width
            for x in 0..<width {
                let value = (sums[x] / 3 * gain) >> 4 + noise[start + x] + 128
                line[x] = UInt8(truncatingIfNeeded: min(max(value >> 8, 0), 255))
            }
        }
        drawChroma(time, into: output + width * height)
    }

    /// Where the camera looks at the beginning, in the middle and at the end of an exposure.
    private func exposurePoses(around time: Double) -> [Pose] {
        [-1, 0, 1].map { scene.path.pose(at: time + $0 * SceneRenderer.exposure) }
    }

    private func add(_ texture: Texture, along pose: Pose, row: Int, to sums: inout [Int32]) {
        let mask = Texture.size - 1
        let first = pose(
            SIMD2(-Double(Scene.width - 1) / 2, Double(row) - Double(Scene.height - 1) / 2)
        )
        let scale = exp(pose.logScale)
        let stepX = Int((scale * cos(pose.angle) * 65536).rounded())
        let stepY = Int((scale * sin(pose.angle) * 65536).rounded())
        var x = Int(((first.x + Double(Texture.size) * 8.5) * 65536).rounded())
        var y = Int(((first.y + Double(Texture.size) * 8.5) * 65536).rounded())
        texture.samples.withUnsafeBufferPointer { samples in
            for index in 0..<Scene.width {
                let (column, line) = ((x >> 16) & mask, (y >> 16) & mask)
                let (right, below) = ((column + 1) & mask, (line + 1) & mask)
                let (fx, fy) = (Int32((x >> 8) & 255), Int32((y >> 8) & 255))
                let upper =
                    Int32(samples[line &* Texture.size &+ column]) &* (256 &- fx)
                    &+ Int32(samples[line &* Texture.size &+ right]) &* fx
                let lower =
                    Int32(samples[below &* Texture.size &+ column]) &* (256 &- fx)
                    &+ Int32(samples[below &* Texture.size &+ right]) &* fx
                // In 1/16 levels, so that three of them times the gain fit.
                sums[index] &+= (upper &* (256 &- fy) &+ lower &* fy) >> 12
                x &+= stepX
                y &+= stepY
            }
        }
    }

    /// Draws the object over a row.
    private func cover(_ object: Scene.Object, at time: Double, row: Int, _ sums: inout [Int32]) {
        guard let objectTexture else { return }
        let (width, height) = (Double(Scene.width), Double(Scene.height))
        let middle = object.position(time) * width
        // An ellipse of the picture's proportions that covers the share of it.
        let radius = (object.share * width * height / .pi * width / height).squareRoot()
        let (radiusX, radiusY) = (radius, radius * height / width)
        let y = Double(row) - (height - 1) / 2 - middle.y
        let inside = 1 - y * y / (radiusY * radiusY)
        guard inside > 0 else { return }
        let reach = radiusX * inside.squareRoot()
        let left = max(0, Int((width - 1) / 2 + middle.x - reach))
        let right = min(Scene.width, Int((width - 1) / 2 + middle.x + reach))
        guard left < right else { return }
        var texels = [Int32](repeating: 0, count: Scene.width)
        add(objectTexture, along: Pose(x: -middle.x, y: -middle.y), row: row, to: &texels)
        for x in left..<right { sums[x] = texels[x] * 3 }
    }

    /// Colours, which no method looks at: large soft areas.
    private func drawChroma(_ time: Double, into output: UnsafeMutablePointer<UInt8>) {
        let (width, height) = (Scene.width / 2, Scene.height / 2)
        let pose = scene.path.pose(at: time)
        let mask = Texture.size - 1
        for plane in 0..<2 {
            for row in 0..<height {
                let y = Double(2 * row) + 0.5 - Double(Scene.height - 1) / 2
                let first = pose(SIMD2(0.5 - Double(Scene.width - 1) / 2, y))
                let last = pose(SIMD2(Double(Scene.width) - 1.5 - Double(Scene.width - 1) / 2, y))
                let step = (last - first) / Double(width - 1)
                for column in 0..<width {
                    let at = first + step * Double(column)
                    let index = (Int(at.y / 4) + 700 * plane) & mask
                    let value = Int(texture.samples[index * Texture.size + (Int(at.x / 4) & mask)])
                    output[plane * width * height + row * width + column] = UInt8(128 + (value - 128) / 4)
                }
            }
        }
    }
}
