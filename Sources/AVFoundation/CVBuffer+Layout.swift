internal import Foundation
internal import GStreamer

extension CVBuffer {
    /// Apple's number of the pixel format.
    var pixelFormat: OSType { PixelFormats.type(ofName: format.name, isFullRange: format.isFullRange) }

    /// Apple counts no planes for packed pictures.
    var planeCount: Int { format.planes.count > 1 ? format.planes.count : 0 }

    var size: CGSize { CGSize(width: CGFloat(format.width), height: CGFloat(format.height)) }

    func plane(_ index: Int) -> PictureFormat.Plane? {
        format.planes.indices.contains(index) ? format.planes[index] : nil
    }
}
