/// Why a packed file could not be unpacked to its end.
package enum CompressionFault: Error, Equatable, Sendable {
    case damaged
    /// It ends too early.
    case cutOff
    /// It becomes so large that somebody means harm.
    case tooLarge
    case outOfMemory

    package var words: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .cutOff: "the compressed data ends too early"
        case .tooLarge: "the decompressed data is too large"
        case .outOfMemory: "not enough memory to decompress"
        }
    }
}
