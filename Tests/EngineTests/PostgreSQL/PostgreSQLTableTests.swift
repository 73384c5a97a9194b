import Foundation
import MapModel
import RowTestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Rows fetched again by their keys, words, and what is given out.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct PostgreSQLTableTests {
    private static func never() -> Bool { false }

    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 300)

    /// A server with a newly created schema of this name.
    private func server(_ schema: String, _ sql: String) throws -> ThrowAwayPostgreSQL {
        let server = try #require(ThrowAwayPostgreSQL.shared)
        let name = SQLStatement.quoted(schema)
        try server.execute(
            "DROP SCHEMA IF EXISTS \(name) CASCADE; CREATE SCHEMA \(name); SET search_path = \(name), public; \(sql)"
        )
        return server
    }

    /// All rows of a source, in the order of their numbers.
    private func rows(of source: EngineSource) throws -> [SourceRow] {
        guard case .rows(let points) = try source.answer(Self.world, isCancelled: Self.never).content else {
            return []
        }
        let tree = QuadTree(points)
        var rows: [SourceRow] = []
        try source.table.visitRows((0..<tree.count).map { tree.row(at: $0) }.sorted()) { rows.append($0) }
        return rows
    }

    @Test func detailsHaveTheKindsOfTheirColumns() throws {
        let server = try server(
            "details",
            """
            CREATE TABLE t (id int8 PRIMARY KEY, name text, lat numeric, lon numeric, open bool, tags jsonb,
                height float4, picture bytea, shape geometry, gone text);
            INSERT INTO t VALUES (9007199254740993, 'a,"b"', 1.5, 2.25, true, '{"a": [1]}', 'NaN', '\\x0102',
                'LINESTRING(0 0, 1 1)', NULL);
            """)
        var options = PostgreSQLOptions(table: "details.t")
        (options.columns.latitude, options.columns.longitude) = ("lat", "lon")
        let source = try server.source(options)
        let row = try #require(try rows(of: source).first)
        #expect(source.table.columnNames[3] == "lon" && source.table.roles.label == 1)
        #expect(
            row.values == [
                FieldValue(.number, "9007199254740993"), FieldValue(.text, "a,\"b\""),
                FieldValue(.number, "1.5"),
                FieldValue(.number, "2.25"), FieldValue(.boolean, "true"), FieldValue(.json, "{\"a\": [1]}"),
                FieldValue(.text, "NaN"), FieldValue(.text, "<2 bytes>"), FieldValue(.text, "<LineString>"),
                .missing,
            ])
        var text: [UInt8] = []
        let place = FixedCoordinate(latitudeE7: 15_000_000, longitudeE7: 22_500_000)
        for format in RowFormat.allCases {
            try source.table.write(
                count: 1, row: { _ in ExportedRow(row: 0, place: place, distanceMeters: 12.3) }, as: format,
                adding: .distance
            ) { text += $0 }
        }
        let object =
            #"{"id":9007199254740993,"name":"a,\"b\"","lat":1.5,"lon":2.25,"open":true,"tags":{"a":[1]},"#
            + #""height":"NaN","picture":"<2 bytes>","shape":"<LineString>","gone":null,"distance_m":12.3}"#
        #expect(
            String(decoding: text, as: UTF8.self) == #"""
                id,name,lat,lon,open,tags,height,picture,shape,gone,distance_m
                9007199254740993,"a,""b""",1.5,2.25,true,"{""a"": [1]}",NaN,<2 bytes>,<LineString>,,12.3
                \#(object)
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[2.25,1.5]},"properties":\#(object)}
                ]}

                """#)
    }

    @Test(arguments: [
        "PRIMARY KEY (a, b)", "PRIMARY KEY (b)", "UNIQUE (a)",
    ])
    func rowsAreFoundAgainByAnyKey(key: String) throws {
        let server = try server(
            "keys",
            """
            CREATE TABLE t (a char(3), b timestamptz, lat float8, lon float8, name text, \(key));
            INSERT INTO t SELECT chr(65 + i), '2026-01-01'::timestamptz + i * interval '1 s', i, i, 'row ' || i
            FROM generate_series(0, 20) AS i;
            """)
        let source = try server.source(table: "keys.t")
        let rows = try rows(of: source)
        #expect(Set(rows.map { $0.text(of: 4) }) == Set((0...20).map { "row \($0)" }))
        #expect(try source.table.rowLabels(rows.map(\.row)) == rows.map { $0.text(of: 4) })
        #expect(try source.table.rowWords([3]).map(\.label) == [rows[3].text(of: 4)])
        try server.execute("DELETE FROM keys.t WHERE name = '\(rows[3].text(of: 4))'")
        #expect(throws: SourceError.noSuchRow(3, file: source.name)) { try source.table.sourceRow(3) }
        #expect(try source.table.rowLabels([2, 3, 4]) == [rows[2].text(of: 4), "", rows[4].text(of: 4)])
        #expect(throws: SourceError.noSuchRow(99, file: source.name)) { try source.table.sourceRow(99) }
    }

    @Test func rowsWithoutAKeyAreKnownByTheirText() throws {
        let server = try server("texts", "CREATE TABLE t (lat float8, lon float8, name text)")
        try server.execute("INSERT INTO texts.t VALUES (1, 2, 'one'), (1, 2, 'one'), (3, 4, 'two')")
        let source = try server.source(PostgreSQLOptions(sql: "SELECT * FROM texts.t;"))
        #expect(try rows(of: source).map { $0.text(of: 2) }.sorted() == ["one", "one", "two"])
        #expect(try source.open(isCancelled: Self.never).notices.contains { $0.contains("--id") })
    }

    @Test func wordsAreFoundLiterally() throws {
        let server = try server(
            "words",
            """
            CREATE TABLE t (id int PRIMARY KEY, name text, city text, lat float8, lon float8);
            INSERT INTO t VALUES (1, '100% sure', 'Bern', 1, 1), (2, '100 and sure', 'Bern', 2, 2),
                (3, 'a_b', 'Basel', 3, 3), (4, 'axb', 'Basel', 4, 4), (5, 'back\\slash', 'Olten', 5, 5),
                (6, 'Bern', 'x', 6, 6), (7, 'Berne', 'x', 7, 7), (8, 'nowhere, Bern', 'x', 100, 8);
            """)
        let source = try server.source(table: "words.t")
        func found(_ text: String, limit: Int = 10) throws -> ([String], Bool) {
            let answer = try source.matches(text, limit: limit, isCancelled: Self.never)
            let handles = try #require(source.rows.settled).handles
            return (handles.keys(of: answer.matches.map(\.row)).compactMap { $0[0] }, answer.isCut)
        }
        #expect(try Set(found("0% s").0) == ["1", "2"])
        #expect(try found("a_b").0.first == "3")
        #expect(try Set(found("sure BERN").0) == ["1", "2"])
        #expect(try found("bérn 100%") == found("100 bern"))
        #expect(try found("% _ .*") == ([], false))
        #expect(try found("k\\s") == (["5"], false))
        #expect(try found("bern", limit: 2) == (["6", "7"], true))
        #expect(try Set(found("BERN").0) == ["1", "2", "6", "7"])
        #expect(try found("") == ([], false))
        #expect(try found("'; DROP TABLE words.t; --") == ([], false))
    }

    // MARK: - Bad places

    @Test func whatHasNoPlaceIsLeftOutAndCounted() throws {
        let server = try server(
            "bad",
            """
            CREATE TABLE plain (id int PRIMARY KEY, lat float8, lon float8);
            INSERT INTO plain VALUES (1, 1, 1), (2, 'NaN', 1), (3, 1, 'NaN'), (4, NULL, 1), (5, 90.1, 1),
                (6, 1, 180.1), (7, 'Infinity', 1), (8, 1, '-Infinity'), (9, 90, 180), (10, -90, -180);
            CREATE TABLE words (id int PRIMARY KEY, lat text, lon text);
            INSERT INTO words VALUES (1, '1.5', ' 2 '), (2, 'north', '1'), (3, '', '1'), (4, '1e999', '1'), (5, '91', '1');
            CREATE TABLE shapes (id int PRIMARY KEY, geom geometry);
            INSERT INTO shapes VALUES (1, 'SRID=4326;POINT(1 2)'), (2, 'SRID=4326;POINT EMPTY'), (3, NULL),
                (4, ST_SetSRID(ST_MakePoint('NaN', 1), 4326)), (5, 'SRID=4326;POINT Z (3 4 5)'),
                (6, 'SRID=4326;POINT M (5 6 7)'), (7, 'SRID=4326;POINT ZM (7 8 9 10)'),
                (8, 'SRID=3857;POINT(111319.49079327357 222684.20850554455)'),
                (9, 'SRID=4326;POLYGON((10 10, 12 10, 12 12, 10 12, 10 10))'), (10, 'SRID=4326;LINESTRING EMPTY'),
                (11, 'SRID=4326;MULTIPOINT(20 20, 21 21)'), (12, 'SRID=4326;CIRCULARSTRING(0 0, 1 1, 2 0)'),
                (13, 'SRID=4326;GEOMETRYCOLLECTION(POINT(30 30))'), (14, 'SRID=3857;POINT(1e12 0)'),
                (15, 'SRID=4326;POINT(300 0)'), (16, 'SRID=4326;LINESTRING(40 40, 42 40)'),
                (17, 'SRID=4326;GEOMETRYCOLLECTION EMPTY'), (18, ST_SetSRID(ST_MakePoint('Infinity', 1), 3857)),
                (19, ST_SetSRID(ST_MakePolygon(ST_MakeLine(ARRAY[ST_MakePoint('NaN', 0), ST_MakePoint(1, 1),
                    ST_MakePoint(2, 0), ST_MakePoint('NaN', 0)])), 4326));
            """)
        for (table, expected, total) in [
            ("plain", [1, 9, 10], 10), ("words", [1], 5), ("shapes", [1, 5, 6, 7, 8, 9, 11, 12, 13, 16], 19),
        ] {
            let source = try server.source(table: "bad.\(table)")
            let ids = try rows(of: source).compactMap { Int($0.values[0].text) }
            #expect(ids.sorted() == expected, "\(table)")
            let summary = try source.open(isCancelled: Self.never)
            #expect(summary.rowCount == expected.count)
            #expect(summary.notices.contains { $0.hasPrefix("\(total - expected.count) of \(total) rows") })
        }
    }

    @Test func otherReferenceSystemsAreAskedInTheirOwn() throws {
        let server = try server(
            "lambert",
            """
            CREATE TABLE t AS SELECT i AS id, ST_Transform(ST_SetSRID(ST_MakePoint(
                6 + i % 40 * 0.1, 46 + i / 40 * 0.05), 4326), 2056)::geometry(Point, 2056) AS geom
                FROM generate_series(0, 1599) AS i;
            ALTER TABLE t ADD PRIMARY KEY (id); CREATE INDEX ON t USING gist (geom); ANALYZE t;
            """)
        let source = try EngineSource(
            url: server.url() + "&options=-c%20enable_seqscan%3Doff",
            options: PostgreSQLOptions(table: "lambert.t"))
        var buffer = PointBuffer()
        for id in 0..<1_600 {
            buffer.append(
                FixedCoordinate(
                    latitudeE7: Int32(460_000_000 + id / 40 * 500_000),
                    longitudeE7: Int32(60_000_000 + id % 40 * 1_000_000)), row: UInt32(id))
        }
        let tree = QuadTree(buffer)
        for (index, zoom) in [3.0, 6, 7.3, 8.1, 9.7, 10.2].enumerated() {
            let center = WebMercator.project(Coordinate(latitude: 46.52 + Double(index) / 9, longitude: 7.53))
            let view = Viewport(center: center, zoom: zoom, size: DotSize(width: 160, height: 96))
            let question = ViewportQuestion(
                window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
                limit: 10)
            let answer = try source.answer(question, isCancelled: Self.never)
            // A round trip through the projection moves places by less than a unit, but across an edge perhaps.
            #expect(abs(answer.total - tree.count(in: question.window)) <= 0, "\(zoom)")
        }
        let plan = try source.plan(
            of: ViewportQuestion(
                window: Viewport(
                    center: WebMercator.project(Coordinate(latitude: 46.5, longitude: 7.5)), zoom: 9,
                    size: DotSize(width: 160, height: 96)
                ).window(of: DotRect(x: 0, y: 0, width: 160, height: 96)),
                grid: ClusterGrid(worldDots: 64 * 512, cellDots: 20), limit: 10))
        #expect(plan.contains { $0.contains("Index Cond") })
    }
}
