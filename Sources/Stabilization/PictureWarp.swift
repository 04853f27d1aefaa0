/// Draws a stored picture as seen through a moved, turned and zoomed window.
struct PictureWarp {
    private let layout: PictureLayout
    /// One row of each plane, to put pairs and groups together from.
    private let rows: [PlaneMemory<UInt8>]

    init(_ layout: PictureLayout) {
        self.layout = layout
        rows = StoredPicture(PictureLayout(format: layout.format, width: layout.width, height: 1)).planes
    }

    /// Draws `picture` into `output`.
    ///
    /// - Parameters:
    ///   - picture: What is drawn.
    ///   - window: From positions of the output to positions of the input, both from the middle, in pixels of luma.
    ///     All of the output must come to lie inside the input: see ``CropLimit``.
    ///   - output: Where to.
    func draw(_ picture: StoredPicture, through window: Similarity, into output: PicturePlanes) {
        precondition(output.planes.count == layout.planes.count, "a picture has all planes of its layout")
        let lines = picture.planes.enumerated().map { index, plane in
            PlaneLines(plane, of: layout, isChroma: index > 0, window: window)
        }
        switch layout.format {
        case .i420, .gray8:
            for (lines, plane) in zip(lines, output.planes) {
                for index in 0..<lines.height { lines.draw(index, into: plane.row(index)) }
            }
        case .nv12:
            for index in 0..<layout.height { lines[0].draw(index, into: output.planes[0].row(index)) }
            for index in 0..<lines[1].height {
                lines[1].draw(index, into: rows[1].base)
                lines[2].draw(index, into: rows[2].base)
                Interleaving.joinPairs(
                    rows[1].base,
                    rows[2].base,
                    into: output.planes[1].row(index),
                    count: lines[1].width
                )
            }
        case .yuy2:
            for index in 0..<layout.height {
                lines[0].draw(index, into: rows[0].base)
                lines[1].draw(index, into: rows[1].base)
                lines[2].draw(index, into: rows[2].base)
                // Of an odd width the last group has one sample more than the picture.
                rows[0].base[layout.width] = rows[0].base[layout.width - 1]
                Interleaving.joinGroups(
                    luma: rows[0].base,
                    first: rows[1].base,
                    second: rows[2].base,
                    into: output.planes[0].row(index),
                    count: lines[1].width
                )
            }
        }
    }
}

/// The lines along which the rows of one plane are drawn.
private struct PlaneLines {
    private let plane: PlaneMemory<UInt8>
    private let warp: RowWarp
    /// All in samples of the plane, with 32 bits after the point.
    private let origin: (x: Int, y: Int)
    private let stepDown: (x: Int, y: Int)

    var width: Int { plane.width }
    var height: Int { plane.height }

    init(_ plane: PlaneMemory<UInt8>, of layout: PictureLayout, isChroma: Bool, window: Similarity) {
        self.plane = plane
        let subsampling = isChroma ? layout.format.chromaSubsampling : nil
        let (ratioX, ratioY) = (Double(subsampling?.across ?? 1), Double(subsampling?.down ?? 1))
        // A chroma sample lies in the middle of the pixels it belongs to.
        let (offsetX, offsetY) = ((ratioX - 1) / 2, (ratioY - 1) / 2)
        let (middleX, middleY) = (Double(layout.width - 1) / 2, Double(layout.height - 1) / 2)
        let first = window(offsetX - middleX, offsetY - middleY)
        func fixed(_ value: Double) -> Int { Int((value * 4_294_967_296).rounded()) }
        origin = (
            fixed((first.x + middleX - offsetX) / ratioX),
            fixed((first.y + middleY - offsetY) / ratioY)
        )
        stepDown = (fixed(-window.b * ratioY / ratioX), fixed(window.a))
        warp = RowWarp(step: (fixed(window.a), fixed(window.b * ratioX / ratioY)))
    }

    func draw(_ row: Int, into output: UnsafeMutablePointer<UInt8>) {
        warp.run(
            plane: plane.base,
            stride: plane.stride,
            start: (origin.x &+ row &* stepDown.x, origin.y &+ row &* stepDown.y),
            count: plane.width,
            into: output
        )
    }
}
