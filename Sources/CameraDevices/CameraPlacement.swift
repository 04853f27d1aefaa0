internal import Recording

/// Where a camera sits and who made it, as the driver, the kernel and the firmware tell.
package struct CameraPlacement: Sendable, Hashable {
    /// A side of the machine.
    package enum Side: Sendable {
        /// The side of the screen.
        case front
        /// The other one.
        case back
    }

    /// Whether the camera is a part of the machine.
    package let isBuiltIn: Bool
    /// Which way it looks; nil when nobody says.
    package let side: Side?
    /// Who made it; nil when nobody says.
    package let manufacturer: String?
    /// The vendor's and the product's number of a USB camera.
    package let usb: USB?

    /// The numbers of a USB device.
    package struct USB: Sendable, Hashable {
        /// The vendor's.
        package let vendor: Int
        /// The product's.
        package let product: Int
    }

    /// Reads what is known about a camera; only V4L2 cameras have a place.
    package init?(of camera: CaptureDevice) {
        guard camera.api == .v4l2, let name = camera.address.split(separator: "/").last else { return nil }
        self.init(
            folder: "/sys/class/video4linux/\(name)/device",
            orientation: VideoNode(path: camera.address).control(VideoNode.orientationControl)
        )
    }

    /// - Parameters:
    ///   - folder: The kernel's folder of the camera's device; for a USB camera an interface within its device.
    ///   - orientation: The value of `V4L2_CID_CAMERA_ORIENTATION`, where the camera has it.
    init(folder: String, orientation: Int32?) {
        let device = Directory.resolve(folder) ?? folder
        let parent = device.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        func text(_ name: String, in folder: String) -> String? {
            guard let text = Directory.text(of: "\(folder)/\(name)", limit: 256) else { return nil }
            let words = text.split(whereSeparator: \.isWhitespace)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
        let vendor = text("idVendor", in: parent).flatMap { Int($0, radix: 16) }
        let product = text("idProduct", in: parent).flatMap { Int($0, radix: 16) }
        usb = vendor.flatMap { vendor in product.map { USB(vendor: vendor, product: $0) } }
        manufacturer = text("manufacturer", in: parent)
        // What the driver says is about this camera; what the firmware says is about the port it is wired to.
        isBuiltIn =
            switch orientation {
            case 0, 1: true
            case 2: false
            default: text("removable", in: parent) == "fixed"
            }
        let panel = ["\(device)/physical_location", "\(parent)/physical_location"]
            .lazy.compactMap { text("panel", in: $0) }.first
        side =
            switch (orientation, panel) {
            case (0, _): .front
            case (1, _): .back
            case (nil, "front") where isBuiltIn: .front
            case (nil, "back") where isBuiltIn: .back
            default: nil
            }
    }
}
