import Platform
import Streams

/// A folder for links and small files that GDAL needs beside a file; removed with the last reference.
package final class TemporaryFolder: Sendable {
    /// Where such folders are made.
    package static var root: String {
        Environment.text("TMPDIR") ?? "/tmp"
    }

    /// Where it is.
    package let path: String

    /// Makes a folder for the file called `name`.
    package init(for name: String) throws(FileError) {
        guard let path = Folder.makeTemporary(Self.root + "/termmap-") else {
            throw FileError(system: .last, file: name)
        }
        self.path = path
    }

    deinit {
        for name in Self.names(in: path) { FilePath.remove(path + "/" + name) }
        Folder.remove(path)
    }

    /// Makes a link called `name` to the file at `target`.
    package func link(_ name: String, to target: String) {
        if let absolute = FilePath.real(target) { FilePath.makeLink(path + "/" + name, to: absolute) }
    }

    /// The names in a folder; none when it cannot be read.
    package static func names(in path: String) -> [String] {
        (Folder.names(in: path) ?? []).sorted()
    }
}
