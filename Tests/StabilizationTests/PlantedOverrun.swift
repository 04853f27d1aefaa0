import Foundation
import Testing

@testable import Stabilization

/// A read behind a picture for the address sanitizer to find, so that "it found nothing" means something; `make
/// sanitize` asks for it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GSTCAM_PLANTED_OVERRUN"] != nil))
struct PlantedOverrun {
    @Test func aPictureIsReadBehindItsEnd() {
        let plane = PlaneMemory<UInt8>(width: 64, height: 4)
        var sum = 0
        for row in 0..<8 { sum += Int(plane.row(row)[0]) }
        #expect(sum >= 0)
    }
}
