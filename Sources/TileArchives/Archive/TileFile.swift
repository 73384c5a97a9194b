import Streams

/// A file of tiles on disk, opened once.
package struct TileFile: RangeSource {
    /// The path as the user named it.
    package let name: String
    private let file: FileBytes

    /// Opens the file at `path`, which must be a regular file.
    package init(path: String) throws(SourceError) {
        file = try SourceInput(path: path).open()
        name = path
        guard file.identity.isRegular else {
            throw .refused(name: path, words: "is not a regular file (tiles can only be read from one)")
        }
    }

    /// The bytes of `range` that are in the file; throws `.sourceChanged` when it was written to since it was
    /// opened.
    package func bytes(in range: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        if isCancelled() { throw .cancelled }
        guard file.isUnchanged else { throw .sourceChanged(name) }
        let range = range.clamped(to: 0..<file.identity.size)
        var bytes = [UInt8](repeating: 0, count: range.count + ByteRun.padding)
        try SourceError.wrapping { () throws(FileError) in try KeptBytes.file(file).read(range, into: &bytes)
        }
        bytes.removeLast(ByteRun.padding)
        return bytes
    }

    /// The file that the path names now.
    package func reopened(isCancelled: () -> Bool) throws(SourceError) -> any RangeSource {
        try TileFile(path: name)
    }
}
