/// By what a later run recognises a file that was read: its identity, when anything about it was changed, and samples of
/// its content.
package struct FileFingerprint: Sendable, Equatable {
    /// Size, time, inode and device.
    package let identity: FileIdentity
    /// When the file or anything about it was changed last: nanoseconds since 1970. Programs that set the time of a file
    /// back cannot set this.
    package let changed: Int
    /// The checksum of its first and last bytes and of stretches in between.
    package let samples: UInt64

    private static let sampleLength = 4_096
    private static let sampleCount = 16

    /// The fingerprint of an open file as it is now.
    package init(of file: FileBytes) throws(FileError) {
        (identity, changed) = try file.currentState()
        samples = try Self.samples(of: file, size: identity.size)
    }

    private static func samples(of file: FileBytes, size: Int) throws(FileError) -> UInt64 {
        var memory = [UInt8](repeating: 0, count: sampleLength * sampleCount)
        var filled = 0
        let last = Swift.max(size - sampleLength, 0)
        for number in 0..<sampleCount {
            let offset = last / (sampleCount - 1) * number
            filled += try memory.withMutableBytes(filled..<filled + sampleLength) {
                target throws(FileError) in
                try file.read(at: number == sampleCount - 1 ? last : offset, into: target)
            }
        }
        return memory.withUnsafeBytes { SavedChecksum.of(UnsafeRawBufferPointer(rebasing: $0[..<filled])) }
    }
}

extension FileFingerprint {
    /// Appends the numbers that `init(_:)` reads.
    func append(to bytes: inout ByteWriter) {
        bytes.append(identity.device)
        bytes.append(identity.inode)
        for number in [identity.size, identity.modifiedSeconds, identity.modifiedNanoseconds, changed] {
            bytes.append(UInt64(bitPattern: Int64(number)))
        }
        bytes.append(samples)
    }

    /// The fingerprint that was appended; nil where there is none.
    init?(_ bytes: inout ByteReader) {
        var words: [UInt64] = []
        for _ in 0..<7 {
            guard let word = bytes.word() else { return nil }
            words.append(word)
        }
        identity = FileIdentity(
            device: words[0], inode: words[1], size: Int(Int64(bitPattern: words[2])),
            modifiedSeconds: Int(Int64(bitPattern: words[3])),
            modifiedNanoseconds: Int(Int64(bitPattern: words[4])), isRegular: true)
        changed = Int(Int64(bitPattern: words[5]))
        samples = words[6]
    }
}
