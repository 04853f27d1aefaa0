internal import Glibc

/// A copy of a picture in own memory, always as separate planes of bytes, whatever the format was.
///
/// One kernel per task is then enough for every format: pairs and groups are taken apart on the way in, and put
/// together on the way out.
final class StoredPicture {
    let layout: PictureLayout
    /// Luma, then both chroma planes if there are any.
    let planes: [PlaneMemory<UInt8>]

    init(_ layout: PictureLayout) {
        self.layout = layout
        var planes = [PlaneMemory<UInt8>(width: layout.width, height: layout.height)]
        if let chroma = layout.format.chromaSubsampling {
            let width = (layout.width + chroma.across - 1) / chroma.across
            let height = (layout.height + chroma.down - 1) / chroma.down
            planes.append(PlaneMemory<UInt8>(width: width, height: height))
            planes.append(PlaneMemory<UInt8>(width: width, height: height))
        }
        self.planes = planes
    }

    var luma: PlaneMemory<UInt8> { planes[0] }

    /// Copies a picture in.
    func load(_ picture: PicturePlanes) {
        precondition(picture.planes.count == layout.planes.count, "a picture has all planes of its layout")
        switch layout.format {
        case .i420, .gray8:
            for (plane, source) in zip(planes, picture.planes) {
                copy(source, to: plane)
            }
        case .nv12:
            copy(picture.planes[0], to: planes[0])
            for index in 0..<planes[1].height {
                Interleaving.splitPairs(
                    picture.planes[1].row(index),
                    into: planes[1].row(index),
                    planes[2].row(index),
                    count: planes[1].width
                )
            }
        case .yuy2:
            for index in 0..<planes[0].height {
                Interleaving.splitGroups(
                    picture.planes[0].row(index),
                    luma: planes[0].row(index),
                    first: planes[1].row(index),
                    second: planes[2].row(index),
                    count: planes[1].width
                )
            }
        }
    }

    private func copy(_ source: PicturePlanes.Plane, to plane: PlaneMemory<UInt8>) {
        for index in 0..<plane.height {
            memcpy(plane.row(index), source.row(index), plane.width)
        }
    }
}
