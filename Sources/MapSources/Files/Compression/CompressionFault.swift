/// Why a packed file could not be unpacked to its end.
enum CompressionFault: Error, Equatable, Sendable {
    case damaged
    /// It ends too early.
    case cutOff
    /// It becomes so large that somebody means harm.
    case tooLarge
    case outOfMemory

    var words: String {
        switch self {
        case .damaged: "the packed data are damaged"
        case .cutOff: "the packed data end too early"
        case .tooLarge: "the packed data become too large"
        case .outOfMemory: "not enough memory to unpack"
        }
    }
}
