import Testing

@testable import Stabilization

/// The small pictures that motion is measured on.
@Suite struct PyramidTests {
    /// Lower or narrower than one square of pixels, there is only what is there.
    @Test(arguments: [
        (3840, 7), (3840, 2), (3840, 1), (7, 3840), (1, 3840), (1, 100_000), (640, 360), (161, 91),
    ])
    func aUniformPictureStaysAsBright(_ width: Int, _ height: Int) {
        let luma = PlaneMemory<UInt8>(width: width, height: height)
        // What lies behind the picture has no part in it.
        let end = luma.row(height + 1)
        for index in 0..<(end - luma.base) { luma.base[index] = 255 }
        for row in 0..<height {
            for column in 0..<width { luma.row(row)[column] = 80 }
        }
        let pyramid = LumaPyramid(width: width, height: height)
        pyramid.load(luma)
        let level = pyramid.levels[0]
        for row in 0..<level.height {
            let isRight = (0..<level.width).allSatisfy { abs(level.row(row)[$0] - 80) < 0.01 }
            #expect(isRight, "row \(row)")
        }
    }
}
