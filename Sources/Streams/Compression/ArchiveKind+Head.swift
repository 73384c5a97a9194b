extension ArchiveKind {
    /// The bytes that detection looks at.
    static let unpackedHeadLength = 4_096

    /// A block of zstd unpacks as a whole: 128 KiB at most, and its headers.
    static let packedHeadLength = 160 << 10

    /// The decompressed beginning of a file whose first bytes are `head`; `head` itself where it is not
    /// compressed or cannot be decompressed.
    package static func unpackedHead(_ head: [UInt8]) -> [UInt8] {
        let decoder: (any StreamDecoder)?
        switch ArchiveKind(head: head) {
        case .gzip: decoder = try? InflateDecoder(.gzip)
        case .zstd: decoder = try? ZstdDecoder()
        default: decoder = nil
        }
        guard let decoder else { return head }
        var unpacked = [UInt8](repeating: 0, count: unpackedHeadLength)
        let produced = head.withUnsafeBytes { input in
            unpacked.withUnsafeMutableBytes { output in
                (try? decoder.decode(input, into: output))?.produced ?? 0
            }
        }
        return produced > 0 ? Array(unpacked.prefix(produced)) : head
    }
}
