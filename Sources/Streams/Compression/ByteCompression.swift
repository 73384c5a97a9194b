/// How bytes that are all in memory are compressed.
package enum ByteCompression: Sendable, CaseIterable {
    case none, gzip, zlib, zstd, brotli

    /// The window of zstd: 2^24 bytes, as much as any limit of this program's tiles.
    private static let zstdWindowLog: Int32 = 24

    /// The compression that the first bytes show; Brotli has no mark and is not detected.
    package init(head: some Collection<UInt8>) {
        let start = Array(head.prefix(4))
        switch ArchiveKind(head: start) {
        case .gzip: self = .gzip
        case .zstd: self = .zstd
        default:
            let isZlib =
                start.count >= 2 && start[0] & 0x8F == 8 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
            self = isZlib ? .zlib : .none
        }
    }

    /// The decompressed bytes.
    ///
    /// - Throws: `.tooLarge` when there are more than `limit`; memory stays below four times the limit.
    package func decompress(_ bytes: [UInt8], limit: Int) throws(CompressionFault) -> [UInt8] {
        guard let decoder = try decoder() else {
            guard bytes.count <= limit else { throw .tooLarge }
            return bytes
        }
        let (output, fault) = Self.run(decoder, bytes, limit: limit)
        if let fault { throw fault }
        return output
    }

    /// At most the first `limit` of the decompressed bytes: those before the first fault.
    package func decompressedHead(_ bytes: [UInt8], limit: Int) throws(CompressionFault) -> [UInt8] {
        guard let decoder = try decoder() else { return Array(bytes.prefix(limit)) }
        return Self.run(decoder, bytes, limit: limit).output
    }

    private func decoder() throws(CompressionFault) -> (any StreamDecoder)? {
        switch self {
        case .none: nil
        case .gzip: try InflateDecoder(.gzip)
        case .zlib: try InflateDecoder(.zlib)
        case .zstd: try ZstdDecoder(windowLog: Self.zstdWindowLog)
        case .brotli: try BrotliDecoder()
        }
    }

    private static func run(
        _ decoder: any StreamDecoder, _ bytes: [UInt8], limit: Int
    ) -> (output: [UInt8], fault: CompressionFault?) {
        // One byte more shows that the limit is exceeded.
        var output = [UInt8](repeating: 0, count: min(limit + 1, max(4 * bytes.count, 4_096)))
        var (consumed, produced) = (0, 0)
        var fault: CompressionFault?
        while fault == nil, !(decoder.isComplete && consumed == bytes.count) {
            if produced > limit {
                fault = .tooLarge
            } else if produced == output.count {
                let added = min(limit + 1, 2 * output.count) - output.count
                output += [UInt8](repeating: 0, count: added)
            }
            fault = fault ?? step(decoder, bytes, &consumed, into: &output, &produced)
        }
        if fault == nil, produced > limit { fault = .tooLarge }
        output.removeLast(output.count - min(produced, limit))
        return (output, fault)
    }

    /// Decompresses some more; `.cutOff` when nothing moves.
    private static func step(
        _ decoder: any StreamDecoder, _ bytes: [UInt8], _ consumed: inout Int,
        into output: inout [UInt8], _ produced: inout Int
    ) -> CompressionFault? {
        let (from, to) = (consumed, produced)
        let result = bytes.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                Result { () throws(CompressionFault) in
                    try decoder.decode(
                        UnsafeRawBufferPointer(rebasing: input[from...]),
                        into: UnsafeMutableRawBufferPointer(rebasing: output[to...]))
                }
            }
        }
        switch result {
        case .failure(let fault): return fault
        case .success(let (taken, given)):
            consumed += taken
            produced += given
            return taken == 0 && given == 0 && !decoder.isComplete ? .cutOff : nil
        }
    }
}
