import CSQLite
import MapModel
import RowValues
import TestSupport

@testable import DataSets
@testable import DatabaseSources
@testable import Rows
@testable import SQLiteFiles
@testable import Streams

/// Tables of SQLite: views from rows in memory, rows near a place by SQL.
struct SQLiteContract: ContractEngine {
    /// How places are stored.
    enum Layout: String, CaseIterable {
        case index, reals, texts, keyed, view, statement
    }

    let isAvailable = true
    let differences = Set<ContractDifference>.ofRowsInMemory

    // MARK: - Places

    var layouts: [String] { Layout.allCases.map(\.rawValue) }

    private static func literal(_ number: Double?) -> String {
        guard let number else { return "NULL" }
        return number.isNaN ? "'nan'" : number.isFinite ? "\(number)" : number < 0 ? "-9e999" : "9e999"
    }

    func places(_ layout: String) throws -> ContractSource {
        let layout = Layout(rawValue: layout) ?? .index
        let folder = try ScratchFolder()
        let path = folder.file("places.sqlite")
        let type = layout == .texts ? "TEXT" : "REAL"
        let key = layout == .keyed ? "INTEGER, PRIMARY KEY (name, id)" : "INTEGER PRIMARY KEY"
        let columns =
            layout == .keyed
            ? "id INTEGER, name TEXT, lat \(type), lon \(type), PRIMARY KEY (name, id)"
            : "id \(key), name TEXT, lat \(type), lon \(type)"
        try Self.execute(
            "CREATE TABLE p (\(columns))\(layout == .keyed ? " WITHOUT ROWID" : "")",
            "INSERT INTO p VALUES \(ContractRows.shared.values(literal, Self.literal).sqlValues)",
            layout == .index ? "CREATE INDEX place ON p (lat, lon)" : "",
            layout == .view
                ? "ALTER TABLE p RENAME TO hidden; CREATE VIEW p AS SELECT id, name, lat, lon FROM hidden"
                : "",
            in: path)
        var options = SQLiteOptions(table: "p")
        if layout == .statement { (options.table, options.sql) = (nil, "SELECT * FROM p -- all of them") }
        return ContractSource(
            source: try SQLiteSource(path, options), tree: ContractRows.shared.treeWithTurned,
            misplacedCount: ContractRows.misplaced.count - ContractRows.turnedCount, kept: folder)
    }

    // MARK: - Tables

    /// SQLite enforces no types: a column is what its values are.
    let valueTypes = ["REAL", "", "TEXT", "TEXT", "", "TEXT", "", "TEXT"]
    let misfits = ["NULL", "'x'", "''", "''", "'never'", "'never'", "'perhaps'", "'perhaps'"]
    let types = (id: "INTEGER", text: "TEXT", double: "REAL")

    func quoted(_ name: String) -> String { SQLiteValue.identifier(name) }
    func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
    func value(_ text: String, _ type: String) -> String {
        type == "REAL" || type.isEmpty && Double(text) != nil ? text : literal(text)
    }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let folder = try ScratchFolder()
        let path = folder.file("places.sqlite")
        let list = columns.map { "\(quoted($0.name)) \($0.type)" }.joined(separator: ", ")
        try Self.execute(
            "CREATE TABLE \(quoted(name)) (\(list))",
            rows.isEmpty ? "" : "INSERT INTO \(quoted(name)) VALUES \(rows.sqlValues)", in: path)
        return ContractSource(
            source: try SQLiteSource(path, SQLiteOptions(columns: options, table: name)), kept: folder)
    }

    private struct Failure: Error { let words: String }

    private static func execute(_ statements: String..., in path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw Failure(words: path) }
        for sql in statements where sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK {
            throw Failure(words: String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// A table as the program asks it: what is near, with the rows that match, is found by SQL and named by the numbers that
/// these rows have in memory; all else is answered from memory.
private struct SQLiteSource: ViewportSource {
    private var layer: LoadedLayer
    private var finder: SQLiteFinder
    /// The numbers of rows by the texts of their ids.
    private let numbers: [String: UInt32]

    init(_ path: String, _ options: SQLiteOptions) throws {
        layer = LoadedLayer(
            LoadedDataSet(loader: SQLiteLoader(path: path, options: options)), paths: [path])
        finder = try SQLiteFinder(path: path, options: options, isCancelled: { false })
        _ = try layer.open(isCancelled: { false })
        var numbers: [String: UInt32] = [:]
        try layer.table.visitRows((0..<layer.table.recordCount).map { UInt32($0) }) {
            numbers[$0.values[0].text] = $0.row
        }
        self.numbers = numbers
    }

    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow] {
        let found = try finder.near(question, isCancelled: isCancelled)
        var known: [UInt32: UInt32] = [:]
        try finder.table.visitRows(found.map(\.row).sorted()) { known[$0.row] = numbers[$0.values[0].text] }
        return found.map {
            ExportedRow(
                row: known[$0.row] ?? .max, place: $0.place, distanceMeters: $0.distanceMeters)
        }
    }

    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        var next = self
        next.layer = try layer.applying(filter, isCancelled: isCancelled)
        next.finder = try finder.applying(filter, isCancelled: isCancelled)
        return next
    }

    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] { try finder.explain(question) }

    var name: String { layer.name }
    var table: any RowTable { layer.table }
    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try layer.explainColumns(isCancelled: isCancelled)
    }
    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        try layer.open(isCancelled: isCancelled)
    }
    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        try layer.answer(question, isCancelled: isCancelled)
    }
    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try finder.columnNames(isCancelled: isCancelled)
    }
    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        try layer.columnKinds(isCancelled: isCancelled)
    }
    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        try layer.frequentValues(of: column, limit: limit, isCancelled: isCancelled)
    }
    func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        try layer.summarizeColumns(in: windows, listing: limit, isCancelled: isCancelled)
    }
    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        try layer.distribution(of: column, quantileCount: quantileCount, isCancelled: isCancelled)
    }
    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        try layer.rowCounts(matching: filters, isCancelled: isCancelled)
    }
    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer {
        try layer.matches(text, limit: limit, isCancelled: isCancelled)
    }
    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        try layer.matchCount(text, isCancelled: isCancelled)
    }
    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        try layer.members(of: windows, after: row, limit: limit, isCancelled: isCancelled)
    }
}
