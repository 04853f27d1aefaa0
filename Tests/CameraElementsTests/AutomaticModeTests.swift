import Stabilization
import Testing

@testable import CameraElements

/// The choice of a mode by itself.
struct AutomaticModeTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func theBeginningDependsOnWhoWaits() {
        #expect(AutomaticMode(isLive: false, pictureDuration: Self.second / 30).mode == .cinematic)
        #expect(AutomaticMode(isLive: true, pictureDuration: Self.second / 30).mode == .standard)
        #expect(AutomaticMode(isLive: false, pictureDuration: Self.second / 10).mode == .standard)
        #expect(AutomaticMode(isLive: false, pictureDuration: Self.second / 15).mode == .cinematic)
    }

    @Test func itGoesDownStepByStepAndNeverUp() {
        var automatic = AutomaticMode(isLive: false, pictureDuration: 1_000)
        var modes: [StabilizationMode] = []
        for cost in [UInt64](repeating: 600, count: 60) + [UInt64](repeating: 601, count: 200)
            + [UInt64](repeating: 1, count: 200)
        {
            if automatic.note(cost: cost) { modes.append(automatic.mode) }
        }
        #expect(modes == [.standard, .off])
        #expect(automatic.mode == .off)
    }

    @Test func aFewExpensivePicturesChangeNothing() {
        var automatic = AutomaticMode(isLive: true, pictureDuration: 1_000)
        for number in 0..<600 {
            let isOther = automatic.note(cost: number % 10 == 0 ? 3_000 : 200)
            #expect(!isOther)
        }
        #expect(automatic.mode == .standard)
    }
}
