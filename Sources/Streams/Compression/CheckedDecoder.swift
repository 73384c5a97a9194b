import CZlib

/// Compares the checksum of what a decoder gives with the one that an archive keeps.
final class CheckedDecoder: StreamDecoder {
    private let decoder: any StreamDecoder
    private let expected: UInt32
    private var checksum: UInt = 0
    private var isChecked = false

    /// - Parameter checksum: CRC-32 of the decompressed bytes.
    init(_ decoder: any StreamDecoder, checksum: UInt32) {
        (self.decoder, expected) = (decoder, checksum)
    }

    var isComplete: Bool { decoder.isComplete }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        let step = try decoder.decode(input, into: output)
        let bytes = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        checksum = crc32_z(checksum, bytes, step.produced)
        if decoder.isComplete, !isChecked {
            isChecked = true
            guard checksum == UInt(expected) else { throw .damaged }
        }
        return step
    }
}
