import RowValues
import Rows
import Streams

extension DelimitedTable: RestorableTable {
    private enum Section {
        static let layout = SavedSource.firstTableSection
        static let offsets = layout + 1
        static let lines = layout + 2
    }

    /// Nil when the bytes are kept in memory: those of a stream, or decoded ones.
    package var savedByteCount: Int? {
        if case .file = bytes { blocks.count * 16 + 64 << 10 } else { nil }
    }

    /// Writes where records begin, and what is known of the columns.
    package func save(to file: inout SavedFileWriter) throws(SavedFault) {
        try file.write(Section.offsets, blocks.offsets)
        try file.write(Section.lines, blocks.firstLines)
        var writer = ByteWriter()
        writer.append([dialect.delimiter, dialect.quote])
        for flag in [
            dialect.hasHeader, dialect.decimalMark == .comma, hasByteOrderMark, headerBytes != nil,
            unitsBytes != nil, isInDegrees,
        ] {
            writer.append(UInt8(flag ? 1 : 0))
        }
        writer.append(headerBytes ?? [])
        writer.append(unitsBytes ?? [])
        writer.append(lineEnd)
        writer.append(UInt64(recordCount))
        writer.append(UInt64(blocks.end))
        writer.append(columnNames)
        columns.append(to: &writer)
        try file.write(Section.layout, writer.bytes)
    }

    /// The table as it was saved; why its columns were chosen is not.
    package init(saved: SavedFile, name: String, source: FileBytes) throws(SavedFault) {
        var reader = ByteReader(try saved.bytes(Section.layout))
        guard let signs = reader.counted(), signs.count == 2, let flags = reader.bytes(6).map(Array.init),
            let header = reader.counted(), let units = reader.counted(), let lineEnd = reader.counted(),
            let recordCount = reader.uint64(),
            let end = reader.uint64(), let names = reader.texts(),
            let columns = DetectedColumns(&reader, columnCount: names.count), reader.isAtEnd
        else { throw .damaged }
        let blocks = RecordBlocks(
            offsets: try saved.numbers(Section.offsets, of: Int.self),
            firstLines: try saved.numbers(Section.lines, of: Int.self), end: end, recordCount: recordCount,
            size: source.identity.size)
        guard let blocks else { throw .damaged }
        self.init(
            name: name, identity: source.identity,
            dialect: CSVDialect(
                delimiter: signs[0], quote: signs[1], hasHeader: flags[0] == 1,
                decimalMark: flags[1] == 1 ? .comma : .point),
            columnNames: names, columns: columns, headerBytes: flags[3] == 1 ? header : nil,
            unitsBytes: flags[4] == 1 ? units : nil, recordCount: recordCount, lineEnd: lineEnd,
            isInDegrees: flags[5] == 1, hasByteOrderMark: flags[2] == 1, blocks: blocks, bytes: .file(source))
    }
}

extension CSVLoader: SavableLoader {
    /// Rows are saved with the places of their records in the file.
    package var savable: SavableInput? {
        var options = options
        // Partial results are the same rows.
        options.snapshotInterval = .zero
        return SavableInput(input, options: options, table: DelimitedTable.self)
    }
}
