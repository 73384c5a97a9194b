import Platform

/// The entries of a zip archive, by the list at its end.
///
/// Only what is needed to find one document: no encryption, no archives on several disks, nothing beyond 4
/// GiB.
/// After PKWARE, "APPNOTE.TXT: .ZIP File Format Specification", 6.3.10, section 4.3.
package struct ZipArchive {
    /// A file or folder in the archive.
    package struct Entry: Equatable {
        /// Its path in the archive.
        package let name: String
        let method: UInt16
        let isEncrypted: Bool
        /// CRC-32 of its bytes.
        let checksum: UInt32
        let packedCount: Int
        let headerOffset: Int

        /// The last part of the name after a dot, in lower case; "log" for `access.log.1`, `access.log-20261126` and `syslog`.
        package var ending: String {
            let file = name.split(separator: "/").last ?? ""
            var parts = file.lowercased().split(separator: ".")
            if parts.count > 2, parts[parts.count - 1].allSatisfy(\.isNumber) { parts.removeLast() }
            let last = parts.last ?? ""
            return last.hasPrefix("log-")
                || Self.logNames.contains(String(parts.first ?? "")) && parts.count < 2
                ? "log" : String(last)
        }
        /// Logs whose names have no ending.
        private static let logNames: Set = [
            "syslog", "messages", "secure", "maillog", "access_log", "error_log",
        ]

        /// Neither a folder nor hidden, nor the metadata of a Mac.
        package var isVisibleFile: Bool {
            !name.hasSuffix("/")
                && !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
        }
    }

    private static let endLength = 22
    private static let longestComment = 65_535
    private static let longestDirectory = 64 << 20

    /// Its files and folders, in the order of the list.
    package let entries: [Entry]
    private let bytes: KeptBytes
    private let byteCount: Int
    private let name: String

    init(_ bytes: KeptBytes, count: Int, name: String) throws(FileError) {
        self.bytes = bytes
        byteCount = count
        self.name = name
        let tailStart = max(0, count - Self.endLength - Self.longestComment)
        let tail = try Self.read(bytes, tailStart..<count)
        guard let end = Self.lastEnd(in: tail) else { throw Self.damaged(name) }
        let size = tail.word(at: end + 12)
        let offset = tail.word(at: end + 16)
        guard offset <= count, size <= count - offset, size <= Self.longestDirectory else {
            throw Self.damaged(name)
        }
        entries = Self.entries(in: try Self.read(bytes, offset..<offset + size))
    }

    /// The document that is wanted, else the one that the archive is read as.
    func document(named name: String?) -> Entry? {
        name.map { name in entries.first { $0.name == name } } ?? document
    }

    /// The document that a file is read as, if it is an archive.
    package static func mainDocumentName(in file: FileBytes) -> String? {
        guard file.isSeekable else { return nil }
        return (try? ZipArchive(.file(file), count: file.identity.size, name: file.name))?.document(
            named: file.member)?.name
    }

    /// The names of the KML documents in a file that is an archive.
    package static func documentNames(in file: FileBytes) -> [String] {
        guard file.isSeekable,
            let archive = try? ZipArchive(.file(file), count: file.identity.size, name: file.name)
        else { return [] }
        return archive.entries.filter { $0.isVisibleFile && $0.ending == "kml" }.map(\.name)
    }

    /// The documents with rows of text in an archive that has several and no other data: those with endings of formats, else
    /// those called `.txt`; none where it is read as one document or by another program.
    package var textDocuments: [Entry] {
        guard document == nil else { return [] }
        let files = entries.filter(\.isVisibleFile)
        let others = Self.otherEndings.subtracting(["xml"])
        guard !files.contains(where: { others.contains($0.ending) }) else { return [] }
        for endings in [Self.textEndings, ["txt"]] {
            let texts = files.filter { endings.contains($0.ending) }
            if !texts.isEmpty { return texts }
        }
        return []
    }

    /// The KML document of a KMZ: `doc.kml`, else the first KML file in the archive; else the only file of text.
    var document: Entry? {
        let documents = entries.filter { $0.name.lowercased().hasSuffix(".kml") }
        return documents.first { $0.name.lowercased() == "doc.kml" } ?? documents.first ?? onlyText
    }

    private static let textEndings: Set = [
        "csv", "tsv", "psv", "json", "geojson", "geojsonl", "geojsons", "ndjson", "jsonl", "gpx", "tcx",
        "log",
    ]
    /// Of data sets that consist of several files, or that another program reads.
    private static let otherEndings: Set = [
        "shp", "gpkg", "gdbtable", "tab", "mif", "fgb", "gml", "xlsx", "ods", "xml", "rels", "sqlite", "db",
    ]

    /// The only file with rows of text in an archive without other data; `.txt` counts where there is no other.
    private var onlyText: Entry? {
        let files = entries.filter(\.isVisibleFile)
        guard !files.contains(where: { Self.otherEndings.contains($0.ending) }) else { return nil }
        for endings in [Self.textEndings, ["txt"]] {
            let texts = files.filter { endings.contains($0.ending) }
            if !texts.isEmpty { return texts.count == 1 ? texts[0] : nil }
        }
        return nil
    }

    /// The decompressed bytes of an entry.
    func stream(of entry: Entry) throws(FileError) -> DecompressedStream {
        guard !entry.isEncrypted else { throw refused("the document in it is encrypted") }
        let headerLength = 30
        guard entry.headerOffset + headerLength <= byteCount else { throw Self.damaged(name) }
        let header = try Self.read(bytes, entry.headerOffset..<entry.headerOffset + headerLength)
        guard header.word(at: 0) == 0x0403_4B50 else { throw Self.damaged(name) }
        let start = entry.headerOffset + headerLength + header.short(at: 26) + header.short(at: 28)
        guard start <= byteCount else { throw Self.damaged(name) }
        // A file that is cut off still yields the bytes that are there.
        var next = start..<min(byteCount, start + entry.packedCount)
        let bytes = bytes
        let decoder = CheckedDecoder(try decoder(for: entry), checksum: entry.checksum)
        return DecompressedStream(name: name, decoder: decoder) {
            buffer throws(FileError) in
            let piece = next.lowerBound..<min(next.upperBound, next.lowerBound + buffer.count)
            buffer.copyBytes(from: try Self.read(bytes, piece))
            next = piece.upperBound..<next.upperBound
            return piece.count
        }
    }

    /// The first decompressed bytes of an entry; none where it cannot be read.
    package func beginning(of entry: Entry, atMost limit: Int) -> [UInt8] {
        guard let stream = try? stream(of: entry) else { return [] }
        var beginning: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while beginning.count < limit {
            do throws(FileError) {
                let read = try buffer.withMutableBytes { bytes throws(FileError) in
                    try stream.read(into: bytes)
                }
                guard let count = read else { continue }
                if count == 0 { break }
                beginning += buffer[..<count]
            } catch {
                break
            }
        }
        return Array(beginning.prefix(limit))
    }

    /// Writes the decompressed bytes of an entry into a new file.
    package func extract(_ entry: Entry, to path: String) throws(FileError) {
        let descriptor = Descriptor.open(path, [.writing, .new], permissions: 0o600)
        guard descriptor >= 0 else { throw FileError(system: .last, file: name) }
        defer { Descriptor.close(descriptor) }
        let stream = try stream(of: entry)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let read = try buffer.withMutableBytes { bytes throws(FileError) in try stream.read(into: bytes) }
            guard let count = read else { continue }
            if count == 0 { break }
            let written = buffer.withUnsafeBytes {
                Descriptor.writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor)
            }
            guard written == count else { throw FileError(system: .last, file: name) }
        }
        if let fault = stream.fault { throw refused(fault.words) }
    }

    private func decoder(for entry: Entry) throws(FileError) -> any StreamDecoder {
        switch entry.method {
        case 0: return StoredDecoder(count: entry.packedCount)
        case 8:
            do throws(CompressionFault) {
                return try InflateDecoder(.bare)
            } catch {
                throw refused(error.words)
            }
        default: throw refused("the document in it uses an unsupported compression method")
        }
    }

    private func refused(_ words: String) -> FileError {
        FileError(file: name, reason: .notReadable(line: nil, words: words))
    }

    // MARK: the list at the end

    private static func damaged(_ name: String) -> FileError {
        FileError(file: name, reason: .notReadable(line: nil, words: "is a damaged zip archive"))
    }

    private static func read(_ bytes: KeptBytes, _ range: Range<Int>) throws(FileError) -> [UInt8] {
        var memory: [UInt8] = []
        try bytes.read(range, into: &memory)
        memory.removeLast(memory.count - range.count)
        return memory
    }

    /// Where the record at the end begins: a comment may follow it.
    private static func lastEnd(in tail: [UInt8]) -> Int? {
        guard tail.count >= endLength else { return nil }
        return (0...tail.count - endLength).last { tail[$0] == 0x50 && tail.word(at: $0) == 0x0605_4B50 }
    }

    private static func entries(in directory: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        var offset = 0
        let headerLength = 46
        while offset + headerLength <= directory.count, directory.word(at: offset) == 0x0201_4B50 {
            let nameStart = offset + headerLength
            let nameEnd = nameStart + directory.short(at: offset + 28)
            guard nameEnd <= directory.count else { break }
            entries.append(
                Entry(
                    name: String(decoding: directory[nameStart..<nameEnd], as: UTF8.self),
                    method: UInt16(directory.short(at: offset + 10)),
                    isEncrypted: directory.short(at: offset + 8) & 1 != 0,
                    checksum: UInt32(directory.word(at: offset + 16)),
                    packedCount: directory.word(at: offset + 20),
                    headerOffset: directory.word(at: offset + 42)))
            offset = nameEnd + directory.short(at: offset + 30) + directory.short(at: offset + 32)
        }
        return entries
    }
}

extension [UInt8] {
    fileprivate func short(at offset: Int) -> Int {
        Int(self[offset]) | Int(self[offset + 1]) << 8
    }

    fileprivate func word(at offset: Int) -> Int {
        short(at: offset) | short(at: offset + 2) << 16
    }
}
