/// The parts of equal length of a plain file, each of which a thread reads with the whole of its last record.
package struct FileParts: Sendable {
    /// The file that is read.
    package let file: FileBytes
    /// The bytes that the parts cover.
    package let range: Range<Int>
    /// Bytes of a part.
    package let size: Int

    /// Parts of `size` bytes; the last one may be shorter.
    package init(_ file: FileBytes, range: Range<Int>, size: Int) {
        self.file = file
        self.range = range
        self.size = size
    }

    /// How many parts there are.
    package var count: Int { (range.count + size - 1) / size }

    /// Where a part begins.
    package func start(of number: Int) -> Int { range.lowerBound + number * size }

    /// Where the part after `number` begins.
    package func end(of number: Int) -> Int { min(start(of: number + 1), range.upperBound) }

    /// Reads a part, and as much of what follows it as its last record needs.
    ///
    /// - Parameters:
    ///   - offset: where to begin.
    ///   - memory: holds the bytes; it is longer with each call that needs it.
    ///   - body: is called with the bytes and whether they are the last ones of the file; nil, unless they are, when
    ///     the last record continues past them.
    package func read<Content>(
        _ number: Int, from offset: Int, into memory: inout [UInt8],
        _ body: (_ bytes: ByteRun, _ isFinal: Bool) -> Content?
    ) throws(FileError) -> Content {
        var overlap = max(size / 16, 64)
        while true {
            let wanted = min(end(of: number) + overlap, range.upperBound) - offset
            let found = try memory.withPages(of: offset..<(offset + wanted), in: file) { bytes in
                let isFinal = bytes.count < wanted || offset + bytes.count >= range.upperBound
                let result = body(bytes, isFinal)
                precondition(result != nil || !isFinal, "the last record of a file ends with it")
                return result
            }
            if let found { return found }
            overlap *= 8
        }
    }
}
