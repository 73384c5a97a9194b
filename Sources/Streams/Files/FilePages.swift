extension [UInt8] {
    /// Bytes of a page of memory and of the page cache.
    private static var pageSize: Int { 4_096 }

    /// Reads a range of a file to pages of memory that line up with those of the file: whole pages are copied several times
    /// faster than to places between.
    ///
    /// - Parameters:
    ///   - range: the bytes to read.
    ///   - file: where from.
    ///   - body: is called with the bytes of the range, fewer where the file ends before; a scanner's padding follows them.
    mutating func withPages<Content>(
        of range: Range<Int>, in file: FileBytes, _ body: (ByteRun) -> Content
    ) throws(FileError) -> Content {
        let lead = range.lowerBound % Self.pageSize
        return try withPages(lead + range.count) { (pages) throws(FileError) in
            let target = UnsafeMutableRawBufferPointer(start: pages, count: lead + range.count)
            let count = Swift.max(try file.read(at: range.lowerBound - lead, into: target) - lead, 0)
            let bytes = UnsafePointer(pages.assumingMemoryBound(to: UInt8.self))
            return body(ByteRun(base: bytes + lead, count: count))
        }
    }

    /// Calls `body` with the first page of memory that grows as needed, so that `count` bytes and a scanner's padding fit.
    mutating func withPages<Content>(
        _ count: Int, _ body: (UnsafeMutableRawPointer) throws(FileError) -> Content
    ) throws(FileError) -> Content {
        let missing = Self.pageSize + count + ByteRun.padding - self.count
        if missing > 0 { append(contentsOf: repeatElement(0, count: missing)) }
        let result = withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { preconditionFailure("memory of a page and more") }
            let first = base + (-Int(bitPattern: base) & (Self.pageSize - 1))
            return Result { () throws(FileError) in try body(first) }
        }
        return try result.get()
    }
}
