import RowValues
import Streams

extension FeatureTable: RestorableTable {
    private enum Section {
        static let layout = SavedSource.firstTableSection
        static let rows = layout + 1
        static let starts = layout + 2
        static let lines = layout + 3
    }

    /// Rows begin at offsets of 32 bits; rows that replace each other are not saved.
    package var savedByteCount: Int? {
        rows.chunks != nil && rows.byteCount < Int(UInt32.max) ? rows.byteCount + 64 << 10 : nil
    }

    /// Writes all rows with their values, and the columns.
    package func save(to file: inout SavedFileWriter) throws(SavedFault) {
        guard let chunks = rows.chunks else { throw .noRoom }
        try file.write(Section.rows, joining: chunks.lazy.map(\.bytes))
        var start: UInt32 = 0
        let starts = chunks.map { chunk in
            defer { start &+= UInt32(truncatingIfNeeded: chunk.byteCount) }
            return chunk.starts.map { $0 &+ start }
        }
        try file.write(Section.starts, joining: starts)
        try file.write(Section.lines, joining: chunks.lazy.map(\.lines))
        var writer = ByteWriter()
        writer.append(columnNames)
        roles.append(to: &writer)
        writer.append(UInt8(lines.map { $0.areFeatures ? 3 : 1 } ?? (features == nil ? 0 : 2)))
        writer.append(rewrite.rawValue)
        try file.write(Section.layout, writer.bytes)
    }

    /// The rows as they were saved; from `source` only what is printed is read.
    package init(saved: SavedFile, name: String, source: FileBytes) throws(SavedFault) {
        var reader = ByteReader(try saved.bytes(Section.layout))
        guard let names = reader.texts(), let roles = ColumnRoles(&reader, columnCount: names.count),
            let texts = reader.byte(), texts <= 3, let rewrite = reader.byte(), reader.isAtEnd
        else { throw .damaged }
        let chunk = RowChunk(
            bytes: try saved.bytes(Section.rows), starts: try saved.numbers(Section.starts, of: UInt32.self),
            lines: try saved.numbers(Section.lines, of: UInt32.self))
        guard let chunk else { throw .damaged }
        self.init(name: name, columnNames: names, roles: roles, rows: PackedRows(chunk))
        if texts & 1 == 1 { lines = RecordLines(of: source, areFeatures: texts == 3) }
        if texts == 2 { features = FeatureTexts(of: source) }
        self.rewrite = FeatureRewrite(rawValue: rewrite)
    }
}
