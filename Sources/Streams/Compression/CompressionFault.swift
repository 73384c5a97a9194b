/// Why a compressed file could not be decompressed to its end.
package enum CompressionFault: Error, Equatable, Sendable {
    /// The data is invalid, or its checksum does not match.
    case damaged
    /// Something else follows it, perhaps a part of it whose beginning is damaged.
    case followed
    /// It ends too early.
    case cutOff
    /// It expands so much that it is most likely malicious.
    case tooLarge
    /// It asks for more memory than a decoder gets.
    case windowTooLarge
    /// The decoder cannot allocate its state.
    case outOfMemory
    /// Brotli's library is not installed.
    case noBrotli

    /// The error for a file of which nothing can be shown.
    package func error(of file: String) -> FileError {
        FileError(file: file, reason: .notReadable(line: nil, words: words))
    }

    /// The fault in words, without the name of the file.
    package var words: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .followed: "the compressed data is followed by bytes that are not compressed"
        case .cutOff: "the compressed data ends too early"
        case .tooLarge: "the decompressed data is too large"
        case .windowTooLarge:
            "the compression needs a window of more than 128 MB (decompress it with zstd -d --long=31)"
        case .outOfMemory: "not enough memory to decompress"
        case .noBrotli: "the compression is Brotli (install libbrotli1 to read it)"
        }
    }
}
