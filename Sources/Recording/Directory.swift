internal import Glibc

/// Reading small files and directories without Foundation.
package enum Directory {
    /// The names in a directory, sorted; empty when it cannot be read.
    package static func names(in path: String) -> [String] {
        var names: [String] = []
        forEachName(in: path) { names.append($0) }
        return names.sorted()
    }

    /// The names in a directory in any order, one at a time; none when it cannot be read.
    static func forEachName(in path: String, _ body: (String) -> Void) {
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { body(name) }
        }
    }

    /// The canonical path behind symbolic links; nil when there is nothing.
    package static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The content of a text file up to a size; nil when it cannot be read.
    package static func text(of path: String, limit: Int = 1 << 20) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while bytes.count < limit {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes.prefix(limit), as: UTF8.self)
    }
}
