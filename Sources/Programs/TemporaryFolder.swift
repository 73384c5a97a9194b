import Glibc
import Streams

/// A folder for links and small files that GDAL needs beside a file; removed with the last reference.
package final class TemporaryFolder: Sendable {
    /// Where such folders are made.
    package static var root: String {
        guard let value = getenv("TMPDIR") else { return "/tmp" }
        let path = String(cString: value)
        return path.isEmpty ? "/tmp" : path
    }

    /// Where it is.
    package let path: String

    /// Makes a folder for the file called `name`.
    package init(for name: String) throws(FileError) {
        var template = Array((Self.root + "/termmap-XXXXXX").utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else { throw FileError(system: errno, file: name) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in Self.names(in: path) { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// Makes a link called `name` to the file at `target`.
    package func link(_ name: String, to target: String) {
        let absolute = realpath(target, nil)
        defer { free(absolute) }
        if let absolute { _ = symlink(String(cString: absolute), path + "/" + name) }
    }

    /// The names in a folder; none when it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
