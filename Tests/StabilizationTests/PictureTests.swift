import Testing

@testable import Stabilization

@Suite struct PictureTests {
    @Test func layoutsHaveTheSizesOfTheirFormats() {
        func sizes(_ format: PixelFormat, _ width: Int, _ height: Int) -> [[Int]] {
            PictureLayout(format: format, width: width, height: height).planes.map {
                [$0.rowBytes, $0.height]
            }
        }
        #expect(sizes(.i420, 6, 4) == [[6, 4], [3, 2], [3, 2]])
        #expect(sizes(.i420, 7, 5) == [[7, 5], [4, 3], [4, 3]])
        #expect(sizes(.nv12, 7, 5) == [[7, 5], [8, 3]])
        #expect(sizes(.yuy2, 7, 5) == [[16, 5]])
        #expect(sizes(.gray8, 7, 5) == [[7, 5]])
    }

    @Test(arguments: PixelFormat.allCases, [1, 2, 7, 16, 37, 64])
    func aPictureDrawnUnmovedIsTheSame(_ format: PixelFormat, _ width: Int) {
        let picture = TestPicture(format, width, 9)
        var dice = Dice(UInt64(width))
        for index in picture.planes.planes.indices {
            picture.fill(index) { _, _ in UInt8(dice.integer(0...255)) }
        }
        let stored = StoredPicture(picture.layout)
        stored.load(picture.planes)
        let output = TestPicture(picture.layout)
        PictureWarp(picture.layout).draw(stored, through: .identity, into: output.planes)
        #expect(output.channels.map(\.samples) == picture.channels.map(\.samples))
        #expect(output.isIntact)
    }

    @Test func theRingKeepsOrderAndMemory() {
        let layout = PictureLayout(format: .gray8, width: 8, height: 2)
        var ring = PictureRing(layout, capacity: 3)
        let picture = TestPicture(layout)
        var came: [UInt8] = []
        for value in UInt8(0)..<20 {
            picture.fill(value)
            _ = ring.append(picture.planes)
            if ring.isFull { came.append(ring.removeFirst().luma.base[0]) }
        }
        while !ring.isEmpty { came.append(ring.removeFirst().luma.base[0]) }
        #expect(came == Array(0..<20))
    }
}
