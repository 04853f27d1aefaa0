/// The tables of one track as they are in a finished file.
struct Tables {
    let trak: Atoms

    init(_ file: Atoms, track: Int = 0) {
        let tracks = file.at("moov").all("trak")
        trak = track < tracks.count ? tracks[track] : Atoms([])
    }

    /// The 32-bit numbers of a table behind its version and flags.
    func table(_ type: String) -> [UInt32] {
        Array(trak.at("mdia/minf/stbl/\(type)").numbers.dropFirst())
    }

    func has(_ type: String) -> Bool {
        trak.at("mdia/minf/stbl").types.contains(type)
    }

    /// Where the chunks are.
    var chunkOffsets: [Int] {
        let numbers = table("co64").dropFirst()
        return stride(from: numbers.startIndex, to: numbers.endIndex - 1, by: 2).map {
            Int(numbers[$0]) << 32 | Int(numbers[$0 + 1])
        }
    }

    /// The edit list behind its version and flags.
    var edits: [UInt32] { Array(trak.at("edts/elst").numbers.dropFirst()) }

    /// Where every sample is, and how long.
    var samples: [(offset: Int, size: Int)] {
        let sizes = table("stsz")
        let layout = table("stsc")
        var result: [(Int, Int)] = []
        for (index, start) in chunkOffsets.enumerated() {
            var count = 0
            for entry in stride(from: 1, to: layout.count, by: 3) where Int(layout[entry]) <= index + 1 {
                count = Int(layout[entry + 1])
            }
            var offset = start
            for _ in 0..<count {
                let size = Int(sizes[0] != 0 ? sizes[0] : sizes[2 + result.count])
                result.append((offset, size))
                offset += size
            }
        }
        return result
    }
}
