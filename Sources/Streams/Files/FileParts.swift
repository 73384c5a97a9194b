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
    ///     the last record goes on after them.
    package func read<Result>(
        _ number: Int, from offset: Int, into memory: inout [UInt8],
        _ body: (_ bytes: ByteRun, _ isFinal: Bool) -> Result?
    ) throws(FileError) -> Result {
        var overlap = max(size / 16, 64)
        while true {
            let wanted = min(end(of: number) + overlap, range.upperBound) - offset
            let count = try read(wanted, at: offset, into: &memory)
            let isFinal = count < wanted || offset + count >= range.upperBound
            let result = memory.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { body(ByteRun(base: $0, count: count), isFinal) }
            }
            if let result { return result }
            precondition(!isFinal, "the last record of a file ends with it")
            overlap *= 8
        }
    }

    private func read(_ count: Int, at offset: Int, into memory: inout [UInt8]) throws(FileError) -> Int {
        let missing = count + ByteRun.padding - memory.count
        if missing > 0 { memory.append(contentsOf: repeatElement(0, count: missing)) }
        return try memory.withUnsafeMutableBytes { memory in
            Result { () throws(FileError) in
                try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
            }
        }.get()
    }
}
