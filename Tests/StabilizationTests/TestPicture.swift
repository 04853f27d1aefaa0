@testable import Stabilization

/// A picture in memory of its own, with rows that are longer than they must be.
final class TestPicture {
    let layout: PictureLayout
    let planes: PicturePlanes
    private let memory: [UnsafeMutableRawPointer]
    /// Bytes after each row, and rows after each plane, that nobody may touch.
    static let guardBytes = 5
    static let guardValue: UInt8 = 0xA5

    init(_ layout: PictureLayout) {
        self.layout = layout
        memory = layout.planes.map { plane in
            let bytes = (plane.rowBytes + TestPicture.guardBytes) * (plane.height + 1)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
            _ = memory.initializeMemory(as: UInt8.self, repeating: TestPicture.guardValue, count: bytes)
            return memory
        }
        planes = PicturePlanes(
            zip(memory, layout.planes).map { memory, plane in
                .init(base: memory, stride: plane.rowBytes + TestPicture.guardBytes)
            }
        )
    }

    convenience init(_ format: PixelFormat, _ width: Int, _ height: Int) {
        self.init(PictureLayout(format: format, width: width, height: height))
    }

    deinit {
        for memory in memory { memory.deallocate() }
    }

    /// The samples of a plane without what is between rows.
    func bytes(_ index: Int) -> [UInt8] {
        let plane = layout.planes[index]
        return (0..<plane.height).flatMap { row in
            Array(UnsafeBufferPointer(start: planes.planes[index].row(row), count: plane.rowBytes))
        }
    }

    /// Whether some rows of the first plane hold one value only.
    func isUniform(_ value: UInt8) -> Bool {
        stride(from: 0, to: layout.planes[0].height, by: 41).allSatisfy { row in
            let line = planes.planes[0].row(row)
            return (0..<layout.planes[0].rowBytes).allSatisfy { line[$0] == value }
        }
    }

    var bytes: [[UInt8]] { layout.planes.indices.map { bytes($0) } }

    /// Whether nothing was written between the rows and behind the planes.
    var isIntact: Bool {
        layout.planes.indices.allSatisfy { index in
            let plane = layout.planes[index]
            let gaps = (0..<plane.height).allSatisfy { row in
                (0..<TestPicture.guardBytes).allSatisfy {
                    planes.planes[index].row(row)[plane.rowBytes + $0] == TestPicture.guardValue
                }
            }
            let behind = (0..<plane.rowBytes).allSatisfy {
                planes.planes[index].row(plane.height)[$0] == TestPicture.guardValue
            }
            return gaps && behind
        }
    }

    /// Sets every byte of a plane by its place in the row and its row.
    func fill(_ index: Int, _ value: (Int, Int) -> UInt8) {
        let plane = layout.planes[index]
        for row in 0..<plane.height {
            let line = planes.planes[index].row(row)
            for column in 0..<plane.rowBytes { line[column] = value(column, row) }
        }
    }

    /// Sets every byte of every plane.
    func fill(_ value: UInt8) {
        for (plane, memory) in zip(layout.planes, planes.planes) {
            for row in 0..<plane.height { memory.row(row).update(repeating: value, count: plane.rowBytes) }
        }
    }

    /// Sets the luma of a picture and makes its chroma grey.
    func fillLuma(_ value: (Int, Int) -> UInt8) {
        switch layout.format {
        case .yuy2:
            fill(0) { column, row in column % 2 == 0 ? value(column / 2, row) : 128 }
        default:
            fill(0, value)
            for index in layout.planes.indices.dropFirst() { fill(index) { _, _ in 128 } }
        }
    }
}
