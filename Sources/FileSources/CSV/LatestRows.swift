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
        var register = RecordRegister()
        return try register.latest(of: source)
    }

    /// Which record of a stream is the newest of each id: each part of the stream adds those that are new in it.
    struct RecordRegister {
        private var rows: [UInt64: Int] = [:]
        /// The newest record with a place, and how many there were, by row.
        private var records: [UInt32] = []
        private var heard: [UInt32] = []
        /// The first record that was not looked at.
        private var next: UInt32 = 0

        /// The rows of a source that has grown since the last time.
        mutating func latest(of source: LoadedSource) throws(SourceError) -> LoadedSource {
            guard let id = source.table.roles.id else { return source }
            let added = source.points.placedRows(from: next)
            var said: [UInt32] = []
            said.reserveCapacity(added.count)
            try source.table.visitRows(added) { said.append(take($0, id: id)) }
            next = added.last.map { $0 + 1 } ?? next
            let replaced = source.points.count - records.count
            var latest = source
            // Numbers of rows must not depend on whether a record was replaced yet.
            if replaced > 0 || source.skipped.total > 0 {
                latest.points = source.points.renumbered(records)
                latest.table = LatestRows(source.table, records: records, skippedCount: source.skipped.total)
                if replaced > 0 { latest.notices.append(LatestRows.notice(replaced, source.table.name)) }
                var layer = SourceLayer(of: latest)
                layer.replacedCount = replaced
                layer.earlyEnd = source.layers.first?.earlyEnd
                latest.layers = [layer]
                latest.heard = heard + [UInt32](repeating: 0, count: source.skipped.total)
            } else {
                var all = [UInt32](repeating: 0, count: source.table.recordCount)
                for (record, count) in zip(records, heard) { all[Int(record)] = count }
                latest.heard = all
            }
            latest.messages = [
                ThingMessages(
                    rows: said, points: source.points.renumbered(added),
                    LatestRows(source.table, records: added, skippedCount: 0))
            ]
            return latest
        }

        /// Takes a record; the row that it is about.
        private mutating func take(_ record: SourceRow, id: Int) -> UInt32 {
            let identifier = record.text(of: id)
            let isIdentifier = identifier.utf8.contains { $0 > 0x20 }
            let hash = RowIdentities.hash(ofIdentifier: isIdentifier) { $0.combine(identifier) }
            if isIdentifier, let row = rows[hash] {
                records[row] = record.row
                heard[row] &+= 1
                return UInt32(row)
            } else {
                if isIdentifier { rows[hash] = records.count }
                records.append(record.row)
                heard.append(isIdentifier ? 1 : 0)
                return UInt32(records.count - 1)
            }
        }
    }

    private static func notice(_ count: Int, _ name: String) -> String {
        let words = count == 1 ? "record" : "records"
        return "\(printable(name)): \(grouped(count)) \(words) replaced earlier ones with the same id"
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
    private let loader: CSVLoader

    init(_ loader: CSVLoader) {
        var options = loader.options
        options.isLive = true
        self.loader = CSVLoader(loader.input, options: options)
    }

    /// The path, or "stdin".
    package var name: String { loader.name }

    /// Reads to the end of the stream; each part holds the newest record of each identifier so far.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var register = LatestRows.RecordRegister()
        let source = try loader.read(
            isCancelled: isCancelled,
            progress: { part in
                progress(
                    LoadProgress(
                        bytesRead: part.bytesRead, totalBytes: part.totalBytes, recordCount: part.recordCount,
                        part: part.part.flatMap { try? register.latest(of: $0) }))
            })
        return try register.latest(of: source)
    }

    /// The explanation of the delimited text itself.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader.explainColumns(isCancelled: isCancelled)
    }
}
