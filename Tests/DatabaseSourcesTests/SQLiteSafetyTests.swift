import Foundation
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport

/// Databases that somebody else made, and what must not happen.
@Suite struct SQLiteSafetyTests {
    private static let fill =
        "INSERT INTO p SELECT value, value, 'n' || value FROM "
        + "(WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 59) SELECT value FROM n)"

    private func oneLine(_ message: String?) -> Bool {
        message.map { !$0.isEmpty && !$0.unicodeScalars.contains { $0.value < 0x20 } } ?? false
    }

    // MARK: names

    @Test(arguments: [
        "a\"b", "a'b", "x\"; DROP TABLE keep; --", ";--", "line\nbreak", "\u{1B}[2J", "select", "a]b`c", " ",
        "sqlité", "", "%s%n", "?1", "\u{202E}x",
    ]) func hostileNamesAreChosenExactly(name: String) throws {
        let database = try SQLiteWriter("CREATE TABLE keep(a); INSERT INTO keep VALUES (1)")
        let table = SQLiteValue.identifier(name)
        try database.run("CREATE TABLE \(table)(lat REAL, lon REAL, \(table) TEXT)")
        try database.run("CREATE INDEX \(SQLiteValue.identifier("i" + name)) ON \(table)(lat, lon)")
        try database.insert("INSERT INTO \(table) VALUES (?1, ?2, ?3)", [[.real(1), .real(2), .text("x")]])
        let loaded = try database.load(SQLiteOptions(columns: ColumnOptions(label: "3"), table: name))
        #expect(try loaded.table.rowLabels([0]) == ["x"])
        let finder = try SQLiteFinder(path: database.path)
        let question = NearbyQuestion(
            center: Coordinate(latitude: 1, longitude: 2), radiusMeters: 1, limit: nil)
        #expect(try finder.search(question).account.fullScanSteps == 0)
        #expect(try finder.near(question).count == 1)
        #expect(try finder.explain(question).allSatisfy { oneLine($0) })
        try database.run("CREATE TABLE second(lat, lon)")
        #expect(oneLine(sourceMessage { try database.load() }))
        #expect(
            try database.load(SQLiteOptions(sql: "SELECT a AS lat, 1 AS lon FROM keep")).points.count == 1)
    }

    @Test func pathsWithSignsOfAddressesAreOpened() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE p(lat, lon); INSERT INTO p VALUES (1, 2)", name: "a?mode=rwc#b%41 ü&c.sqlite")
        #expect(try database.load().points.count == 1)
        #expect(try database.files().count == 1)
    }

    // MARK: what a schema may not do

    @Test(arguments: [
        "CREATE VIEW p AS SELECT load_extension('x') AS lat, 1 AS lon",
        "CREATE VIEW p AS SELECT 1 AS lat, 2 AS lon FROM pragma_table_list",
        "CREATE VIEW p AS SELECT 1 AS lat, fts3_tokenizer('simple', x'00') AS lon",
        "CREATE VIEW p AS SELECT zeroblob(1000000000) AS lat, 1 AS lon",
        "CREATE VIEW p AS SELECT 1 AS lat, 2 AS lon FROM gone",
    ]) func viewsThatAreNoPlainQueriesAreRefused(view: String) throws {
        let database = try SQLiteWriter(view)
        let before = try database.files()
        #expect(oneLine(sourceMessage { try database.load() }))
        #expect(try database.files() == before)
    }

    @Test func generatedColumnsAreUnderTheSameRules() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE p(lat REAL, lon REAL, big AS (zeroblob(900000000))); INSERT INTO p VALUES (1, 2)")
        let loaded = try database.load()
        #expect(loaded.points.count == 1)
        #expect(try loaded.table.sourceRow(0).values[2].text.hasPrefix("<more than"))
    }

    @Test func editedSchemasAreRefusedInOneLine() throws {
        for edit in [
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE p(lat, lon' WHERE name = 'p'",
            "UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'p'",
            "UPDATE sqlite_schema SET sql = char(27) || ']0;x' WHERE name = 'p'",
            "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'p'",
        ] {
            let database = try SQLiteWriter(
                "CREATE TABLE p(lat, lon); CREATE TABLE q(a)", "PRAGMA writable_schema = ON", edit)
            database.close()
            #expect(oneLine(sourceMessage { try database.load() }), "\(edit)")
        }
    }

    @Test func largeValuesAreBounded() throws {
        let database = try SQLiteWriter("CREATE TABLE p(name TEXT, data BLOB, lat REAL, lon REAL)")
        try database.run(
            "INSERT INTO p VALUES ('small', x'01', 1, 2), (NULL, zeroblob(20000000), 3, 4), "
                + "(replace(hex(zeroblob(10000000)), '0', 'x'), NULL, 5, 6), ('last', NULL, 7, 8)")
        let loaded = try database.load()
        #expect(loaded.points.count == 4)
        let table = loaded.table
        #expect(try table.sourceRow(1).values[1].text == "<blob 20,000,000 bytes>")
        #expect(try table.sourceRow(1).values[2].text == "3.0")
        #expect(try table.sourceRow(2).values[0].text == "<more than 16,777,216 bytes>")
        var builder = NameIndex.Builder()
        try table.appendNames(to: &builder, isCancelled: { false }, progress: { _ in })
        #expect(builder.recordCount == 4)
        #expect(builder.snapshot().fields(of: 3)[0] == "last")
    }

    @Test func textIsNotCutAtAZero() throws {
        let database = try SQLiteWriter("CREATE TABLE p(name, lat, lon)")
        try database.insert("INSERT INTO p VALUES (?1, 1, 2)", [[.text("a\u{0}b")], [.text([0x61, 0xFF])]])
        #expect(try database.load().table.rowLabels([0, 1]) == ["a\u{0}b", "a\u{FFFD}"])
    }

    // MARK: files

    @Test func refusesWhatIsNoDatabase() throws {
        let text = try TemporaryFile("name,lat,lon\nA,1,2\n")
        let empty = try TemporaryFile("")
        let header = try TemporaryFile(Array("SQLite format 3\0".utf8))
        #expect(
            sourceMessage { try SQLiteLoader(path: text.path).read() }
                == "\(text.path): is not an SQLite database, or is encrypted")
        #expect(
            sourceMessage { try SQLiteLoader(path: empty.path).read() }
                == "\(empty.path): is empty (expected an SQLite database)")
        #expect(oneLine(sourceMessage { try SQLiteLoader(path: header.path).read() }))
        #expect(sourceMessage { try SQLiteLoader(path: "/nowhere").read() } == "/nowhere: no such file")
        #expect(
            sourceMessage { try SQLiteLoader(path: "/tmp").read() }
                == "/tmp: is a directory (expected a file)")
        #expect(oneLine(sourceMessage { try SQLiteLoader(path: "/dev/zero").read() }))
    }

    @Test func aPendingLogIsReadAndNothingIsWritten() throws {
        let database = try SQLiteWriter(
            "PRAGMA journal_mode=WAL; CREATE TABLE p(lat, lon, name); INSERT INTO p VALUES (1, 2, 'old')",
            "PRAGMA wal_checkpoint(TRUNCATE)", "INSERT INTO p VALUES (3, 4, 'new')")
        database.close(keepingLog: true)
        let before = try database.files()
        #expect(before["places.sqlite-wal"]?.isEmpty == false)
        let loaded = try database.load()
        #expect(try loaded.table.rowLabels([0, 1]) == ["old", "new"])
        let after = try database.files()
        for name in ["places.sqlite", "places.sqlite-wal"] { #expect(after[name] == before[name]) }
        #expect(Set(after.keys).subtracting(before.keys).isSubset(of: ["places.sqlite-shm"]))
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE"]) func noFileIsLeftBeside(mode: String) throws {
        let database = try SQLiteWriter(
            "PRAGMA journal_mode=\(mode); CREATE TABLE p(lat, lon, name); INSERT INTO p VALUES (1, 2, 'a')")
        database.close()
        let before = try database.files()
        let loaded = try database.load()
        #expect(try loaded.table.rowLabels([0]) == ["a"])
        #expect(try database.files() == before)
    }

    @Test func newRowsOfAWriterAreSeenAtOnce() throws {
        let database = try SQLiteWriter(
            "PRAGMA journal_mode=WAL; CREATE TABLE p(lat, lon, name); INSERT INTO p VALUES (1, 2, 'a')")
        #expect(try database.load().points.count == 1)
        try database.run("INSERT INTO p VALUES (3, 4, 'b')")
        #expect(try database.load().points.count == 2)
    }

    @Test func aLockIsGivenUpWhenCancelled() throws {
        let database = try SQLiteWriter("CREATE TABLE p(lat, lon); INSERT INTO p VALUES (1, 2)")
        try database.run("BEGIN EXCLUSIVE")
        var asked = 0
        let message = sourceMessage {
            try database.load(isCancelled: {
                asked += 1
                return asked > 3
            })
        }
        #expect(message == "loading was cancelled")
        try database.run("COMMIT")
        #expect(try database.load().points.count == 1)
    }

    // MARK: damage

    private static func small() throws -> SQLiteWriter {
        let database = try SQLiteWriter(
            "PRAGMA page_size=512; CREATE TABLE p(lat REAL, lon REAL, name TEXT); CREATE INDEX i ON p(lat, lon)",
            fill, "CREATE VIRTUAL TABLE r USING rtree(id, x0, x1, y0, y1)",
            "INSERT INTO r SELECT rowid, lon, lon, lat, lat FROM p")
        database.close()
        return database
    }

    /// Loads, looks at rows and searches; errors of one line are fine.
    private func use(_ path: String) {
        let center = Coordinate(latitude: 3, longitude: 3)
        for table in ["p", "r"] {
            var options = SQLiteOptions(table: table)
            options.rowLimit = 10_000
            do {
                let loaded = try SQLiteLoader(path: path, options: options).read()
                #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
                _ = try loaded.table.rowLabels((0..<UInt32(min(loaded.table.recordCount, 60))).map { $0 })
            } catch {
                #expect(oneLine("\(error)"))
            }
            do {
                let finder = try SQLiteFinder(path: path, options: options)
                _ = try finder.near(NearbyQuestion(center: center, radiusMeters: 300_000, limit: nil))
            } catch {
                #expect(oneLine("\(error)"))
            }
        }
    }

    @Test func survivesFlippedBytes() throws {
        let database = try Self.small()
        let whole = try #require(try database.files()["places.sqlite"])
        for seed in 0..<UInt64(40) {
            var random = SeededRandom(seed)
            var bytes = [UInt8](whole)
            for _ in 0..<random.number(1...12) {
                bytes[random.number(16...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            try Data(bytes).write(to: URL(fileURLWithPath: database.path))
            use(database.path)
        }
    }

    @Test func survivesTruncation() throws {
        let database = try Self.small()
        let whole = try #require(try database.files()["places.sqlite"])
        for length in stride(from: 16, to: whole.count, by: 509) {
            try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: database.path))
            use(database.path)
        }
    }
}
