import MapModel
import Streams

extension SQLiteTable {
    private static let progressInterval = 4_096

    /// One pass through the table where its rows come in the order of their numbers, else row by row.
    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        var row = 0
        if case .all(let keys) = keys, let rowids = keys.rowids, layout.relation.kind == .table {
            try appendNames(of: rowids, &row, to: &builder, isCancelled: isCancelled, progress: progress)
        }
        try appendNamesByRow(from: row, to: &builder, isCancelled: isCancelled, progress: progress)
        progress(builder)
    }

    /// Begins at `row` and sets it to the row with a value that is too long to be read with the others,
    /// otherwise to the end.
    private func appendNames(
        of rowids: [Int64], _ row: inout Int, to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        let columns = layout.relation.keyColumns + roles.searched.map(layout.relation.quotedColumn)
        let sql =
            "SELECT \(columns.joined(separator: ", ")) FROM \(layout.from) ORDER BY \(columns[0])"
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            var rows = try SQLiteStatement(database, sql)
            do throws(SourceError) {
                while row < rowids.count, try rows.step() {
                    // Rows deleted since they were numbered have no words; those added since have no number.
                    while row < rowids.count, rowids[row] < rows.integer(0) {
                        appendEmptyRecord(to: &builder)
                        row += 1
                    }
                    guard row < rowids.count, rowids[row] == rows.integer(0) else { continue }
                    append(rows, to: &builder)
                    row += 1
                    if row % Self.progressInterval == 0 { progress(builder) }
                }
            } catch {
                if rows.wasTooBig { return }
                throw error
            }
            while row < rowids.count {
                appendEmptyRecord(to: &builder)
                row += 1
            }
        }
    }

    private func append(_ rows: borrowing SQLiteStatement, to builder: inout NameIndex.Builder) {
        if roles.label == nil { builder.appendField("") }
        for column in 1..<rows.columnCount {
            if rows.kind(column) == .text {
                rows.withBytes(column) { builder.appendField($0) }
            } else {
                builder.appendField(rows.field(column).text)
            }
        }
        builder.endRecord()
    }

    private func appendEmptyRecord(to builder: inout NameIndex.Builder) {
        for _ in 0..<max(roles.searched.count + (roles.label == nil ? 1 : 0), 1) { builder.appendField("") }
        builder.endRecord()
    }

    private func appendNamesByRow(
        from first: Int, to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        for start in stride(from: first, to: recordCount, by: Self.progressInterval) {
            if isCancelled() { throw .cancelled }
            let rows = (start..<min(start + Self.progressInterval, recordCount)).map { UInt32($0) }
            var words: [[String]] = []
            try visitRows(rows, orMissing: { words.append([]) }) { row in
                words.append((roles.label == nil ? [""] : []) + roles.searched.map { row.text(of: $0) })
            }
            for fields in words {
                if fields.isEmpty { appendEmptyRecord(to: &builder) } else { builder.append(fields) }
            }
            progress(builder)
        }
    }
}
