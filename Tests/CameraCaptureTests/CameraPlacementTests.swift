import Foundation
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// Where a camera sits is read from what the driver, the kernel and the firmware say.
@Suite struct CameraPlacementTests {
    /// A USB camera's folders as the kernel makes them; the camera is interface 0 of the device.
    private func placement(_ files: [String: String], orientation: Int32? = nil) throws -> CameraPlacement {
        let directory = try TemporaryDirectory()
        for (path, text) in files {
            let folder = URL(fileURLWithPath: "\(directory.path)/1-5/\(path)").deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try directory.write(text + "\n", to: "1-5/\(path)")
        }
        let interface = "\(directory.path)/1-5/1-5:1.0"
        try FileManager.default.createDirectory(atPath: interface, withIntermediateDirectories: true)
        return CameraPlacement(folder: interface, orientation: orientation)
    }

    @Test func aUSBCameraTellsItsMakerAndNumbers() throws {
        let found = try placement(["idVendor": "046d", "idProduct": "082d", "manufacturer": "Logitech  Inc."])
        #expect(found.usb == .init(vendor: 1133, product: 2093))
        #expect(found.manufacturer == "Logitech Inc.")
        #expect(!found.isBuiltIn && found.side == nil)
    }

    @Test func theFirmwareTellsWhatIsBuiltIn() throws {
        let front = try placement(["removable": "fixed", "physical_location/panel": "front"])
        #expect(front.isBuiltIn && front.side == .front)
        let back = try placement(["removable": "fixed", "1-5:1.0/physical_location/panel": "back"])
        #expect(back.isBuiltIn && back.side == .back)
        let top = try placement(["removable": "fixed", "physical_location/panel": "top"])
        #expect(top.isBuiltIn && top.side == nil)
        // The panel of a socket is where the cable goes in, not where the camera looks.
        let plugged = try placement(["removable": "removable", "physical_location/panel": "front"])
        #expect(!plugged.isBuiltIn && plugged.side == nil)
    }

    @Test(arguments: [(0, true, CameraPlacement.Side.front), (1, true, .back), (2, false, nil)])
    func theDriverKnowsBetter(orientation: Int32, isBuiltIn: Bool, side: CameraPlacement.Side?) throws {
        let files = ["removable": "fixed", "physical_location/panel": "back"]
        let found = try placement(files, orientation: orientation)
        #expect(found.isBuiltIn == isBuiltIn && found.side == side)
    }

    @Test func aCameraThatTellsNothingIsNothing() throws {
        let found = try placement([:])
        #expect(!found.isBuiltIn && found.side == nil && found.manufacturer == nil && found.usb == nil)
        #expect(CameraPlacement(of: DeviceCatalogue.testCamera) == nil)
    }
}
