import Foundation
import MapModel
import TestSupport
import Testing

@testable import DatabaseSources
@testable import MapSources
@testable import Rows
@testable import Streams

/// Rows that are read whole: all types and names, damaged and replaced files, programs that fail.
@Suite(.enabled(if: DuckDBProgram.isAvailable, "no duckdb: make deps-test"), .timeLimit(.minutes(10)))
struct DuckDBLoaderTests {
    private static func never() -> Bool { false }

    private func load(_ paths: [String], _ options: DuckDBOptions = DuckDBPair.options()) throws
        -> LoadedSource
    {
        try DuckDBPair.loader(paths, options).read(isCancelled: Self.never)
    }

    private func words(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    // MARK: - Values

    @Test func valuesOfAllTypesAreShown() throws {
        let folder = try ScratchFolder()
        let path = try folder.database(
            """
            CREATE TABLE p AS SELECT 1 AS lat, 2 AS lon, 'a' || chr(0) || chr(27) || '[31m"' || chr(10) || '\\' AS text, '' AS empty, NULL AS none,
            [1, NULL] AS list, MAP {'k': [1.5]} AS map, 'nan'::DOUBLE AS nan, '-inf'::FLOAT AS inf, 1e300 AS big,
            0.1::FLOAT AS small, (-170141183460469231731687303715884105727)::HUGEINT AS huge, 12.50::DECIMAL(10,2) AS money,
            TIMESTAMPTZ '2026-01-01 01:00:00+02' AS zoned, TIMESTAMP '2026-01-01 01:00:00.5' AS moment, DATE '2026-11-22' AS day,
            TIME '10:00' AS clock, INTERVAL 1 DAY AS span, true AS truth, '\\x00\\xFF'::BLOB AS bytes,
            {'a': {'b': 'x"y'}, 'c': [{'d': 1}]} AS nested, '{"j": [1]}'::JSON AS json,
            '5b36f8f0-0000-4000-8000-000000000000'::UUID AS uuid
            """)
        let row = try load([path]).table.namedRow(0)
        let found = row.fields.map { "\($0.name)=\($0.value.kind):\($0.value.text)" }
        #expect(
            found == [
                "lat=number:1", "lon=number:2", "text=text:a\0\u{1B}[31m\"\n\\", "empty=text:",
                "none=missing:",
                "list=json:[1,null]", "map=json:{\"k\":[1.5]}", "nan=missing:", "inf=missing:",
                "big=number:1e+300",
                "small=number:0.1", "huge=number:-170141183460469231731687303715884105727",
                "money=number:12.50",
                "zoned=text:2025-12-31 23:00:00Z", "moment=text:2026-01-01 01:00:00.5", "day=text:2026-11-22",
                "clock=text:10:00:00", "span=text:1 day", "truth=boolean:true", "bytes=text:<blob, 2 bytes>",
                "nested.a.b=text:x\"y", "nested.c=json:[{\"d\":1}]", "json=json:{\"j\": [1]}",
                "uuid=text:5b36f8f0-0000-4000-8000-000000000000",
            ])
    }

    @Test(arguments: [
        "O'Brien", "a\"b", "a.b", "new\nline", ".shell x", "\u{1B}]0;x\u{7}", "select", "tm_x", " ", "ü🏔",
    ])
    func namesMayHaveAnyCharacters(name: String) throws {
        let folder = try ScratchFolder()
        let quoted = DuckDBSQL.quoted(name)
        // A statement on several lines would end here for the program: the name is sent as it is.
        let path = try folder.parquet("SELECT 1 AS lat, 2 AS lon, 'v' AS \(quoted)")
        let pair = try DuckDBPair([path])
        defer { pair.source.close() }
        #expect(pair.loaded.table.columnNames == ["lat", "lon", name])
        #expect(try pair.loaded.table.namedRow(0).fields[2].value.text == "v")
        let near = try pair.source.near(
            NearbyQuestion(center: Coordinate(latitude: 1, longitude: 2), radiusMeters: 10, limit: nil),
            isCancelled: Self.never)
        #expect(try pair.source.table.namedRow(try #require(near.first).row).fields[2].value.text == "v")
    }

