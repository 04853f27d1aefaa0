import CGStreamer
import Stabilization

/// Pictures made for tests.
struct Pictures {
    let format: PixelFormat
    let width: Int
    let height: Int
    /// The layout of GStreamer: offset and stride of each plane, and the size of a picture.
    let layout: (offsets: [Int], strides: [Int], size: Int)

    init(format: PixelFormat, width: Int, height: Int) {
        (self.format, self.width, self.height) = (format, width, height)
        var info = GstVideoInfo()
        gst_video_info_set_format(
            &info,
            gst_video_format_from_string(format.rawValue.uppercased()),
            UInt32(width),
            UInt32(height)
        )
        let count = Int(info.finfo.pointee.n_planes)
        layout = (
            [info.offset.0, info.offset.1, info.offset.2].prefix(count).map { Int($0) },
            [info.stride.0, info.stride.1, info.stride.2].prefix(count).map { Int($0) }, Int(info.size)
        )
    }

    var caps: String {
        "video/x-raw, format=\(format.rawValue.uppercased()), width=\(width), height=\(height), framerate=25/1"
    }

    /// Blocks of many sizes, seen by a camera that shakes; the number is that of the picture.
    func picture(_ number: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: layout.size)
        let (x, y) = (Pictures.shake[number % 7], Pictures.shake[(number * 3 + 2) % 7])
        for plane in layout.strides.indices {
            let (offset, stride) = (layout.offsets[plane], layout.strides[plane])
            let end = plane + 1 < layout.offsets.count ? layout.offsets[plane + 1] : layout.size
            for row in 0..<(end - offset) / stride {
                for column in 0..<stride {
                    let (u, v) = (column + x + 64, row + y + 64)
                    let value = (u / 16 &* 37 ^ v / 12 &* 91) & 127 &+ (u / 5 ^ v / 7) & 31
                    bytes[offset + row * stride + column] = UInt8(48 + value)
                }
            }
        }
        return bytes
    }

    /// Whether all pixels are equal; what lies between the rows is nobody's.
    func areEqual(_ left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
        let planes = PictureLayout(format: format, width: width, height: height).planes
        return left.count == right.count
            && zip(left, right).allSatisfy { left, right in
                planes.indices.allSatisfy { plane in
                    (0..<planes[plane].height).allSatisfy { row in
                        let start = layoutStart(plane, row)
                        let range = start..<start + planes[plane].rowBytes
                        return left[range].elementsEqual(right[range])
                    }
                }
            }
    }

    private func layoutStart(_ plane: Int, _ row: Int) -> Int {
        layout.offsets[plane] + row * layout.strides[plane]
    }

    private static let shake = [0, 3, -2, 4, -4, 1, 2]

    /// The picture with rows of another stride, as the meta that is added to `buffer` says.
    func padded(_ bytes: [UInt8], by extra: Int) -> (bytes: [UInt8], strides: [Int], offsets: [Int]) {
        var (result, strides, offsets): ([UInt8], [Int], [Int]) = ([], [], [])
        for plane in layout.strides.indices {
            let (offset, stride) = (layout.offsets[plane], layout.strides[plane])
            let end = plane + 1 < layout.offsets.count ? layout.offsets[plane + 1] : layout.size
            offsets.append(result.count)
            strides.append(stride + extra)
            for row in 0..<(end - offset) / stride {
                result += bytes[(offset + row * stride)..<(offset + (row + 1) * stride)]
                result += [UInt8](repeating: 1, count: extra)
            }
        }
        return (result, strides, offsets)
    }

    /// Runs pictures through the stabilizer without an element; the result is what the element should give.
    func stabilized(
        _ pictures: [[UInt8]],
        _ mode: StabilizationMode,
        distance: UInt64 = 40_000_000
    ) -> [[UInt8]] {
        let stabilizer = Stabilizer(.init(format: format, width: width, height: height, mode: mode))
        var result: [[UInt8]] = []
        func pop() {
            while stabilizer.isReady {
                var output = [UInt8](repeating: 0, count: layout.size)
                _ = withPlanes(&output) { stabilizer.pop(into: $0) }
                result.append(output)
            }
        }
        for (number, picture) in pictures.enumerated() {
            var picture = picture
            withPlanes(&picture) {
                stabilizer.push($0, time: UInt64(number) * distance, isDiscontinuity: number == 0)
            }
            pop()
        }
        stabilizer.drain()
        pop()
        return result
    }

    private func withPlanes<Result>(_ bytes: inout [UInt8], _ body: (PicturePlanes) -> Result) -> Result {
        bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { preconditionFailure("a picture is empty") }
            return body(
                PicturePlanes(
                    zip(layout.offsets, layout.strides).map { .init(base: base + $0, stride: $1) }
                )
            )
        }
    }
}
