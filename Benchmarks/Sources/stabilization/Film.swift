import Foundation

/// A scene drawn into a file of raw I420 frames, which every method reads.
struct Film {
    let scene: Scene
    let file: URL

    /// Draws the scene, unless the file is there already.
    init(_ scene: Scene, in directory: URL) throws {
        self.scene = scene
        file = directory.appendingPathComponent("\(scene.name).i420")
        let bytes = SceneRenderer.frameBytes
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        if attributes?[.size] as? Int == bytes * Scene.frames { return }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var renderer = SceneRenderer(scene)
        var frame = Data(count: bytes)
        for index in 0..<Scene.frames {
            frame.withUnsafeMutableBytes { memory in
                if let base = memory.baseAddress {
                    renderer.draw(index, into: base.assumingMemoryBound(to: UInt8.self))
                }
            }
            try handle.write(contentsOf: frame)
        }
        try handle.close()
    }
}

/// The frames of a raw I420 file, one after the other.
struct FrameReader {
    private let handle: FileHandle

    init(_ file: URL) throws {
        handle = try FileHandle(forReadingFrom: file)
    }

    /// The next frame; nil at the end.
    func next() throws -> Data? {
        let data = try handle.read(upToCount: SceneRenderer.frameBytes)
        return data?.count == SceneRenderer.frameBytes ? data : nil
    }
}
