import Testing

@testable import Stabilization

@Suite struct SimilarityTests {
    private let move = Similarity(x: 3, y: -2, angle: 0.1, logScale: 0.05)

    @Test func theInverseUndoes() {
        let there = move(10, 20)
        let back = move.inverse(there.x, there.y)
        #expect(abs(back.x - 10) < 1e-12)
        #expect(abs(back.y - 20) < 1e-12)
    }

    @Test func aProductDoesTheRightOneFirst() {
        let right = Similarity(x: -7, y: 1, angle: -0.3, logScale: 0.2)
        let (x, y) = right(5, 6)
        let one = move(x, y)
        let both = (move * right)(5, 6)
        #expect(abs(one.x - both.x) < 1e-12)
        #expect(abs(one.y - both.y) < 1e-12)
    }

    @Test func partsGoInAndComeOut() {
        #expect(abs(move.angle - 0.1) < 1e-12)
        #expect(abs(move.logScale - 0.05) < 1e-12)
        let again = Similarity(move.axes)(1, 2)
        #expect(abs(again.x - move(1, 2).x) < 1e-12)
        #expect(abs(again.y - move(1, 2).y) < 1e-12)
    }
}
