import GStreamer
import Testing

@testable import Recording

@Suite struct PreRollRingTests {
    private static let frame = ClockTime.milliseconds(100)

    /// Names of what is kept: pictures with their number, sound with a letter before it.
    private func ring(_ length: Int64 = 1000, mostBytes: Int = .max) -> PreRollRing<String> {
        PreRollRing(length: .milliseconds(length), mostBytes: mostBytes)
    }

    /// Ten pictures a second, each fifth a key frame, and a piece of sound 50 ms before each of them.
    private func fill(_ ring: inout PreRollRing<String>, _ numbers: Range<Int>, offset: Int64 = 0) {
        for number in numbers {
            let time = ClockTime.milliseconds(offset + Int64(number) * 100)
            if time >= .milliseconds(50) { ring.append(sound: "s\(number)", at: time - .milliseconds(50)) }
            ring.append(picture: "\(number)", at: time, isSync: number % 5 == 0, size: 10)
        }
    }

    private func pictures(_ ring: PreRollRing<String>) -> [Int] { ring.contents.compactMap { Int($0) } }

    @Test func itBeginsAtAKeyFrameThatIsOldEnough() {
        var ring = ring()
        for last in 0..<200 {
            fill(&ring, last..<last + 1)
            let kept = pictures(ring)
            #expect(kept.last == last)
            #expect(kept.first.map { $0 % 5 } == 0)
            #expect(kept == Array((kept.first ?? 0)...last))
            // At least a second, and less than a group of pictures more.
            if last >= 10 { #expect((11...15).contains(kept.count), "\(kept.count)") }
        }
    }

    @Test func soundComesBeforeItsPictureAndReachesToItsBeginning() {
        var ring = ring()
        fill(&ring, 0..<33)
        let contents = ring.contents
        #expect(pictures(ring).first == 20)
        // Sound of up to 300 ms before the first picture, for a picture within a long piece.
        #expect(contents.first == "s18")
        #expect(contents.suffix(4) == ["s31", "31", "s32", "32"])
    }

    @Test func nothingIsKeptBeforeTheFirstKeyFrame() {
        var ring = ring()
        fill(&ring, 1..<5)
        #expect(pictures(ring).isEmpty)
        #expect(ring.start == nil)
        fill(&ring, 5..<7)
        #expect(pictures(ring) == [5, 6])
    }

    @Test func whatCameBeforeACameraWasAwayIsForgottenWhenItIsBack() {
        var ring = ring(10_000)
        fill(&ring, 0..<10)
        fill(&ring, 10..<12, offset: 1900)
        #expect(pictures(ring) == Array(0..<12))
        fill(&ring, 12..<22, offset: 5000)
        #expect(pictures(ring) == Array(15..<22))
    }

    @Test func aClockThatGoesBackBeginsAnew() {
        var ring = ring(10_000)
        fill(&ring, 0..<10)
        fill(&ring, 0..<3)
        #expect(pictures(ring) == [0, 1, 2])
    }

    @Test func memoryIsBounded() {
        var ring = ring(.max / 2_000_000, mostBytes: 200)
        fill(&ring, 0..<1000)
        let kept = pictures(ring)
        #expect(kept.count <= 20 && kept.count >= 15, "\(kept.count)")
        #expect(kept.last == 999)
        #expect(ring.contents.count <= 2 * kept.count + 4)
    }

    @Test func soundIsNotKeptForPicturesThatDoNotCome() {
        var ring = ring()
        fill(&ring, 0..<20)
        for number in 20..<40_000 { ring.append(sound: "s", at: .milliseconds(Int64(number) * 100)) }
        #expect(ring.contents.count < 100, "\(ring.contents.count)")
        #expect(ring.newest == .milliseconds(1900))
        var mute = self.ring()
        for number in 0..<40_000 { mute.append(sound: "s", at: .milliseconds(Int64(number) * 100)) }
        #expect(mute.contents.count < 20, "\(mute.contents.count)")
    }

    @Test func memoryIsBoundedWithoutASecondKeyFrame() {
        var ring = ring(mostBytes: 200)
        for number in 0..<1000 {
            ring.append(
                picture: "\(number)",
                at: .milliseconds(Int64(number) * 100),
                isSync: number == 0,
                size: 10
            )
        }
        #expect(ring.contents.isEmpty)
        ring.append(picture: "1000", at: .milliseconds(100_000), isSync: true, size: 10)
        #expect(ring.contents == ["1000"])
    }

    @Test func whatWasSavedIsForgottenUpToTheNextKeyFrame() {
        var ring = ring(10_000)
        fill(&ring, 0..<20)
        ring.removeAll(before: .milliseconds(700))
        #expect(pictures(ring) == Array(10..<20))
        ring.removeAll(before: .milliseconds(1900))
        #expect(pictures(ring).isEmpty)
        fill(&ring, 20..<23)
        #expect(pictures(ring) == [20, 21, 22])
    }
}
