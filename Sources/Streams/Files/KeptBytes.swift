/// The bytes that rows are read from again: of a file, or kept in memory where they came from a stream.
package enum KeptBytes: Sendable {
    /// Read from the open file.
    case file(FileBytes)
    /// Copied from memory.
    case memory([UInt8])

    /// Whether the bytes are still those that were loaded; always true in memory.
    package var isUnchanged: Bool {
        switch self {
        case .file(let file): file.isUnchanged
        case .memory: true
        }
    }

    /// Reads a range into `memory`, which grows as needed, with room for a scanner's padding after it.
    package func read(_ range: Range<Int>, into memory: inout [UInt8]) throws(FileError) {
        let missing = range.count + ByteRun.padding - memory.count
        if missing > 0 { memory.append(contentsOf: repeatElement(0, count: missing)) }
        switch self {
        case .memory(let bytes): memory.replaceSubrange(0..<range.count, with: bytes[range])
        case .file(let file):
            let count = try memory.withMutableBytes(0..<range.count) { target throws(FileError) in
                try file.read(at: range.lowerBound, into: target)
            }
            guard count == range.count else {
                throw FileError(file: file.name, reason: .changedSinceLoaded)
            }
        }
    }

    /// Reads a range to whole pages of `memory`, which grows as needed, and calls `body` with it: faster than `read`.
    package func readPages<Content>(
        _ range: Range<Int>, into memory: inout [UInt8], _ body: (ByteRun) -> Content
    ) throws(FileError) -> Content {
        switch self {
        case .memory(let bytes):
            return try memory.withPages(range.count) { (pages) throws(FileError) in
                bytes.withUnsafeBytes { bytes in
                    let target = UnsafeMutableRawBufferPointer(start: pages, count: range.count)
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
                }
                let copied = UnsafePointer(pages.assumingMemoryBound(to: UInt8.self))
                return body(ByteRun(base: copied, count: range.count))
            }
        case .file(let file):
            let content = try memory.withPages(of: range, in: file) { bytes in
                bytes.count == range.count ? body(bytes) : nil
            }
            guard let content else { throw FileError(file: file.name, reason: .changedSinceLoaded) }
            return content
        }
    }
}
