/// Why a compressed file could not be decompressed to its end.
package enum CompressionFault: Error, Equatable, Sendable {
    /// The data is invalid, or its checksum does not match.
    case damaged
    /// It ends too early.
    case cutOff
    /// It expands so much that it is most likely malicious.
    case tooLarge
    /// The decoder cannot allocate its state.
    case outOfMemory
    /// Brotli's library is not installed.
    case noBrotli

    /// The fault in words, without the name of the file.
    package var words: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .cutOff: "the compressed data ends too early"
        case .tooLarge: "the decompressed data is too large"
        case .outOfMemory: "not enough memory to decompress"
        case .noBrotli: "the compression is Brotli (install libbrotli1 to read it)"
        }
    }
}
