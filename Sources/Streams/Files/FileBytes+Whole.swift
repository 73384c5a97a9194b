extension FileBytes {
    /// All bytes of a file, at most `limit`; none of a pipe, unless it is waited for.
    ///
    /// - Parameter patience: how long a pipe may stay silent.
    package static func whole(
        _ path: String, limit: Int, waiting patience: Duration? = nil
    ) throws(FileError) -> [UInt8] {
        let file = try FileBytes(path: path)
        guard file.totalBytes == nil, let patience else {
            return try file.bytes(Swift.min(file.totalBytes ?? 0, limit)) {
                buffer, offset throws(FileError) in
                try file.read(at: offset, into: buffer)
            }
        }
        let seconds = patience.components.seconds
        return try file.bytes(limit) { buffer, _ throws(FileError) in
            if let count = try file.readNext(into: buffer, waiting: Int32(clamping: seconds * 1_000)) {
                return count
            }
            throw FileError(
                file: path,
                reason: .notReadable(line: nil, words: "nothing was written to it for \(seconds) s"))
        }
    }

    /// Bytes from the beginning until `next` has no more.
    private func bytes(
        _ limit: Int, _ next: (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Int
    ) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(FileError) {
                while count < limit {
                    let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
                    let added = try next(UnsafeMutableRawBufferPointer(rest), count)
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
}
