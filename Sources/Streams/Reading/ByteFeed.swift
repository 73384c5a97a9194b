/// The bytes of a source: a file, a stream, what either decompresses to, or memory with decoded text.
package struct ByteFeed {
    private enum Origin {
        /// It is not known yet whether they are compressed; the bytes of a stream so far.
        case unknown([UInt8])
        case file
        case stream
        case packed(DecompressedStream)
        /// A stream that is a zip archive, as far as it was read: its list of contents is at its end.
        case zipped([UInt8])
        /// `kept` holds all bytes.
        case memory
    }

    /// The file, pipe or device that the bytes come from.
    package let file: FileBytes
    /// The bytes of a stream so far, kept so that details can be read again; nil for files.
    package private(set) var kept: [UInt8]?
    private(set) var offset = 0
    private var origin = Origin.unknown([])
    private let keepsBytes: Bool
    /// Changes the bytes on their way; nil when they are delivered as they are.
    private var filter: (any ByteFilter)?
    /// Filtered bytes that were not delivered yet.
    private var filtered: ArraySlice<UInt8> = []
    private var isFilterDone = false
    /// The fault of the feed that this one was decoded from.
    private var earlierFault: CompressionFault?

    private static let longestZippedStream = 1 << 30

    /// A feed of all bytes; of a zip archive those of the document in it.
    ///
    /// - Parameter keepsBytes: bytes of streams and of compressed sources are kept in `kept`.
    package init(_ file: FileBytes, keepsBytes: Bool = true) {
        self.file = file
        self.keepsBytes = keepsBytes
        kept = keepsBytes && !file.isSeekable ? [] : nil
    }

    /// A feed of bytes in memory that replaces `feed`, which was read to its end.
    package init(decoded bytes: [UInt8], of feed: ByteFeed) {
        file = feed.file
        kept = bytes
        keepsBytes = true
        origin = .memory
        earlierFault = feed.fault
    }

    /// The bytes to read from the source in all, compressed as they are; nil where that is not known.
    package var totalBytes: Int? {
        if case .memory = origin { return kept?.count }
        return file.totalBytes
    }

    /// How many of them were read.
    package var bytesTaken: Int {
        if case .packed(let stream) = origin { return stream.bytesTaken }
        return offset
    }

    /// Why a compressed source ended early.
    package var fault: CompressionFault? {
        if case .packed(let stream) = origin { return stream.fault }
        return earlierFault
    }

    /// The bytes are those of a file as they are, so that any part of them can be read at any time.
    package var isPlainFile: Bool {
        if case .file = origin, filter == nil { true } else { false }
    }

    /// Bytes are not kept any more.
    package mutating func keepNothing() {
        // What was decoded is only there.
        if case .memory = origin { return }
        kept = nil
    }

    /// Goes on at `offset` of a plain file.
    package mutating func seek(to offset: Int) {
        precondition(isPlainFile)
        self.offset = offset
    }

    /// Applies `next` to all bytes: to those of `window`, which were read already and are left out of it, and
    /// to those that follow.
    package mutating func apply(_ next: any ByteFilter, to window: inout ReadWindow) {
        var next = next
        var read = window.withBytes { $0.bytes(0..<$0.count) } + filtered
        var isLast = window.isAtEnd || isFilterDone
        if case .memory = origin, filter == nil {
            read += (kept ?? [])[offset...]
            isLast = true
        }
        filtered = read.withUnsafeBytes { next.filtered($0, isLast: isLast) }[...]
        isFilterDone = isLast
        filter = filter.map { ByteFilterChain(first: $0, second: next) } ?? next
        kept = keepsBytes ? [] : nil
        window = ReadWindow(capacity: window.capacity)
    }

    /// The next bytes: 0 at the end, nil when there are none yet.
    ///
    /// - Parameter buffer: has room for `ArchiveKind.headLength` bytes.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        guard filter != nil else {
            guard let count = try readPlain(into: buffer) else { return nil }
            if case .memory = origin { return count }
            kept?.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
        return try readFiltered(into: buffer)
    }

    private mutating func readFiltered(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        while filtered.isEmpty, !isFilterDone {
            guard let count = try readPlain(into: buffer) else { return nil }
            isFilterDone = count == 0
            filtered =
                filter?.filtered(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isLast: isFilterDone)[
                    ...]
                ?? []
        }
        let count = min(buffer.count, filtered.count)
        buffer.copyBytes(from: filtered.prefix(count))
        kept?.append(contentsOf: filtered.prefix(count))
        filtered = filtered.dropFirst(count)
        return count
    }

    /// The next bytes as they are in the source.
    private mutating func readPlain(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        let count: Int
        switch origin {
        case .unknown(let head):
            guard let known = try begin(after: head, buffer) else { return nil }
            guard known > 0 else { return try isDecided ? readPlain(into: buffer) : 0 }
            count = known
        case .file: count = try readFile(into: buffer)
        case .stream:
            guard let read = try file.readNext(into: buffer, waiting: 100) else { return nil }
            count = read
        case .packed(let stream):
            guard let read = try stream.read(into: buffer) else { return nil }
            count = read
        case .zipped(var bytes):
            // Not shared while it grows, so that it is not copied.
            origin = .zipped([])
            guard try gather(&bytes, buffer) else {
                origin = .zipped(bytes)
                return nil
            }
            return try readPlain(into: buffer)
        case .memory:
            count = min(buffer.count, (kept?.count ?? 0) - offset)
            kept?.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
        }
        offset += count
        return count
    }

    private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        // Not beyond the size it had when it was opened: a file that grows is not read for ever.
        let room = min(buffer.count, max(0, file.identity.size - offset))
        return try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
    }

    // MARK: the first bytes

    private var isDecided: Bool {
        if case .unknown = origin { return false }
        return true
    }

    /// Detects whether the source is compressed. Returns how many of its bytes are in the buffer, nil when
    /// more are needed to decide.
    private mutating func begin(
        after head: [UInt8], _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) -> Int? {
        let known = UnsafeMutableRawBufferPointer(rebasing: buffer[..<ArchiveKind.headLength])
        guard !file.isSeekable else {
            let count = try file.read(at: 0, into: known)
            try decide(head: Array(known[..<count]), isPlain: .file)
            return 0
        }
        let free = UnsafeMutableRawBufferPointer(rebasing: known[head.count...])
        guard let count = try file.readNext(into: free, waiting: 100) else { return nil }
        let head = head + free[..<count]
        if count > 0, ArchiveKind(head: head) == nil, ArchiveKind.mayBegin(head) {
            origin = .unknown(head)
            return nil
        }
        try decide(head: head, isPlain: .stream)
        guard case .stream = origin else { return 0 }
        known.copyBytes(from: head)
        return head.count
    }

    private mutating func decide(head: [UInt8], isPlain plain: Origin) throws(FileError) {
        guard let kind = ArchiveKind(head: head) else {
            origin = plain
            return
        }
        if keepsBytes { kept = [] }
        if kind == .zip {
            origin =
                file.isSeekable ? .packed(try document(in: .file(file), file.identity.size)) : .zipped(head)
            return
        }
        if let refusal = kind.refusal {
            throw FileError(file: file.name, reason: .notReadable(line: nil, words: refusal))
        }
        origin = .packed(try unpacked(kind, head: head))
    }

    /// Takes more of a zipped stream; returns true when it is complete.
    private mutating func gather(
        _ bytes: inout [UInt8], _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) -> Bool {
        guard let count = try file.readNext(into: buffer, waiting: 100) else { return false }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        guard bytes.count <= Self.longestZippedStream else {
            throw FileError(
                file: file.name, reason: .notReadable(line: nil, words: CompressionFault.tooLarge.words))
        }
        guard count == 0 else { return false }
        origin = .packed(try document(in: .memory(bytes), bytes.count))
        return true
    }

    private func document(in bytes: KeptBytes, _ count: Int) throws(FileError) -> DecompressedStream {
        let archive = try ZipArchive(bytes, count: count, name: file.name)
        guard let document = archive.document(named: file.member) else {
            throw FileError(
                file: file.name,
                reason: .notReadable(
                    line: nil,
                    words: "is a zip archive without a document that can be read (extract it first)"))
        }
        return try archive.stream(of: document)
    }

    private func unpacked(_ kind: ArchiveKind, head: [UInt8]) throws(FileError) -> DecompressedStream {
        let file = file
        let decoder: any StreamDecoder
        do throws(CompressionFault) {
            decoder = kind == .zstd ? try ZstdDecoder() : try InflateDecoder(.gzip)
        } catch {
            throw FileError(file: file.name, reason: .notReadable(line: nil, words: error.words))
        }
        var next = head.count
        return DecompressedStream(name: file.name, decoder: decoder, head: head) { buffer throws(FileError) in
            guard file.isSeekable else { return try file.readNext(into: buffer, waiting: 100) }
            let room = min(buffer.count, max(0, file.identity.size - next))
            let count = try file.read(
                at: next, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            next += count
            return count
        }
    }
}
