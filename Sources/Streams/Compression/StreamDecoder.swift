/// A decoder that decompresses a stream piece by piece.
protocol StreamDecoder: AnyObject {
    /// No block is open: the stream may end here.
    var isComplete: Bool { get }

    /// Decompresses some of `input` into `output`; neither must be used up.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int)
}

/// Passes on a fixed number of bytes that are not compressed.
final class StoredDecoder: StreamDecoder {
    private var missing: Int

    init(count: Int) { missing = count }

    var isComplete: Bool { missing == 0 }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        let count = min(input.count, output.count, missing)
        if count > 0 { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<count])) }
        missing -= count
        return (count, count)
    }
}
