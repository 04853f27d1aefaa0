/// The version of gstcam, of its command as well as its plugin.
package enum Version {
    package static let current = "0.1.0"
}
