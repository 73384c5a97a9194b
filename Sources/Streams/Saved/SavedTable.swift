/// Where the sections of a saved file are, with a checksum for each block of them.
struct SavedTable: Equatable {
    /// Bytes that have a checksum of their own, the last ones of a section for the rest.
    static let blockLength = 1 << 20

    struct Section: Equatable {
        let id: Int
        let offset: Int
        let length: Int
        let checksums: [UInt64]
    }

    private(set) var sections: [Section] = []

    init() {}

    func section(_ id: Int) -> Section? { sections.first { $0.id == id } }

    mutating func append(_ section: Section) { sections.append(section) }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(UInt64(sections.count))
        for section in sections {
            for number in [section.id, section.offset, section.length] { writer.append(UInt64(number)) }
            for checksum in section.checksums { writer.append(checksum) }
        }
        return writer.bytes
    }

    /// - Parameter end: sections end before it.
    /// - Throws: `.damaged`.
    init(_ bytes: [UInt8], end: Int) throws(SavedFault) {
        var reader = ByteReader(bytes)
        guard let count = reader.uint64() else { throw .damaged }
        for _ in 0..<count {
            guard let id = reader.uint64(), let offset = reader.uint64(), let length = reader.uint64(),
                offset <= end, length <= end - offset
            else { throw .damaged }
            var checksums: [UInt64] = []
            for _ in stride(from: 0, to: length, by: Self.blockLength) {
                guard let checksum = reader.word() else { throw .damaged }
                checksums.append(checksum)
            }
            sections.append(Section(id: id, offset: offset, length: length, checksums: checksums))
        }
        guard reader.isAtEnd else { throw .damaged }
    }
}
