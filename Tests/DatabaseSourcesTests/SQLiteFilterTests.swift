import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport
@testable import Streams

/// Filters as SQL of SQLite: the rows are those of our own evaluation.
struct SQLiteFilterTests {
    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)

    /// The values of the column `id` of rows that came.
    private func ids(_ rows: [ExportedRow], of table: any RowTable) throws -> Set<String> {
        var ids: Set<String> = []
        try table.visitRows(rows.map(\.row).sorted()) { ids.insert($0.values[0].text) }
        return ids
    }

    /// Columns without declared types: numbers as integers, reals and texts, here and there something else.
    private func value(_ text: String, _ kind: ColumnKind, _ random: inout SeededRandom) -> SQLiteValue {
        if text.isEmpty { return [.null, .text(""), .blob([1, 2])][random.number(0...2)] }
        guard kind == .number, random.number(0...1) == 0, let number = Double(text) else {
            return .text(text)
        }
        return Int64(exactly: number).map { .integer($0) } ?? .real(number)
    }

    private func database(_ filters: RandomFilters, seed: UInt64) throws -> SQLiteWriter {
        var random = SeededRandom(seed &+ 99)
        let names = filters.names.map(SQLiteValue.identifier)
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, \(names.joined(separator: ", ")))",
            "CREATE INDEX i ON p (lat, lon)")
        let marks = (1...names.count + 3).map { "?\($0)" }.joined(separator: ", ")
        let rows = (0..<filters.rowCount).map { row -> [SQLiteValue] in
            let values = filters.columns.map { column -> SQLiteValue in
                let isMisfit = row == 7 && column.kind != .text
                return isMisfit ? .text("neither nor") : value(column.texts[row], column.kind, &random)
            }
            return [.integer(Int64(row + 1)), .real(Double(row % 90)), .real(Double(row))] + values
        }
        try writer.insert("INSERT INTO p VALUES (\(marks))", rows)
        return writer
    }

    @Test(arguments: 0..<25 as Range<UInt64>) func findsTheRowsThatWeFind(seed: UInt64) throws {
        var filters = RandomFilters(seed: seed)
        let writer = try database(filters, seed: seed)
        let table = try writer.load().table
        let finder = try SQLiteFinder(path: writer.path)
        for _ in 0..<40 {
            let text = filters.filter()
            let filter = try Filter(text, columns: table.columnNames)
            let rows = try filter.rows(of: table, isCancelled: { false }, progress: { _ in }).rows
            let found = try finder.applying(filter).near(Self.everywhere)
            #expect(try ids(found, of: finder.table) == Set(rows.map { "\($0 + 1)" }), "\(text)")
        }
    }

    @Test func explainsTheFilter() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT, height)",
            "CREATE INDEX i ON p (lat, lon)", "INSERT INTO p VALUES (1, 1, 2, 'O''Brien', 3)")
        let finder = try SQLiteFinder(path: writer.path)
        let filter = try Filter("kind = 'O''Brien' OR height > 2", columns: finder.columnNames { false })
        let lines = try finder.applying(filter).explain(
            NearbyQuestion(center: Coordinate(latitude: 1, longitude: 2), radiusMeters: 500, limit: nil))
        let text = lines.joined(separator: "\n")
        #expect(
            text.contains(#"AND (termmap_text("kind") = ?9 OR termmap_number("height") > ?10)"#), "\(text)")
        #expect(text.contains("USING INDEX i") && text.contains("?9 = \"O'Brien\", ?10 = 2.0"), "\(text)")
        #expect(try finder.applying(filter).near(Self.everywhere).count == 1)
        #expect(try finder.applying(filter).applying(nil).near(Self.everywhere).count == 1)
    }

    /// Long filters stay within the limits of the connection.
    @Test func takesManyTests() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT)",
            "INSERT INTO p VALUES (1, 1, 2, 'k7'), (2, 1, 2, 'x')")
        let finder = try SQLiteFinder(path: writer.path)
        for text in [
            (0..<200).map { "kind = 'k\($0)'" }.joined(separator: " OR "),
            "kind IN (" + (0..<1_000).map { "'k\($0)'" }.joined(separator: ", ") + ")",
            "kind LIKE '" + String(repeating: "%_", count: 0) + "k_" + String(repeating: "%", count: 1_000)
                + "'",
        ] {
            let filter = try Filter(text, columns: finder.columnNames { false })
            #expect(try finder.applying(filter).near(Self.everywhere).count == 1, "\(text.prefix(40))")
        }
    }

    @Test func viewsAreFilteredInMemory() throws {
        let writer = try SQLiteWriter(
            "CREATE TABLE p (id INTEGER PRIMARY KEY, lat REAL, lon REAL, kind TEXT)",
            "INSERT INTO p VALUES (1, 1, 2, 'a'), (2, 1, 2, 'b')", "CREATE VIEW v AS SELECT * FROM p")
        let finder = try SQLiteFinder(path: writer.path, options: SQLiteOptions(table: "v"))
        let filter = try Filter("kind = b", columns: finder.columnNames { false })
        let found = try finder.applying(filter).near(Self.everywhere)
        #expect(try ids(found, of: finder.table) == ["2"])
    }
}
