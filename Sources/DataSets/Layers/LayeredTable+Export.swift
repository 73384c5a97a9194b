import MapModel
import Rows
import Streams

extension LayeredTable: RunWritingTable {
    /// True of tables that share a header, if each writes its rows so.
    package func writesRuns(as format: RowFormat) -> Bool {
        format == .csv && writesAsRead(.csv, adding: [])
            && tables.allSatisfy { ($0 as? any RunWritingTable)?.writesRuns(as: .csv) == true }
    }

    /// The rows of one table after those of the other, below one header.
    package func writeRuns(
        of rows: RowSet, as format: RowFormat, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        guard let head = try commonHead(format, []) else { return }
        try sink(head)
        let total = Double(max(rows.count, 1))
        var (next, written) = (0, 0)
        while next < rows.capacity {
            let (table, range) = try source(of: UInt32(next))
            next = Int(range.upperBound)
            let own = rows.slice(Int(range.lowerBound)..<min(next, rows.capacity))
            guard let table = table as? any RunWritingTable, !own.isEmpty else { continue }
            let (before, count) = (Double(written), Double(own.count))
            written += own.count
            var lead = LeadingBytes(count: head.count)
            try table.writeRuns(of: own, as: format, progress: { progress((before + $0 * count) / total) }) {
                (bytes) throws(SourceError) in
                try sink(lead.cut(bytes))
            }
        }
    }

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
            var lead = LeadingBytes(count: head.count)
            try table.write(
                count: end - start,
                row: { index in
                    let whole = row(start + index)
                    return ExportedRow(row: whole.row - rows.lowerBound, place: whole.place)
                }, as: format, adding: adding
            ) { (bytes) throws(SourceError) in
                try sink(lead.cut(bytes))
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

/// The header that each table writes, to be left out.
private struct LeadingBytes {
    var count: Int

    /// What of the next bytes is behind it.
    mutating func cut(_ bytes: [UInt8]) -> [UInt8] {
        if count == 0 { return bytes }
        let cut = min(count, bytes.count)
        count -= cut
        return Array(bytes.dropFirst(cut))
    }
}
