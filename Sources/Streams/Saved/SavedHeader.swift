import Platform

/// Why a saved file is not used.
package enum SavedFault: Error, Equatable, Sendable {
    /// Nothing was saved.
    case absent
    /// Not what was written.
    case damaged
    /// Saved of other content, or of the same file with other options.
    case otherSource
    /// Saved by an older program.
    case older
    /// Saved by a newer program, whose file stays.
    case newer
    /// The folder or the file belongs to somebody else, may be written by others, or is a link.
    case unsafe
    /// Saving was cancelled: the program ends.
    case abandoned
    /// Another process saves the same.
    case busy
    /// The disk would be full.
    case noRoom
    /// An error of the system.
    case system(SystemError)

    /// Why a folder is not used, in words.
    package var words: String {
        switch self {
        case .unsafe: "belongs to somebody else, may be written by others, or is a link"
        case .system(let error): error.words
        default: "\(self)"
        }
    }

    /// What an error means for a file or folder that was opened.
    init(_ error: SystemError) {
        self =
            switch error {
            case .noSuchFile: .absent
            // A link, or a file in place of the folder.
            case .tooManyLinks, .notFolder: .unsafe
            default: .system(error)
            }
    }
}

/// What is saved, and of which state of which file.
package struct SavedHeader: Sendable, Equatable {
    /// The path of the source, without links.
    package var source: String
    /// All that decides how the source is read, and what is saved of it.
    package var options: String
    /// The source as it was read.
    package var fingerprint: FileFingerprint
    /// Rows of the source.
    package var rowCount: Int

    /// A header for what is saved of a source.
    package init(source: String, options: String, fingerprint: FileFingerprint, rowCount: Int) {
        self.source = source
        self.options = options
        self.fingerprint = fingerprint
        self.rowCount = rowCount
    }

    /// The name of its file, the same for all states of the source.
    package var fileName: String {
        StableHash.text(of: Array(source.utf8) + [0] + Array(options.utf8)) + SavedFolder.ending
    }

    /// The same file and options in the same state; the number of rows is not known before.
    func matches(_ other: SavedHeader) -> Bool {
        source == other.source && options == other.options && fingerprint == other.fingerprint
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(source)
        writer.append(options)
        fingerprint.append(to: &writer)
        writer.append(UInt64(rowCount))
        return writer.bytes
    }

    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let source = reader.text(), let options = reader.text(),
            let fingerprint = FileFingerprint(&reader), let rowCount = reader.uint64(), reader.isAtEnd
        else { return nil }
        self.init(source: source, options: options, fingerprint: fingerprint, rowCount: rowCount)
    }
}

/// The first bytes of a saved file; their layout is the same in all versions.
struct SavedPrelude: Equatable {
    static let length = 64
    static let currentVersion: UInt32 = 1

    private static let magic: UInt64 = 0x0A58_4449_504D_5401
    private static let byteOrder: UInt32 = 0x0102_0304

    /// Of the container.
    var version = currentVersion
    /// Of what the sections mean.
    var layout: UInt32
    /// Bytes of the header, which follows.
    var headerLength: Int
    var headerChecksum: UInt64

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.magic)
        // In the order of this machine, unlike all other numbers.
        writer.append(UInt32(littleEndian: Self.byteOrder))
        writer.append(version)
        writer.append(layout)
        writer.append(UInt32(0))
        writer.append(UInt64(headerLength))
        writer.append(headerChecksum)
        writer.append(UInt64(0))
        writer.append(UInt64(0))
        writer.append(SavedChecksum.of(writer.bytes))
        return writer.bytes
    }

    init(layout: UInt32, header: [UInt8]) {
        self.layout = layout
        headerLength = header.count
        headerChecksum = SavedChecksum.of(header)
    }

    /// - Throws: `.damaged`.
    init(_ bytes: [UInt8]) throws(SavedFault) {
        var reader = ByteReader(bytes)
        _ = reader.bytes(12)
        guard bytes.count == Self.length, let version = reader.uint32(), let layout = reader.uint32(),
            reader.uint32() != nil, let headerLength = reader.uint64(), let checksum = reader.word()
        else { throw .damaged }
        self.version = UInt32(truncatingIfNeeded: version)
        self.layout = UInt32(truncatingIfNeeded: layout)
        self.headerLength = headerLength
        headerChecksum = checksum
        // What a flipped bit calls a newer version is not.
        guard self.bytes == bytes else { throw .damaged }
    }

    /// - Throws: `.newer` or `.older` than this program, which reads one layout only.
    func checkVersion(layout current: UInt32) throws(SavedFault) {
        if version > Self.currentVersion || layout > current { throw .newer }
        if version < Self.currentVersion || layout < current { throw .older }
    }
}

/// The last bytes of a saved file: where its table of sections is. Without them it was not written to its end.
struct SavedFooter: Equatable {
    static let length = 64

    /// Where the table begins.
    var tableOffset: Int
    var tableLength: Int
    var tableChecksum: UInt64
    /// Of the prelude, so that both ends belong together.
    var preludeChecksum: UInt64
    /// Bytes of the whole file.
    var fileLength: Int

    var bytes: [UInt8] {
        var writer = ByteWriter()
        for number in [tableOffset, tableLength, fileLength] { writer.append(UInt64(number)) }
        writer.append(tableChecksum)
        writer.append(preludeChecksum)
        writer.append(UInt64(0))
        writer.append(UInt64(0))
        writer.append(SavedChecksum.of(writer.bytes))
        return writer.bytes
    }

    /// - Throws: `.damaged`.
    init(_ bytes: [UInt8]) throws(SavedFault) {
        var reader = ByteReader(bytes)
        guard bytes.count == Self.length, let offset = reader.uint64(), let length = reader.uint64(),
            let fileLength = reader.uint64(), let table = reader.word(), let prelude = reader.word()
        else { throw .damaged }
        self.init(
            tableOffset: offset, tableLength: length, tableChecksum: table, preludeChecksum: prelude,
            fileLength: fileLength)
        guard self.bytes == bytes else { throw .damaged }
    }

    init(
        tableOffset: Int, tableLength: Int, tableChecksum: UInt64, preludeChecksum: UInt64, fileLength: Int
    ) {
        self.tableOffset = tableOffset
        self.tableLength = tableLength
        self.tableChecksum = tableChecksum
        self.preludeChecksum = preludeChecksum
        self.fileLength = fileLength
    }
}