    @Test func columnsAndNamesOfAllRowsComeInOrder() throws {
        let folder = try ScratchFolder()
        let paths = try (0..<3).map { part in
            try folder.parquet(
                "SELECT i AS id, i % 90 AS lat, i % 180 AS lon, CASE WHEN i % 7 > 0 THEN 'n' || i END AS name FROM range(\(part * 5_000), \(part * 5_000 + 4_000)) AS t(i)",
                name: "\(part).parquet")
        }
        let loaded = try load(paths)
        #expect(loaded.table.recordCount == 12_000 && loaded.points.count == 12_000)
        let values = try loaded.table.readColumns([0, 3])
        let table = loaded.table
        for row in [0, 3_999, 4_000, 7_999, 8_000, 11_999] {
            let id = row / 4_000 * 5_000 + row % 4_000
            let fields = try table.namedRow(UInt32(row)).fields.map(\.value.text)
            #expect(fields == ["\(id)", "\(id % 90)", "\(id % 180)", id % 7 > 0 ? "n\(id)" : ""])
            #expect(values[0].text(at: row) == "\(id)")
        }
        #expect(Set(try table.identityHashes(isCancelled: Self.never)).count == 12_000)
    }

    @Test func linesAndAreasAreShapes() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet(
            """
            SELECT unnest(['POINT (8 47)', 'LINESTRING (8 47, 9 48)', 'POLYGON ((8 47, 9 47, 9 48, 8 47))',
            'POINT EMPTY', 'POINT (8 95)'])::GEOMETRY AS geometry
            """)
        let loaded = try load([path])
        #expect(loaded.points.count == 3 && loaded.skipped.total == 2)
        #expect(
            loaded.skipped.count(of: .noGeometry) == 1 && loaded.skipped.count(of: .latitudeOutOfRange) == 1)
        #expect(loaded.shapes.count == 2)
        #expect(try loaded.table.namedRow(0).fields[0].value.text == "POINT (8 47)")
    }

    @Test func heightsAreKeptWhereTheyAreAskedFor() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet(
            """
            SELECT unnest(['POINT Z (8 47 5)', 'LINESTRING Z (8 47 1, 9 48 2)', 'POINT (8 47)'])::GEOMETRY AS geometry
            """)
        var options = DuckDBPair.options()
        options.journeys = JourneyCollector(keepsJourneys: false, keepsHeights: true)
        let compared = try load([path], options)
        #expect((0..<3).map { compared.heights.value(ofRow: $0)?.text } == ["5", "[1,2]", nil])
        #expect(compared.journeys.isEmpty)
        options.journeys = JourneyCollector(keepsHeights: true)
        let followed = try load([path], options)
        #expect((0..<3).map { followed.heights.ofPoint($0) } == [5, nil, nil])
        #expect(followed.journeys.map(\.row) == [1] && followed.journeys.first?.heights[1] == 2)
        #expect(try load([path]).heights.isEmpty)
    }

    @Test func overtureHasNamesAndBoxes() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet(
            """
            SELECT 'a' || i AS id, 'POINT (8.5 47.25)'::GEOMETRY AS geometry,
            {'xmin': 8.5::FLOAT, 'xmax': 8.5::FLOAT, 'ymin': 47.25::FLOAT, 'ymax': 47.25::FLOAT} AS bbox,
            {'primary': 'Place ' || i, 'common': NULL::MAP(VARCHAR, VARCHAR)} AS names FROM range(10) AS t(i)
            """)
        let pair = try DuckDBPair([path])
        defer { pair.source.close() }
        #expect(try pair.loaded.table.rowLabels([3]) == ["Place 3"])
        let found = try pair.source.matches("place 3", limit: 5, isCancelled: Self.never)
        #expect(
            found.matches.map(\.place) == [FixedCoordinate(latitudeE7: 472_500_000, longitudeE7: 85_000_000)])
        let plan = try pair.source.explain(
            NearbyQuestion(center: Coordinate(latitude: 47, longitude: 8), radiusMeters: 900, limit: 5))
        #expect(plan.contains { $0.contains("\"xmin\" <=") })
    }

    // MARK: - Coordinate systems

    /// A file of GeoParquet whose column `place` has geometries in well-known binary.
    private func geoParquet(_ folder: ScratchFolder, _ geometries: [String?], crs: String) throws -> String {
        let path = folder.file("places.parquet")
        let geo = """
            {"version": "1.1.0", "primary_column": "place", "columns": {"place": {"encoding": "WKB",
            "geometry_types": [], "crs": \(crs)}}}
            """
        let rows = geometries.map { $0.map { "(unhex('\($0)'))" } ?? "(NULL)" }.joined(separator: ", ")
        try DuckDBProgram.execute([
            "COPY (SELECT * FROM (VALUES \(rows)) AS t(place)) TO \(DuckDBSQL.literal(path)) "
                + "(FORMAT parquet, KV_METADATA {geo: \(DuckDBSQL.literal(geo))})"
        ])
        return path
    }

    private static let utm =
        #"{"type": "ProjectedCRS", "name": "x", "id": {"authority": "EPSG", "code": 25832}}"#
    private static let hasGDAL = FileManager.default.isExecutableFile(atPath: "/usr/bin/gdaltransform")

    @Test func degreesOfEPSGAreRead() throws {
        let folder = try ScratchFolder()
        let path = try geoParquet(
            folder, ["010100000000000000000021400000000000A04740"],
            crs: #"{"type": "GeographicCRS", "name": "x", "id": {"authority": "EPSG", "code": 4326}}"#)
        #expect(try load([path]).points.count == 1)
    }

    /// A point, a line, a point that is nowhere, and none.
    @Test(.enabled(if: hasGDAL, "no GDAL")) func otherCoordinateSystemsAreConvertedByALoad() throws {
        let folder = try ScratchFolder()
        let path = try geoParquet(
            folder,
            [
                "01010000000000000080841E41000000005AF65341",
                "0102000000020000000000000080841E41000000005AF6534100000000804F22410000000002585441",
                "01010000009C7500883CE4377E9C7500883CE4377E", nil,
            ], crs: Self.utm)
        let loaded = try load([path])
        let tree = QuadTree(loaded.points)
        let places = (0..<tree.count).map { (row: tree.row(at: $0), place: tree.fixedCoordinate(at: $0)) }
        let first = try #require(places.first { $0.row == 0 }).place
        #expect(abs(first.latitudeE7 - 472_504_831) < 20 && abs(first.longitudeE7 - 90_000_000) < 20)
        #expect(Set(places.map(\.row)) == [0, 1])
        let shapes = ShapeIndex(loaded.shapes)
        #expect(shapes.count == 1 && shapes.shape(of: 1) != nil)
        #expect(loaded.skipped.total == 2)
        #expect(try loaded.table.rowLabels([1]).count == 1)
    }

    /// A view would be asked in degrees of numbers that are none.
    @Test func viewsOfOtherCoordinateSystemsAreRefused() throws {
        let folder = try ScratchFolder()
        let path = try geoParquet(folder, ["01010000000000000080841E41000000005AF65341"], crs: Self.utm)
        let data = DuckDBPair.data([path])
        let source = EngineSource(DuckDBEngine(data, session: data.session()))
        defer { source.close() }
        #expect(
            words { _ = try source.open(isCancelled: Self.never) }
                .contains("its geometries are in EPSG:25832, not in degrees"))
    }

    @Test func aCoordinateSystemWithoutANumberIsRefused() throws {
        let folder = try ScratchFolder()
        let path = try geoParquet(
            folder, ["01010000000000000080841E41000000005AF65341"],
            crs: #"{"type": "ProjectedCRS", "name": "of a town"}"#)
        #expect(
            words { _ = try load([path]) }.contains("its geometries are in another coordinate system"))
    }

    // MARK: - Faults

    @Test func emptyAndDamagedFilesAreExplained() throws {
        let folder = try ScratchFolder()
        let empty = try folder.parquet("SELECT 1 AS lat, 2 AS lon WHERE false", name: "empty.parquet")
        #expect(throws: SourceError.empty(file: empty, hasHeader: true)) { try load([empty]) }
        let whole = try folder.parquet(
            "SELECT i % 90 AS lat, hash(i) % 180 AS lon FROM range(300000) AS t(i)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        for count in [0, 4, 11, 1_000, bytes.count - 20] {
            let path = folder.file("cut\(count).parquet")
            try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
            #expect(words { _ = try load([path]) }.contains("cannot be read (DuckDB: "), "\(count)")
        }
        var damaged = bytes
        for index in (bytes.count / 3)..<(bytes.count / 3 + 2_000) { damaged[index] = 0xFF }
        let path = folder.file("damaged.parquet")
        try damaged.write(to: URL(fileURLWithPath: path))
        // Either an error, or the rows before the damage with a notice, or numbers that are wrong but no crash.
        let outcome = words { _ = try load([path]) }
        #expect(
            outcome == "no error" || outcome.contains("DuckDB: ") || outcome.contains("duckdb ended"),
            "\(outcome)")
    }

    @Test func aFileThatWasReplacedIsNotMixedUp() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet("SELECT 1 AS lat, 2 AS lon, 'old' AS name")
        let loader = try DuckDBPair.loader([path])
        let before = try loader.read(isCancelled: Self.never)
        #expect(try before.table.rowLabels([0]) == ["old"])
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.parquet("SELECT 3 AS lat, 4 AS lon, 'new' AS name, 7 AS more FROM range(5)")
        #expect(throws: SourceError.file(FileError(file: path, reason: .changedSinceLoaded))) {
            try before.table.rowLabels([0])
        }
        let after = try loader.read(isCancelled: Self.never)
        #expect(after.points.count == 5 && after.table.columnNames.last == "more")
        #expect(try after.table.rowLabels([4]) == ["new"])
    }

    @Test func aDatabaseThatWasReplacedIsReadAgain() throws {
        let folder = try ScratchFolder()
        let path = try folder.database(
            "CREATE TABLE t AS SELECT 1 AS a, 2 AS b", "CREATE VIEW p AS SELECT a AS lat, b AS lon FROM t")
        let pair = try DuckDBPair([path])
        let loader = try DuckDBPair.loader([path])
        defer { pair.source.close() }
        #expect(try pair.source.open(isCancelled: Self.never).rowCount == 1)
        #expect(try loader.read(isCancelled: Self.never).points.count == 1)
        try FileManager.default.removeItem(atPath: path)
        _ = try folder.database(
            "CREATE TABLE t AS SELECT 1 AS a, 2 AS b FROM range(3)",
            "CREATE VIEW p AS SELECT a AS lat, b AS lon FROM t")
        #expect(try pair.source.open(isCancelled: Self.never).rowCount == 3)
        #expect(try loader.read(isCancelled: Self.never).points.count == 3)
    }

    @Test func otherFilesAreNotRead() throws {
        let folder = try ScratchFolder()
        let other = try folder.parquet("SELECT 1 AS lat, 2 AS lon", name: "other.parquet")
        let path = try folder.database("CREATE VIEW v AS SELECT * FROM '\(other)'")
        #expect(words { _ = try load([path]) }.contains("refers to other files, which are not read"))
        var options = DuckDBPair.options()
        options.sql = "SELECT * FROM read_text('/etc/passwd')"
        #expect(words { _ = try load([path], options) }.contains("refers to other files"))
        options.sql = "SELECT 1 AS lat, 2 AS lon); \n.shell touch \(folder.file("touched"))\n"
        _ = words { _ = try load([path], options) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("touched")))
        options.sql = "SELECT 1 AS lat, 2 AS lon, 'x' AS name"
        #expect(try load([path], options).points.count == 1)
    }

    @Test func tablesAreChosenAndListed() throws {
        let folder = try ScratchFolder()
        let path = try folder.database(
            "CREATE TABLE a AS SELECT 1 AS lat, 2 AS lon", "CREATE SCHEMA s",
            "CREATE TABLE s.b AS SELECT 1 AS lat, 2 AS lon",
            "CREATE TABLE c AS SELECT 1 AS x")
        #expect(
            words { _ = try load([path]) }.contains(
                #"several tables have coordinates: "a", "s.b" (choose with --table NAME)"#))
        #expect(try load([path], DuckDBPair.options("s.b")).points.count == 1)
        #expect(
            words { _ = try load([path], DuckDBPair.options("nothing")) }.contains(
                #"no table "nothing" (found "a", "c", "s.b")"#))
    }

    // MARK: - Programs

    private func script(_ text: String, in folder: ScratchFolder) throws -> DuckDBOptions {
        DuckDBOptions(program: try folder.script(text))
    }

    @Test func aProgramThatIsMissingOrOldIsExplained() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet("SELECT 1 AS lat, 2 AS lon")
        #expect(
            words { _ = try load([path], DuckDBOptions(program: "termmap-no-such-program")) }
                .contains("needs the program duckdb, which was not found (pip install duckdb-cli"))
        let old = try script(
            "echo 'Catalog Error: unrecognized configuration parameter \"x\"' >&2; exit 1", in: folder)
        #expect(words { _ = try load([path], old) }.contains("needs a newer duckdb: 1.5 or later"))
        let dying = try script("read line; exit 3", in: folder)
        #expect(words { _ = try load([path], dying) }.contains("duckdb ended unexpectedly"))
    }

    @Test func aSilentProgramEndsInATimeout() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet("SELECT 1 AS lat, 2 AS lon")
        var silent = try script("sleep 600", in: folder)
        silent.timeout = .milliseconds(300)
        #expect(words { _ = try load([path], silent) }.contains("timeout: no answer from duckdb"))
    }

    @Test func aCancelledStatementEndsTheProgram() throws {
        let folder = try ScratchFolder()
        let path = try folder.database("CREATE TABLE p AS SELECT 1 AS lat, 2 AS lon")
        let data = DuckDBPair.data([path])
        let session = data.session()
        let started = ContinuousClock.now
        #expect(throws: SourceError.cancelled) {
            try session.rows(
                "SELECT sum(hash(a.i * b.i)) FROM range(1000000) AS a(i), range(1000000) AS b(i)",
                columnCount: 1,
                isCancelled: { ContinuousClock.now - started > .milliseconds(300) })
        }
        #expect(try session.rows("SELECT lat FROM p", columnCount: 1, isCancelled: Self.never)[0, 0] == "1")
        session.close()
        #expect(throws: SourceError.cancelled) {
            try session.rows("SELECT 1", columnCount: 1, isCancelled: Self.never)
        }
    }

    @Test func aProgramThatWasKilledIsStartedAgain() throws {
        let folder = try ScratchFolder()
        let path = try folder.database("CREATE TABLE p AS SELECT 1 AS lat, 2 AS lon")
        // A program that ends after its first statements, once.
        let mark = folder.file("ran")
        let options = try script(
            "if [ -e \(mark) ]; then exec \(DuckDBProgram.path ?? "duckdb") \"$@\"; fi; touch \(mark); exit 9",
            in: folder)
        #expect(try load([path], options).points.count == 1)
    }

    @Test func aDatabaseInUseIsExplained() throws {
        let folder = try ScratchFolder()
        let path = try folder.database("CREATE TABLE p AS SELECT 1 AS lat, 2 AS lon")
        let other = try DuckDBProcess(
            .init(program: DuckDBProgram.path ?? "duckdb", arguments: ["-no-init", "-batch", path]))
        try other.run("SELECT 1;", silence: .seconds(20), isCancelled: Self.never) { _ in }
        #expect(words { _ = try load([path]) }.contains("is open in another program"))
        other.kill()
    }

    // MARK: - Opening

    @Test func filesAreDetectedAndPatternsExpanded() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.file("a/b"), withIntermediateDirectories: true)
        for name in ["a/1.parquet", "a/b/2.parquet", "a/b/[3].parquet"] {
            _ = try folder.parquet("SELECT 1 AS lat, 2 AS lon", name: name)
        }
        let names = FilePattern.paths(folder.file("**/*.parquet")).map {
            String($0.dropFirst(folder.path.count))
        }
        #expect(names.sorted() == ["/a/1.parquet", "/a/b/2.parquet", "/a/b/[3].parquet"])
        #expect(FilePattern.paths(folder.file("a/b/[3].parquet")) == [folder.file("a/b/[3].parquet")])
        #expect(FilePattern.paths(folder.file("*.none")) == [folder.file("*.none")])
        #expect(FilePattern.paths(folder.file("a/?.parquet")) == [folder.file("a/1.parquet")])
    }
}
