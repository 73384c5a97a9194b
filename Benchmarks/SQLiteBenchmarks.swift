import CSQLite
import DatabaseSources
import Glibc
import MapModel
import Rows

/// A database of a million rows: opened whole, and searched with and without indexes.
enum SQLiteBenchmarks {
    private static let rowCount = 1_000_000

    static func run() {
        var template = Array("/tmp/termmap-benchmark-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return print("  no folder to work in") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/places.sqlite"
        defer {
            unlink(path)
            rmdir(folder)
        }
        guard make(path) else { return print("  the database could not be made") }
        print("  \(rowCount) rows")
        open(path)
        for table in ["bare", "indexed", "latitudes", "boxed"] { near(path, table) }
    }

    /// The same places four times: without an index, with one on both columns, on latitudes alone, with an R*Tree.
    private static func make(_ path: String) -> Bool {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else { return false }
        let columns = "(id INTEGER PRIMARY KEY, name TEXT, lat REAL, lon REAL, country TEXT)"
        let begin = "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; BEGIN; CREATE TABLE bare\(columns)"
        guard sqlite3_exec(database, begin, nil, nil, nil) == SQLITE_OK, fill(database) else { return false }
        return sqlite3_exec(
            database,
            """
            CREATE TABLE indexed\(columns); INSERT INTO indexed SELECT * FROM bare;
            CREATE INDEX place ON indexed(lat, lon);
            CREATE TABLE latitudes\(columns); INSERT INTO latitudes SELECT * FROM bare;
            CREATE INDEX latitude ON latitudes(lat);
            CREATE TABLE boxed\(columns);
            CREATE VIRTUAL TABLE boxes USING rtree(id, west, east, south, north);
            CREATE TRIGGER box AFTER INSERT ON boxed BEGIN
                INSERT INTO boxes VALUES (new.id, new.lon, new.lon, new.lat, new.lat);
            END;
            INSERT INTO boxed SELECT * FROM bare;
            COMMIT
            """, nil, nil, nil) == SQLITE_OK
    }

    private static func fill(_ database: OpaquePointer?) -> Bool {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let sql = "INSERT INTO bare VALUES (?1, 'Place number ' || ?1, ?2, ?3, 'Country ' || (?1 % 200))"
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return false }
        var random = PlaceGenerator(seed: 7)
        for row in 1...rowCount {
            let place = random.place().coordinate
            sqlite3_bind_int64(statement, 1, Int64(row))
            sqlite3_bind_double(statement, 2, place.latitude)
            sqlite3_bind_double(statement, 3, place.longitude)
            guard sqlite3_step(statement) == SQLITE_DONE else { return false }
            sqlite3_reset(statement)
        }
        return true
    }

    // MARK: the whole table

    private static func open(_ path: String) {
        let loader = SQLiteLoader(path: path, options: SQLiteOptions(table: "bare"))
        var loaded: LoadedSource?
        let time = Measurement(count: 5) { _ in loaded = try? loader.read() }
        print("    open to all points: \(time.summary) (\(loaded?.points.count ?? 0))")
        var first: Duration?
        let clock = ContinuousClock()
        let start = clock.now
        _ = try? loader.read(progress: { if first == nil, $0.part != nil { first = clock.now - start } })
        print("    first rows on the screen after \(first.map { "\($0)" } ?? "-")")
        guard let table = loaded?.table else { return }
        var random = PlaceGenerator(seed: 9)
        for count in [1, 300, 3_000] {
            let runs = Measurement(count: 50) { _ in
                let rows = (0..<count).map { _ in UInt32(random.number(below: rowCount)) }.sorted()
                _ = try? table.rowLabels(rows)
            }
            print("    labels of \(count) rows: \(runs.summary)")
        }
        let names = Measurement(count: 1) { _ in
            var builder = NameIndex.Builder()
            try? table.appendNames(to: &builder, isCancelled: { false }, progress: { _ in })
        }
        print("    words of all rows: \(names.summary)")
        let sql = SQLiteLoader(path: path, options: SQLiteOptions(sql: "SELECT * FROM bare"))
        let statement = Measurement(count: 1) { _ in _ = try? sql.read() }
        print("    the same rows by a statement, kept in memory: \(statement.summary)")
    }

    // MARK: what is near

    private static func near(_ path: String, _ table: String) {
        let options = SQLiteOptions(table: table)
        guard let finder = try? SQLiteFinder(path: path, options: options) else {
            return print("    \(table): cannot be searched")
        }
        print("    table \(table)")
        var random = PlaceGenerator(seed: 8)
        let centers = (0..<20).map { _ in random.place().coordinate }
        for kilometers in [5.0, 50, 500] {
            search(finder, "\(Int(kilometers)) km", centers) {
                NearbyQuestion(center: $0, radiusMeters: kilometers * 1_000, limit: nil)
            }
        }
        search(finder, "10 nearest", centers) { NearbyQuestion(center: $0, radiusMeters: nil, limit: 10) }
        let question = NearbyQuestion(center: centers[0], radiusMeters: 50_000, limit: nil)
        for line in (try? finder.explain(question)) ?? [] { print("        \(line)") }
    }

    private static func search(
        _ finder: SQLiteFinder, _ title: String, _ centers: [Coordinate],
        _ question: (Coordinate) -> NearbyQuestion
    ) {
        var found = 0
        var total = SQLiteFinder.Account()
        let time = Measurement(count: centers.count) { run in
            guard let answer = try? finder.search(question(centers[run])) else { return }
            found += answer.rows.count
            total.rowCount += answer.account.rowCount
            total.fullScanSteps += answer.account.fullScanSteps
            total.instructions += answer.account.instructions
        }
        let count = centers.count
        print(
            "      \(title): \(time.summary) (\(found / count) found of \(total.rowCount / count) rows visited, "
                + "\(total.fullScanSteps / count) full scan steps, \(total.instructions / count) instructions)"
        )
    }
}
