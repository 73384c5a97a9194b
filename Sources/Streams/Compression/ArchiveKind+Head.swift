extension ArchiveKind {
    /// As much as a kind is detected from.
    static let unpackedHeadLength = 4_096

    /// A block of zstd unpacks as a whole: 128 KiB at most, and its heads.
    static let packedHeadLength = 160 << 10

    /// The first bytes of what `head`, the first bytes of a packed file, unpacks to; `head` itself where it is not packed
    /// or cannot be unpacked.
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
