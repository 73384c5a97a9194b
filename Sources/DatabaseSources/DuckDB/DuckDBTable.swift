import MapModel
import RowValues
import Rows
import Streams

/// The rows of files or of a table, whose values are read when they are asked for.
struct DuckDBTable: Sendable {
    let data: DuckDBData
    let session: DuckDBSession
    let layout: DuckDBLayout
    let keys: DuckDBKeys
    /// Rows that were read.
    private(set) var recordCount = 0

    /// Rows that are fetched by one statement.
    private static let fetchCount = 1_000

    init(data: DuckDBData, session: DuckDBSession, layout: DuckDBLayout, keys: DuckDBKeys) {
        (self.data, self.session, self.layout, self.keys) = (data, session, layout, keys)
        recordCount = layout.rowCount
    }

    /// The same table while it is read.
    func limited(to count: Int) -> DuckDBTable {
        var table = self
        table.recordCount = count
        return table
    }

    private var changed: SourceError { .file(FileError(file: name, reason: .changedSinceLoaded)) }

    /// Rows of another file would be shown in place of those that were read.
    private func checkUnchanged() throws(SourceError) {
        guard layout.identities == data.identities else { throw changed }
    }

    private func text(_ column: DuckDBColumn) -> String { DuckDBDialect().text(of: column.engineColumn) }
}

extension DuckDBTable: RowTable {
    var name: String { data.name }
    var columnNames: [String] { layout.columns.map(\.name) }
    var roles: ColumnRoles { layout.roles }
    var placeRoles: PlaceRoles? { layout.placeRoles }

    /// - Throws: `.noSuchRow` for a row that was deleted meanwhile.
    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let columns = layout.columns
        try visit(rows, columns) { row, texts in
            let values = zip(columns, texts).map { column, text in
                text.map { FieldValue(column.type.fieldKind, $0) } ?? .missing
            }
            body(SourceRow(row: row, line: nil, values: values))
        }
    }

    /// Only the labels: rows may have many other columns.
    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        guard let label = layout.roles.label else { return rows.map { _ in "" } }
        var labels: [String] = []
        labels.reserveCapacity(rows.count)
        try visit(rows, [layout.columns[label]]) { _, texts in labels.append(texts[0] ?? "") }
        return labels
    }

    private func visit(
        _ rows: [UInt32], _ columns: [DuckDBColumn], _ body: (UInt32, [String?]) -> Void
    ) throws(SourceError) {
        guard let last = rows.last else { return }
        guard last < recordCount else { throw .noSuchRow(last, file: name) }
        try checkUnchanged()
        let names = layout.relation.keys
        let selected = (names + columns.map(text)).joined(separator: ", ")
        for start in stride(from: 0, to: rows.count, by: Self.fetchCount) {
            let some = rows[start..<min(start + Self.fetchCount, rows.count)]
            let places = some.map { keys.place(of: $0) }
            let found = try session.rows(
                "SELECT \(selected) FROM \(layout.relation.sql) WHERE \(condition(places))",
                columnCount: names.count + columns.count, isCancelled: { Task.isCancelled })
            var numbers: [[Int]: Int] = [:]
            for row in 0..<found.count { numbers[names.indices.map { found.int(row, $0) ?? -1 }] = row }
            for (row, place) in zip(some, places) {
                let key = names.count == 1 ? [Int(place.key)] : [place.part, Int(place.key)]
                guard let number = numbers[key] else { throw .noSuchRow(row, file: name) }
                body(row, columns.indices.map { found[number, names.count + $0] })
            }
        }
    }

    /// File by file, so that the others are not read.
    private func condition(_ places: [(part: Int, key: Int64)]) -> String {
        let names = layout.relation.keys
        let parts = Dictionary(grouping: places) { $0.part }.sorted { $0.key < $1.key }
        return parts.map { part, places in
            let test = "\(names[names.count - 1]) IN (\(places.map { "\($0.key)" }.joined(separator: ", ")))"
            return names.count == 1 ? test : "(\(names[0]) = \(part) AND \(test))"
        }.joined(separator: " OR ")
    }

    // MARK: - All rows

    /// Calls `body` with each value of all rows in order, then `endRow`.
    private func stream(
        _ columns: [String], isCancelled: () -> Bool, _ value: (UnsafeBufferPointer<UInt8>?) -> Void,
        endRow: (Int) -> Void
    ) throws(SourceError) {
        try checkUnchanged()
        var answer = DuckDBAnswer()
        var row = 0
        try session.stream(
            "SELECT \(columns.joined(separator: ", ")) FROM \(layout.relation.sql)", isCancelled: isCancelled
        ) { piece throws(DuckDBFault) in
            answer.feed(piece, value: value) {
                row += 1
                endRow(row)
            }
        }
        guard row == recordCount else { throw changed }
    }

    private static let progressInterval = 1 << 14

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        guard recordCount > 0 else { return }
        let searched = roles.searched.map { text(layout.columns[$0]) }
        let columns = (roles.label == nil ? ["''"] : []) + searched
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        try stream(columns, isCancelled: isCancelled) {
            builder.appendField($0 ?? empty)
        } endRow: { row in
            builder.endRecord()
            if row % Self.progressInterval == 0 { progress(builder) }
        }
        progress(builder)
    }

    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        guard recordCount > 0, !columns.isEmpty else { return }
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var slot = 0
        try stream(columns.map { text(layout.columns[$0]) }, isCancelled: isCancelled) {
            builders[slot].append($0 ?? empty)
            slot += 1
        } endRow: { row in
            slot = 0
            if row % Self.progressInterval == 0 { progress(Double(row) / Double(recordCount)) }
        }
        progress(1)
    }

    /// Of the id, or of all values of a row without one.
    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        let all = "hash(\(layout.columns.map(text).joined(separator: ", ")))"
        let hash =
            roles.id.map { text(layout.columns[$0]) }.map {
                "CASE WHEN coalesce(trim(\($0)), '') = '' THEN \(all) ELSE hash(\($0)) END"
            } ?? all
        var hashes: [UInt64] = []
        hashes.reserveCapacity(recordCount)
        try stream([hash], isCancelled: isCancelled) {
            value in
            hashes.append(value.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } ?? 0)
        } endRow: { _ in
        }
        return hashes
    }
}
