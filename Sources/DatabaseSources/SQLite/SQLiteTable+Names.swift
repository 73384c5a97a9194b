import MapModel
import RowValues
import SQLiteFiles
import Streams

extension SQLiteTable {
    private static let progressInterval = 4_096

    /// One pass through the table where its rows come in the order of their numbers, else row by row.
    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        var row = 0
        try visitInOrder(
            roles.searched, &row, isCancelled: isCancelled, orMissing: { appendEmptyRecord(to: &builder) }
        ) { rows, row in
            append(rows, to: &builder)
            if row % Self.progressInterval == 0 { progress(builder) }
        }
        try appendNamesByRow(from: row, to: &builder, isCancelled: isCancelled, progress: progress)
        progress(builder)
    }

    /// Values by storage class: blobs are missing, and so are those of rows that were deleted meanwhile.
    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        var row = 0
        try visitInOrder(
            columns, &row, isCancelled: isCancelled,
            orMissing: { for slot in columns.indices { builders[slot].append("") } }
        ) { rows, row in
            for slot in columns.indices { rows.append(slot + 1, to: &builders[slot]) }
            if row % Self.progressInterval == 0 { progress(Double(row) / Double(max(recordCount, 1))) }
        }
        while row < recordCount {
            if isCancelled() { throw .cancelled }
            let rows = (row..<min(row + Self.progressInterval, recordCount)).map { UInt32($0) }
            let missing = columns.map { _ in "" }
            var texts: [[String]] = []
            try visitRows(rows, orMissing: { texts.append(missing) }) { row in
                texts.append(columns.map { row.text(of: $0) })
            }
            for fields in texts {
                for (slot, text) in fields.enumerated() { builders[slot].append(text) }
            }
            row += rows.count
            progress(Double(row) / Double(recordCount))
        }
        progress(1)
    }

    /// Calls `body` with a statement at each row in the order of their numbers, and with the number of the next;
    /// `missing` for a row that was deleted meanwhile.
    ///
    /// Begins at `row` and sets it to the row with a value that is too long to be read with the others, otherwise to
    /// the end; does nothing where rows do not come in that order. Column 0 is the key, then come `columns`.
    private func visitInOrder(
        _ columns: [Int], _ row: inout Int, isCancelled: () -> Bool, orMissing missing: () -> Void,
        _ body: (borrowing SQLiteStatement, Int) -> Void
    ) throws(SourceError) {
        guard case .all(let keys) = keys, let rowids = keys.rowids, layout.relation.kind == .table else {
            return
        }
        let columns = layout.relation.keyColumns + columns.map(layout.relation.quotedColumn)
        let sql =
            "SELECT \(columns.joined(separator: ", ")) FROM \(layout.from) ORDER BY \(columns[0])"
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            var rows = try SQLiteStatement(database, sql)
            do throws(SourceError) {
                while row < rowids.count, try rows.step() {
                    // Rows deleted since they were numbered have no values; those added since have no number.
                    while row < rowids.count, rowids[row] < rows.integer(0) {
                        row += 1
                        missing()
                    }
                    guard row < rowids.count, rowids[row] == rows.integer(0) else { continue }
                    row += 1
                    body(rows, row)
                }
            } catch {
                if rows.wasTooBig { return }
                throw error
            }
            while row < rowids.count {
                row += 1
                missing()
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

extension SQLiteStatement {
    /// Appends the value of a column: a blob is none.
    func append(_ column: Int, to builder: inout ColumnBuilder) {
        switch kind(column) {
        case .text: withBytes(column) { builder.append($0) }
        case .blob, .null: builder.append("")
        default: builder.append(field(column).text)
        }
    }
}
