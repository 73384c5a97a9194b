import Foundation
import MapModel
import RowTestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport

@Suite struct SQLiteLoaderTests {
    private static let clubs = """
        CREATE TABLE clubs(id INTEGER PRIMARY KEY, name TEXT, lat REAL, lon REAL, note);
        INSERT INTO clubs VALUES (7, 'Zürich', 47.38, 8.54, NULL), (9, 'Bern', 46.95, 7.44, x'0102'),
            (12, 'Basel', 47.56, 7.59, 3.5);
        """

    private func coordinates(_ loaded: LoadedSource) -> [UInt32: FixedCoordinate] {
        let tree = QuadTree(loaded.points)
        return Dictionary(
            uniqueKeysWithValues: (0..<tree.count).map { (tree.row(at: $0), tree.fixedCoordinate(at: $0)) })
    }

    private func expectWholeAccount(_ loaded: LoadedSource) {
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
    }

    // MARK: rows

    @Test func readsTheOnlyTableWithCoordinates() throws {
        let database = try SQLiteWriter(Self.clubs, "CREATE TABLE other(a, b)")
        let loaded = try database.load()
        expectWholeAccount(loaded)
        #expect(loaded.table.columnNames == ["id", "name", "lat", "lon", "note"])
        #expect(try loaded.table.rowLabels([0, 1, 2]) == ["Zürich", "Bern", "Basel"])
        #expect(coordinates(loaded)[1] == FixedCoordinate(Coordinate(latitude: 46.95, longitude: 7.44)))
    }

