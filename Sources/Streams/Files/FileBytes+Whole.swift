extension FileBytes {
    /// All bytes of a file, at most `limit`; none of a pipe, unless it is waited for.
    ///
    /// - Parameter patience: how long a pipe may stay silent before it is an error.
    package static func whole(
        _ path: String, limit: Int, waiting patience: Duration? = nil
    ) throws(FileError) -> [UInt8] {
        let file = try FileBytes(path: path)
        let size = file.totalBytes ?? (patience == nil ? 0 : limit)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Swift.min(size, limit)) { buffer, count in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            do throws(FileError) {
                while count < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                    let added = try file.next(at: count, into: rest, waiting: patience ?? .zero)
                    if added == 0 { break }
                    count += added
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads on at `offset`, or in a pipe where it is; 0 at the end.
    private func next(
        at offset: Int, into buffer: UnsafeMutableRawBufferPointer, waiting patience: Duration
    ) throws(FileError) -> Int {
        if isSeekable { return try read(at: offset, into: buffer) }
        let seconds = patience.components.seconds
        if let count = try readNext(into: buffer, waiting: Int32(clamping: seconds * 1_000)) { return count }
        throw FileError(
            file: name,
            reason: .notReadable(line: nil, words: "timeout: nothing was written within \(seconds) s"))
    }
}
