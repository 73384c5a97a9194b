import MapModel
import Rows
import Streams

extension LayeredTable {
    /// That of all tables, or delimited text.
    var ownFormat: RowFormat {
        let formats = Set(tables.map(\.ownFormat))
        return formats.count == 1 ? formats.first ?? .csv : .csv
    }

    /// Where all tables have the same header, rows in the order of their files as they are in them; else with the
    /// columns of all tables.
    func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, addsDistance: Bool,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let isOwn = format == .csv || format == .ndjson && ownFormat == .ndjson
        guard isOwn, !addsDistance, let head = try commonHead(format) else {
            return try writeValues(
                count: count, row: row, as: format, addsDistance: addsDistance, isJoined: true, to: sink)
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
                }, as: format, addsDistance: false
            ) { (bytes) throws(SourceError) in
                let skipped = min(rest, bytes.count)
                rest -= skipped
                try sink(Array(bytes.dropFirst(skipped)))
            }
            start = end
        }
    }

    /// The header of all tables; nil where they have different ones.
    private func commonHead(_ format: RowFormat) throws(SourceError) -> [UInt8]? {
        guard let first = try tables.first?.head(as: format, addsDistance: false) else { return nil }
        for table in tables.dropFirst() where try table.head(as: format, addsDistance: false) != first {
            return nil
        }
        return first
    }
}
