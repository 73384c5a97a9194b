import RowValues
import Rows
import MapModel
import Streams

/// The rows of a table in which a later record with the same id replaces the earlier one: for streams of
/// moving objects. Rows are numbered by the first record of each id, so that a row keeps its number.
struct LatestRows: RowTable {
    private let table: any RowTable
    /// The newest record with a place of each row.
    private let records: [UInt32]
    let recordCount: Int

    var name: String { table.name }
    var columnNames: [String] { table.columnNames }
    var roles: ColumnRoles { table.roles }

    /// - Parameter skippedCount: records without a place; they are rows without values after the others.
    private init(_ table: any RowTable, records: [UInt32], skippedCount: Int) {
        self.table = table
        self.records = records
        recordCount = records.count + skippedCount
    }

    /// `source` with the newest record of each id; needs a column of ids.
    static func of(_ source: LoadedSource) throws(SourceError) -> LoadedSource {
        guard source.table.roles.id != nil else { return source }
        let hashes = try source.table.identityHashes(isCancelled: { Task.isCancelled })
        var rows: [UInt64: Int] = [:]
        var records: [UInt32] = []
        for record in source.points.placedRows {
            let hash = hashes[Int(record)]
            let hasIdentifier = RowIdentities.isOfIdentifier(hash)
            if hasIdentifier, let row = rows[hash] {
                records[row] = record
            } else {
                if hasIdentifier { rows[hash] = records.count }
                records.append(record)
            }
        }
        let replaced = source.points.count - records.count
        guard replaced > 0 else { return source }
        var notices = source.notices
        let words = replaced == 1 ? "record" : "records"
        notices.append(
            "\(printable(source.table.name)): \(grouped(replaced)) \(words) replaced earlier ones with the same id"
        )
        var latest = LoadedSource(
            points: source.points.renumbered(records),
            table: LatestRows(source.table, records: records, skippedCount: source.skipped.total),
            skipped: source.skipped, notices: notices)
        latest.layers[0].replacedCount = replaced
        latest.layers[0].earlyEnd = source.layers.first?.earlyEnd
        return latest
    }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let beyond = rows.first(where: { $0 >= recordCount }) { throw .noSuchRow(beyond, file: name) }
        let placed = rows.prefix { $0 < records.count }
        let order = placed.indices.sorted { records[Int(rows[$0])] < records[Int(rows[$1])] }
        var found = [SourceRow?](repeating: nil, count: placed.count)
        var next = 0
        try table.visitRows(order.map { records[Int(rows[$0])] }) { row in
            let place = order[next]
            found[place] = SourceRow(row: rows[place], line: row.line, values: row.values)
            next += 1
        }
        for row in found { if let row { body(row) } }
        for row in rows.dropFirst(placed.count) { body(SourceRow(row: row, line: nil, values: [])) }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        let hashes = try table.identityHashes(isCancelled: isCancelled)
        return records.map { hashes[Int($0)] } + [UInt64](repeating: 0, count: recordCount - records.count)
    }
}

/// Reads a stream of delimited text in which a record with a known id updates the same row.
package struct LatestRowsLoader: SourceLoader {
    let loader: CSVLoader

    /// The path, or "stdin".
    package var name: String { loader.name }

    /// Reads to the end of the stream; each part holds the newest record of each identifier so far.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let source = try loader.read(
            isCancelled: isCancelled,
            progress: { part in
                progress(
                    LoadProgress(
                        bytesRead: part.bytesRead, totalBytes: part.totalBytes, recordCount: part.recordCount,
                        part: part.part.flatMap { try? LatestRows.of($0) }))
            })
        return try LatestRows.of(source)
    }

    /// The explanation of the delimited text itself.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader.explainColumns(isCancelled: isCancelled)
    }
}