    @Test func valuesHaveTheirKinds() throws {
        let database = try SQLiteWriter(Self.clubs)
        let table = try database.load().table
        #expect(
            try table.sourceRow(0).values == [
                FieldValue(.number, "7"), FieldValue(.text, "Zürich"), FieldValue(.number, "47.38"),
                FieldValue(.number, "8.54"), .missing,
            ])
        #expect(try table.sourceRow(1).values[4] == FieldValue(.text, "<blob 2 bytes>"))
        #expect(try table.sourceRow(2).values[4] == FieldValue(.number, "3.5"))
        #expect(try table.rowWords([1])[0].identifier == "9")
    }

    @Test func countsWhatHasNoPlaceByReason() throws {
        let database = try SQLiteWriter("CREATE TABLE p(name, lat, lon)")
        let values: [(SQLiteValue, SQLiteValue)] = [
            (.text("47.4"), .text(" 8.5 ")), (.text("47°24'N"), .integer(8)), (.null, .real(1)),
            (.real(.infinity), .real(1)), (.blob([1, 2]), .real(1)), (.real(91), .real(5)),
            (.real(1), .real(541)), (.real(1), .real(190)), (.integer(.max), .real(1)),
            (.text("north"), .real(1)),
            (.integer(0), .integer(0)), (.text("1\u{0}2"), .real(1)), (.real(-1e300), .real(1)),
        ]
        try database.insert("INSERT INTO p VALUES ('x', ?1, ?2)", values.map { [$0.0, $0.1] })
        let loaded = try database.load()
        expectWholeAccount(loaded)
        #expect(loaded.points.count == 4)
        #expect(loaded.skipped.count(of: .missing) == 1)
        #expect(loaded.skipped.count(of: .notANumber) == 4)
        #expect(loaded.skipped.count(of: .latitudeOutOfRange) == 3)
        #expect(loaded.skipped.count(of: .longitudeOutOfRange) == 1)
        #expect(coordinates(loaded)[7]?.longitudeE7 == -1_700_000_000)
        #expect(loaded.notices.contains { $0.contains("1 row shown at 0, 0") })
        #expect(
            loaded.skipped.examples.first { $0.reason == .missing }?.line == 3,
            "rows are counted from 1 in messages")
    }

    @Test func readsOneColumnWithBothNumbers() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE p(name, position); INSERT INTO p VALUES ('b', NULL), ('c', 'x')")
        try database.insert("INSERT INTO p VALUES ('a', ?1)", (0..<40).map { [.text("47.5, \($0).5")] })
        let loaded = try database.load()
        expectWholeAccount(loaded)
        #expect(loaded.points.count == 40)
        #expect(loaded.skipped.count(of: .missing) == 1)
        #expect(loaded.skipped.count(of: .notANumber) == 1)
    }

    @Test func saysThatColumnsLookSwapped() throws {
        let database = try SQLiteWriter("CREATE TABLE p(lat, lon)")
        try database.insert(
            "INSERT INTO p VALUES (?1, ?2)", (0..<20).map { [.real(100 + Double($0)), .real(-30)] })
        #expect(try database.load().notices.contains { $0.contains("try --swap") })
        let swapped = try database.load(SQLiteOptions(columns: ColumnOptions(isSwapped: true)))
        #expect(swapped.points.count == 20)
    }

    // MARK: keys

    @Test(arguments: [
        "CREATE TABLE p(code TEXT PRIMARY KEY, lat, lon, name) WITHOUT ROWID",
        "CREATE TABLE p(code TEXT, lat, lon, name, PRIMARY KEY (name, code)) WITHOUT ROWID",
        "CREATE TABLE p(code TEXT PRIMARY KEY, lat, lon, name)", "CREATE TABLE p(code, lat, lon, name)",
        "CREATE TABLE p(code, lat, lon, name, rowid TEXT)",
        "CREATE TABLE p(code, lat, lon, name, rowid, _rowid_, oid)",
    ]) func findsRowsAgainByEveryKindOfKey(schema: String) throws {
        let database = try SQLiteWriter(schema)
        let rows: [[SQLiteValue]] = (0..<50).map { index in
            [.text("c\(index * 7 % 50)"), .real(Double(index)), .real(1), .text("name \(index)")]
        }
        try database.insert("INSERT INTO p(code, lat, lon, name) VALUES (?1, ?2, ?3, ?4)", rows)
        let loaded = try database.load()
        #expect(loaded.points.count == 50)
        let places = coordinates(loaded)
        try loaded.table.visitRows((0..<50).map { UInt32($0) }) { row in
            let latitude = Double(row.values[1].text) ?? .nan
            #expect(places[row.row]?.coordinate.latitude == latitude)
            #expect(row.values[3].text == "name \(Int(latitude))")
        }
    }

    @Test func tellsThatARowWasDeletedMeanwhile() throws {
        let database = try SQLiteWriter(Self.clubs)
        let table = try database.load().table
        try database.run("DELETE FROM clubs WHERE id = 9")
        #expect(sourceMessage { try table.sourceRow(1) } == "\(database.path): no row 1")
        #expect(try table.sourceRow(2).values[1].text == "Basel")
        #expect(sourceMessage { try table.sourceRow(3) } == "\(database.path): no row 3")
    }

    @Test func namesOfRowsStayWithTheirNumbersWhenRowsComeAndGo() throws {
        let database = try SQLiteWriter(Self.clubs)
        let table = try database.load().table
        try database.run("DELETE FROM clubs WHERE id = 9; INSERT INTO clubs VALUES (8, 'Chur', 1, 1, 1)")
        var builder = NameIndex.Builder()
        try table.appendNames(to: &builder, isCancelled: { false }, progress: { _ in })
        let index = builder.snapshot()
        #expect(index.recordCount == 3)
        #expect((0..<3).map { index.fields(of: $0)[0] } == ["zurich", "", "basel"])
    }

    // MARK: several tables

    @Test func listsSeveralTablesWithTheirRows() throws {
        let database = try SQLiteWriter(Self.clubs, "CREATE TABLE \"a;b\"(lat, lon)")
        #expect(
            sourceMessage { try database.load() }
                == "\(database.path): several tables have coordinates: \"clubs\" (3 rows), \"a;b\" (0 rows) "
                + "(choose with --table NAME)")
        #expect(try database.load(SQLiteOptions(table: "CLUBS")).points.count == 3)
        #expect(try database.load(SQLiteOptions(table: "a;b")).table.recordCount == 0)
        #expect(
            sourceMessage { try database.load(SQLiteOptions(table: "x")) }?.contains("no table \"x\" (found")
                == true)
    }

    @Test func aTableAndAStatementCannotBeCombined() throws {
        let database = try SQLiteWriter(Self.clubs)
        #expect(
            sourceMessage { try database.load(SQLiteOptions(table: "clubs", sql: "SELECT * FROM clubs")) }
                == "\(database.path): --table and --sql cannot be combined")
    }

    /// It is there, but there is nothing to read.
    @Test func aViewOfAMissingTableIsSaidToBeUnreadable() throws {
        let database = try SQLiteWriter(Self.clubs, "CREATE VIEW bad AS SELECT * FROM missing")
        #expect(
            sourceMessage { try database.load(SQLiteOptions(table: "Bad")) }?
                .contains("\"Bad\" cannot be read: a view of missing tables") == true)
        #expect(try database.load().points.count == 3)
    }

    @Test func takesTheTableBeforeAViewOfIt() throws {
        let database = try SQLiteWriter(
            Self.clubs, "CREATE VIEW north AS SELECT * FROM clubs WHERE lat > 47")
        #expect(try database.load().points.count == 3)
        let view = try database.load(SQLiteOptions(table: "north"))
        #expect(view.points.count == 2)
        #expect(try view.table.rowLabels([0, 1]) == ["Zürich", "Basel"])
    }

    @Test func thousandsOfTablesAreListedAtOnce() throws {
        let tables = (0..<2_000).map { "CREATE TABLE t\($0)(a, b, c);" }.joined()
        let database = try SQLiteWriter(
            "BEGIN; \(tables) CREATE TABLE places(lat, lon); INSERT INTO places VALUES (1, 2); COMMIT")
        #expect(try database.load().points.count == 1)
    }

    // MARK: statements

    @Test func readsTheRowsOfAStatement() throws {
        let database = try SQLiteWriter(Self.clubs)
        let sql =
            "SELECT upper(name) AS name, lat, lon, id, id FROM clubs WHERE lat > 47 ORDER BY name -- as said"
        let loaded = try database.load(SQLiteOptions(sql: sql))
        expectWholeAccount(loaded)
        #expect(loaded.table.columnNames == ["name", "lat", "lon", "id", "id_2"])
        #expect(try loaded.table.rowLabels([0, 1]) == ["BASEL", "ZüRICH"])
        #expect(try loaded.table.sourceRow(1).values[3] == FieldValue(.number, "7"))
    }

    @Test(arguments: [
        "DELETE FROM clubs", "SELECT 1 AS lat, 2 AS lon; SELECT 2", "ATTACH 'x' AS y", "PRAGMA user_version",
        "SELECT load_extension('x') AS lat, 1 AS lon", "VACUUM", "BEGIN", "", "-- nothing", "SELEC",
        "INSERT INTO clubs(lat) VALUES (1) RETURNING lat, lon", "SELECT * FROM pragma_table_list",
        "SELECT writefile('x', 'y') AS lat, 1 AS lon", "SELECT 1 AS lat, 2 AS lon\u{0}",
    ]) func refusesStatementsThatDoMoreThanSelect(sql: String) throws {
        let database = try SQLiteWriter(Self.clubs)
        database.close()
        let before = try database.files()
        let message = try #require(sourceMessage { try database.load(SQLiteOptions(sql: sql)) })
        #expect(!message.contains("\n"))
        #expect(try database.files() == before)
    }

    // MARK: while it reads

    @Test func handsOutPartsThatGrow() throws {
        let database = try SQLiteWriter("CREATE TABLE p(lat REAL, lon REAL)")
        try database.run(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59999) "
                + "INSERT INTO p SELECT i % 90, i % 180 FROM n")
        var options = SQLiteOptions()
        options.snapshotInterval = .zero
        var parts: [Int] = []
        let loaded = try database.load(
            options,
            progress: { progress in
                if let part = progress.part {
                    expectWholeAccount(part)
                    parts.append(part.table.recordCount)
                }
            })
        #expect(loaded.points.count == 60_000)
        #expect(parts.count > 1 && parts == parts.sorted())
    }

    @Test func stopsWhenCancelled() throws {
        let database = try SQLiteWriter(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                + "SELECT 1 AS lat, sum(i) AS lon FROM n")
        var asked = 0
        let error = sourceMessage {
            try database.load(isCancelled: {
                asked += 1
                return asked > 100
            })
        }
        #expect(error == "loading was cancelled")
        // One look each 1,000 instructions: it stopped at the first that said so.
        #expect(asked == 101)
    }

    /// A thousand instructions count as 10 ms here: the first look after 5 s ends it, and nothing is tried again.
    @Test func aRecursionWithoutRowsEndsSoonAndInOneLine() throws {
        let database = try SQLiteWriter(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                + "SELECT 1 AS lat, i AS lon FROM n WHERE i < 0")
        var looks = 0
        let error = sourceMessage {
            try SQLiteDatabase.$simulatedLookTime.withValue(.milliseconds(10)) {
                try database.load(isCancelled: {
                    looks += 1
                    return false
                })
            }
        }
        #expect(
            error?.hasSuffix("timeout: no row within 5 s (a view or statement that never ends?)") == true)
        #expect((500...510).contains(looks))
    }

    @Test func aRecursionWithoutEndIsCutAndSaysSo() throws {
        let database = try SQLiteWriter(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                + "SELECT 1 AS lat, i % 100 AS lon FROM n")
        let loaded = try database.load()
        #expect(loaded.table.recordCount == 1_000_000)
        #expect(
            loaded.notices.first?.hasSuffix(
                "only the first 1,000,000 rows are read (a recursive view or statement may never end)")
                == true)
    }

    @Test func stopsReadingAtTheLimitAndSaysSo() throws {
        let database = try SQLiteWriter(
            "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                + "SELECT 1 AS lat, i % 100 AS lon FROM n")
        var options = SQLiteOptions()
        options.rowLimit = 5_000
        let loaded = try database.load(options)
        #expect(loaded.table.recordCount == 5_000)
        #expect(
            loaded.notices.first?.hasSuffix(
                "only the first 5,000 rows are read (a recursive view or statement may never end)") == true)
    }
}
