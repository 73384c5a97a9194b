extension FileBytes {
    /// All bytes of a file, at most `limit`; none of a pipe.
    package static func whole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let file = try FileBytes(path: path)
        let size = Swift.min(file.totalBytes ?? 0, limit)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(FileError) {
                count = try file.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
