import MapModel
import Testing

@testable import DatabaseSources
@testable import RowTestSupport
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport

/// Rows that take SQLite too long are passed over; nothing else is lost.
///
/// A thousand instructions count as 10 ms here, some hundred times what they take.
@Suite struct SQLiteSlowRowTests {
    /// Hours for each row where n is 1.
    private static let slow = """
        (WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < CASE WHEN n = 1 THEN 100000000 ELSE 1 END) \
        SELECT max(i) FROM c)
        """

    private func database(slow rows: Set<Int>, of count: Int = 300) throws -> SQLiteWriter {
        let writer = try SQLiteWriter(
            "CREATE TABLE base(id INTEGER PRIMARY KEY, lat REAL, lon REAL, n INTEGER)",
            "CREATE VIEW places AS SELECT id, lat + 0 * \(Self.slow) AS lat, lon FROM base")
        try writer.insert(
            "INSERT INTO base VALUES(?1, ?2, ?3, ?4)",
            (0..<count).map { row in
                [
                    .integer(Int64(row)), .real(Double(row % 80) + 0.5), .real(Double(row % 170) + 0.25),
                    .integer(rows.contains(row) ? 1 : 0),
                ]
            })
        return writer
    }

    private func load(_ writer: SQLiteWriter, _ options: SQLiteOptions) throws -> LoadedSource {
        try SQLiteDatabase.$simulatedLookTime.withValue(.milliseconds(10)) {
            try SQLiteLoader(path: writer.path, options: options).loaded()
        }
    }

    @Test(arguments: [[250], [0], [299], [250, 251], [3, 250]] as [Set<Int>])
    func slowRowsOfAViewAreCounted(rows: Set<Int>) throws {
        let writer = try database(slow: rows)
        let loaded = try load(writer, SQLiteOptions(table: "places"))
        #expect(loaded.table.recordCount == 300)
        #expect(loaded.points.count == 300 - rows.count)
        #expect(loaded.skipped.count(of: .tookTooLong) == rows.count)
        #expect(loaded.isAccountedFor)
        #expect(Set(0..<300).subtracting(loaded.places().keys.map(Int.init)) == rows)
        let example = try #require(loaded.skipped.examples.first { $0.reason == .tookTooLong })
        #expect(example.message(file: "x").contains("took more than 2 s to compute"))
    }

    @Test func aStatementThatTakesLongAsAWholeIsWaitedFor() throws {
        let writer = try database(slow: [])
        // Some simulated seconds before the first row, for all rows together.
        let sql = """
            SELECT lat, lon FROM base, (SELECT sum(a.n + b.n + 1) AS m FROM base AS a, base AS b) \
            WHERE m > 0 ORDER BY lat + lon
            """
        let loaded = try load(writer, SQLiteOptions(sql: sql))
        #expect(loaded.points.count == 300 && loaded.skipped.total == 0)
    }
}
