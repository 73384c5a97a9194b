/// The bytes of a compressed source, decompressed on demand.
final class DecompressedStream {
    /// The next compressed bytes: 0 at their end, nil when none arrived for a while.
    typealias Source = (UnsafeMutableRawBufferPointer) throws(FileError) -> Int?

    /// Data beyond any of these limits is most likely malicious.
    struct Limits {
        var bytes = 8 << 30
        var ratio = 1_000
        /// The ratio is not checked before this many bytes.
        var bytesBeforeRatio = 64 << 20
    }

    private static let pieceLength = 1 << 18

    private let name: String
    private let decoder: any StreamDecoder
    private let limits: Limits
    private let source: Source
    private var input: [UInt8]
    private var waiting: Range<Int>
    private var isSourceAtEnd = false
    private var isAtEnd = false
    /// Compressed bytes that were used.
    private(set) var bytesTaken = 0
    private(set) var bytesGiven = 0
    /// Why it ended early; the bytes before are right.
    private(set) var fault: CompressionFault?

    /// - Parameters:
    ///   - head: compressed bytes that were read already.
    ///   - source: reads the bytes after them.
    init(
        name: String, decoder: any StreamDecoder, head: [UInt8] = [], limits: Limits = Limits(),
        source: @escaping Source
    ) {
        self.name = name
        self.decoder = decoder
        self.limits = limits
        self.source = source
        input = head + [UInt8](repeating: 0, count: max(0, Self.pieceLength - head.count))
        waiting = 0..<head.count
    }

    /// The next bytes: 0 at the end, nil when there are none yet.
    ///
    /// - Throws: the system's error, or why nothing at all could be decompressed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        if waiting.isEmpty, !isSourceAtEnd {
            guard let count = try refill() else { return nil }
            isSourceAtEnd = count == 0
        }
        let step = Result { () throws(CompressionFault) in try decode(into: buffer) }
        guard case .success(let (consumed, produced)) = step else {
            if case .failure(let error) = step { return try end(error) }
            return 0
        }
        waiting = waiting.lowerBound + consumed..<waiting.upperBound
        bytesTaken += consumed
        bytesGiven += produced
        if isTooLarge { return try end(.tooLarge) }
        if produced > 0 { return produced }
        if isSourceAtEnd, consumed == 0 { return try end(decoder.isComplete ? nil : .cutOff) }
        return nil
    }

    private func refill() throws(FileError) -> Int? {
        guard let count = try input.withMutableBytes(nil, source) else { return nil }
        waiting = 0..<count
        return count
    }

    private func decode(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        try input.withUnsafeBufferPointer { input throws(CompressionFault) in
            try decoder.decode(
                UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: input[waiting])), into: buffer)
        }
    }

    private var isTooLarge: Bool {
        bytesGiven > limits.bytes
            || (bytesGiven > limits.bytesBeforeRatio && bytesGiven / max(bytesTaken, 1) > limits.ratio)
    }

    private func end(_ fault: CompressionFault?) throws(FileError) -> Int {
        isAtEnd = true
        self.fault = fault
        if let fault, bytesGiven == 0 {
            throw FileError(file: name, reason: .notReadable(line: nil, words: fault.words))
        }
        return 0
    }
}
