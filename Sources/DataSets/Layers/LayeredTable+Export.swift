import MapModel
import Rows
import Streams

extension LayeredTable {
    /// That of all tables, or delimited text.
    package var ownFormat: RowFormat {
        let formats = Set(tables.map(\.ownFormat))
        return formats.count == 1 ? formats.first ?? .csv : .csv
    }

    /// Where all tables have the same header, rows in the order of their files as they are in them; else with the
    /// columns of all tables.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        // NDJSON has no header: its rows may follow each other only if all have their places in the same two members.
        func areAlike() throws(SourceError) -> Bool {
            if format == .csv { return true }
            return try !needsPlace(count: count, row: row, as: format, fills: false)
        }
        guard let head = try commonHead(format, adding), try areAlike() else {
            return try writeValues(count: count, row: row, as: format, adding: adding, to: sink)
        }
        try sink(head)
        var start = 0
        while start < count {
            let (table, rows) = try source(of: row(start).row)
            let end = (start..<count).first { !rows.contains(row($0).row) } ?? count
            var rest = head.count
            try table.write(
                count: end - start,
                row: { index in
                    let whole = row(start + index)
                    return ExportedRow(row: whole.row - rows.lowerBound, place: whole.place)
                }, as: format, adding: adding
            ) { (bytes) throws(SourceError) in
                let skipped = min(rest, bytes.count)
                rest -= skipped
                try sink(Array(bytes.dropFirst(skipped)))
            }
            start = end
        }
    }

    /// True of tables that share a header and each write their rows unchanged.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        format == .csv && tables.allSatisfy { $0.writesAsRead(format, adding: adding) }
            && (try? commonHead(format, adding)) != nil
    }

    /// The header of all tables; nil if they differ, or if rows must be written by their values.
    private func commonHead(_ format: RowFormat, _ adding: AddedColumns) throws(SourceError) -> [UInt8]? {
        guard format == .csv || format == .ndjson && ownFormat == .ndjson, !adding.contains(.distance),
            let first = try tables.first?.head(as: format, adding: adding)
        else { return nil }
        for table in tables.dropFirst() where try table.head(as: format, adding: adding) != first {
            return nil
        }
        return first
    }
}
