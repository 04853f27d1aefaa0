import Testing

@testable import Stabilization

@Suite struct CropLimitTests {
    /// Corners of the window, at the first and last samples of luma and of chroma.
    private func isInside(_ window: Similarity, _ width: Int, _ height: Int, _ subsampling: (Int, Int))
        -> Bool
    {
        let (across, down) = (Double(subsampling.0), Double(subsampling.1))
        let columns = (Double(width) / across).rounded(.up)
        let rows = (Double(height) / down).rounded(.up)
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        for x in [0, columns - 1] {
            for y in [0, rows - 1] {
                let at = window(x * across + (across - 1) / 2 - middleX, y * down + (down - 1) / 2 - middleY)
                let column = (at.x + middleX - (across - 1) / 2) / across
                let row = (at.y + middleY - (down - 1) / 2) / down
                guard column >= 0, column <= columns - 1, row >= 0, row <= rows - 1 else { return false }
            }
        }
        return true
    }

    @Test func noSampleComesFromOutside() {
        var dice = Dice(1)
        for _ in 0..<5_000 {
            let (width, height) = (dice.integer(16...4_000), dice.integer(16...2_200))
            let limit = CropLimit(width: width, height: height, crop: dice.number(0.02...0.2))
            let wild = Similarity(
                x: dice.number(-400...400),
                y: dice.number(-400...400),
                angle: dice.number(-0.4...0.4),
                logScale: dice.number(-0.2...0.2)
            )
            let (correction, _) = limit.clamp(wild)
            let window = correction.zoomed(limit.zoom)
            for subsampling in [(1, 1), (2, 1), (2, 2)] {
                #expect(isInside(window, width, height, subsampling), "\(width)x\(height) \(wild)")
            }
        }
    }

    @Test func whatFitsIsNotTouched() {
        let limit = CropLimit(width: 1280, height: 720, crop: 0.1)
        for move in [
            Similarity.identity, Similarity(x: 60, y: 0, angle: 0, logScale: 0),
            Similarity(x: 0, y: 30, angle: 0, logScale: 0),
            Similarity(x: 10, y: 10, angle: 0.02, logScale: 0.01),
        ] {
            let result = limit.clamp(move)
            #expect(result.correction == move)
            #expect(!result.wasClamped)
        }
    }

    @Test func whatDoesNotFitIsCutAtTheEdge() {
        let limit = CropLimit(width: 1280, height: 720, crop: 0.1)
        let result = limit.clamp(Similarity(x: 100, y: -100, angle: 0, logScale: 0))
        #expect(result.wasClamped)
        #expect((63.5...64).contains(result.correction.x))
        #expect((-36 ... -35.5).contains(result.correction.y))
    }

    @Test func aTurnThatDoesNotFitIsEasedBack() {
        let limit = CropLimit(width: 1280, height: 720, crop: 0.1)
        let result = limit.clamp(Similarity(x: 0, y: 0, angle: 0.3, logScale: 0))
        #expect(result.wasClamped)
        #expect((0.03...0.08).contains(result.correction.angle))
    }

    @Test func withoutACropNothingMoves() {
        let limit = CropLimit(width: 640, height: 480, crop: 0)
        let result = limit.clamp(Similarity(x: 5, y: 5, angle: 0.1, logScale: 0.1))
        #expect(abs(result.correction.x) < 1e-9)
        #expect(abs(result.correction.y) < 1e-9)
        #expect(abs(result.correction.angle) < 1e-6)
    }

    /// Whatever is sampled from outside would be brighter than the picture.
    @Test(.timeLimit(.minutes(15)), arguments: PixelFormat.allCases)
    func poisonAroundThePictureNeverShows(_ format: PixelFormat) {
        var dice = Dice(7)
        for round in 0..<60 {
            let (width, height) = (dice.integer(8...97), dice.integer(8...61))
            let picture = TestPicture(format, width, height)
            picture.fill(100)
            let stored = StoredPicture(picture.layout)
            for plane in stored.planes {
                plane.base.update(repeating: 255, count: plane.stride * (plane.height + 1))
            }
            stored.load(picture.planes)
            let crop = round % 5 == 0 ? 0 : dice.number(0.01...0.2)
            let limit = CropLimit(width: width, height: height, crop: crop)
            let reach = Double(width)
            let (correction, _) = limit.clamp(
                Similarity(
                    x: dice.number(-reach...reach),
                    y: dice.number(-reach...reach),
                    angle: dice.number(-0.3...0.3),
                    logScale: dice.number(-0.2...0.2)
                )
            )
            let output = TestPicture(picture.layout)
            PictureWarp(picture.layout).draw(
                stored,
                through: correction.zoomed(limit.zoom),
                into: output.planes
            )
            for bytes in output.channels.map(\.samples) {
                #expect(bytes.allSatisfy { $0 == 100 }, "\(width)x\(height) crop \(crop)")
            }
            #expect(output.isIntact)
        }
    }
}
