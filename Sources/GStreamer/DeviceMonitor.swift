internal import CGStreamer

/// Asks GStreamer's device providers which cameras and microphones there are.
public enum DeviceMonitor {
    /// A device as a provider describes it.
    public struct Device: Sendable {
        /// The name for people.
        public let displayName: String
        /// The class, such as `Video/Source` or `Audio/Source`.
        public let deviceClass: String
        /// The formats it offers.
        public let caps: [CapsStructure]
        /// What the provider knows about it, such as `device.path` or `alsa.card`.
        public let properties: CapsStructure?
        /// The factory of the element that opens it, such as `v4l2src`.
        public let elementFactory: String?
        /// The device's own name in that element's `device` property; nil when it has none.
        public let elementDevice: String?
    }

    /// The devices of one class that are there now.
    ///
    /// Takes from milliseconds to a second. The corresponding C function is `gst_device_monitor_get_devices`.
    /// - Parameter deviceClass: `Video/Source` or `Audio/Source`; never ask for all, since some providers are slow.
    /// - Returns: The devices, in the providers' order.
    public static func devices(ofClass deviceClass: String) -> [Device] {
        guard let monitor = gst_device_monitor_new() else { return [] }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, deviceClass, nil)
        guard gst_device_monitor_start(monitor) != 0 else { return [] }
        defer { gst_device_monitor_stop(monitor) }
        let list = gst_device_monitor_get_devices(monitor)
        defer { g_list_free(list) }
        var devices: [Device] = []
        var node = list
        while let current = node {
            if let data = current.pointee.data {
                // The list owns each device: taking it into a reference is also what frees it.
                devices.append(Device(reading: ObjectReference(owning: data)))
            }
            node = current.pointee.next
        }
        return devices
    }
}

extension DeviceMonitor.Device {
    init(reading reference: ObjectReference) {
        let device = reference.cast(to: GstDevice.self)
        displayName = DeviceMonitor.Device.take(gst_device_get_display_name(device))
        deviceClass = DeviceMonitor.Device.take(gst_device_get_device_class(device))
        caps =
            gst_device_get_caps(device).map { Caps(reference: MiniObjectReference(owning: $0)).structures }
            ?? []
        if let structure = gst_device_get_properties(device) {
            properties = CapsStructure(reading: structure)
            gst_structure_free(structure)
        } else {
            properties = nil
        }
        let element = gst_device_create_element(device, nil).map {
            Element(reference: ObjectReference(sinking: $0))
        }
        elementFactory = element?.factoryName
        elementDevice = element.flatMap { element in try? element.property("device", as: String.self) }
    }

    private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
