import Glibc
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Lines and areas of PostGIS, simplified by the server; the index in memory knows which ones a view holds.
@Suite(.serialized, .enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct PostgreSQLShapeTests {
    private static func never() -> Bool { false }

    /// Lines and rings around random places, of all sizes.
    private static let outlines: [String] = {
        var random = SeededRandom(16)
        return (0..<400).map { row in
            let (x, y) = (random.fraction() * 300 - 150, random.fraction() * 140 - 70)
            let reach = pow(10, random.fraction() * 4 - 3)
            let points = (0..<random.number(3...60)).map { step -> String in
                let turn = Double(step) / 60 * 2 * .pi
                let distance = reach * (0.5 + random.fraction() / 2)
                return "\(x + cos(turn) * distance) \(y + sin(turn) * distance)"
            }
            guard row % 3 > 0 else { return "LINESTRING (\(points.joined(separator: ", ")))" }
            let ring = "(\((points + [points[0]]).joined(separator: ", ")))"
            return row % 3 == 1 ? "POLYGON (\(ring))" : "MULTIPOLYGON ((\(ring)))"
        }
    }()

    private static let index: ShapeIndex = {
        var buffer = ShapeBuffer()
        var sketch = GeometrySketch()
        for (row, outline) in outlines.enumerated() {
            _ = ByteRun.with(Array(outline.utf8)) { run in
                try? WellKnownText.read(run, 0..<run.count, into: &sketch)
            }
            buffer.append(sketch, row: UInt32(row))
        }
        return ShapeIndex(buffer)
    }()

    private func source(_ column: String) throws -> EngineSource {
        let server = try ThrowAwayPostgreSQL.running()
        let rows = Self.outlines.enumerated().map { "(\($0), 'SRID=4326;\($1)'::geometry)" }
        try server.execute(
            """
            CREATE SCHEMA IF NOT EXISTS shapes; DROP TABLE IF EXISTS shapes.t;
            CREATE TABLE shapes.t AS SELECT id, \(column) AS geom
                FROM (VALUES \(rows.joined(separator: ", "))) AS v(id, geom);
            ALTER TABLE shapes.t ADD PRIMARY KEY (id); CREATE INDEX ON shapes.t USING gist (geom); ANALYZE shapes.t;
            """)
        return try EngineSource(
            url: server.url() + "&options=-c%20enable_seqscan%3Doff",
            options: PostgreSQLOptions(table: "shapes.t"))
    }

    private func shapes(_ answer: ViewportAnswer, of source: EngineSource) throws -> [Int: ShapeBox] {
        let handles = try #require(source.rows.settled).handles
        let shapes = (0..<answer.shapes.count).map { answer.shapes[$0] }
        let ids = handles.keys(of: shapes.map(\.row)).compactMap { $0[0].flatMap { Int($0) } }
        return Dictionary(uniqueKeysWithValues: zip(ids, shapes.map(\.box)))
    }

    @Test(
        arguments: ["geom", "ST_Transform(geom, 3857)", "geom::geography", "ST_Transform(geom, 3395)"],
        [0, 300])
    func aViewHasItsLinesAndAreas(column: String, limit: Int) throws {
        #expect(Self.index.count == Self.outlines.count)
        let source = try source(column)
        defer { source.close() }
        var random = SeededRandom(3)
        var seen = 0
        for _ in 0..<25 {
            let shape = Self.index[random.number(0...Self.index.count - 1)].box.bounds
            let view = Viewport(
                center: WebMercator.project(Coordinate(latitude: shape.north, longitude: shape.east)),
                zoom: Double(random.number(0...20)) / 2, size: DotSize(width: 160, height: 96))
            let window = view.window(of: view.bounds)
            let dot = ShapeView(view).dotExtent
            let question = ViewportQuestion(
                window: window, grid: ClusterGrid(viewport: view, size: ClusterSize()), limit: limit,
                dotExtent: dot)
            let answer = try source.answer(question, isCancelled: Self.never)
            #expect(answer.leftOutShapeCount == 0 && answer.notices.isEmpty, "\(answer.notices)")
            let found = try shapes(answer, of: source)
            // The box of the view is closed here and half open there, and a dot lower at its edge.
            var (expected, possible): (Set<Int>, Set<Int>) = ([], [])
            Self.index.visit(in: window, largerThan: dot * 2) { expected.insert(Int(Self.index[$0].row)) }
            Self.index.visit(in: window) { possible.insert(Int(Self.index[$0].row)) }
            #expect(expected.isSubset(of: found.keys), "\(question) \(expected.subtracting(found.keys))")
            #expect(Set(found.keys).subtracting(possible).count <= 1)
            for (id, box) in found {
                let original = Self.index[try #require(Self.index.shape(of: UInt32(id)))].box
                #expect(abs(Int64(box.width) - Int64(original.width)) <= 2 * Int64(dot) + 1_000, "\(id)")
            }
            seen += found.count
        }
        #expect(seen > 100)
    }

    @Test func rowsAreSelectedWithTheirShape() throws {
        let source = try source("geom")
        defer { source.close() }
        let world = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 4_096, cellDots: 20), limit: 1_000,
            dotExtent: 1 << 20)
        let answer = try source.answer(world, isCancelled: Self.never)
        guard case .rows(let points) = answer.content else { return #expect(Bool(false)) }
        let tree = QuadTree(points)
        let withShape = (0..<tree.count).count { answer.shapes.shape(of: tree.row(at: $0)) != nil }
        #expect(withShape == answer.shapes.count && withShape > 50)
        let small = ViewportQuestion(window: .world, grid: world.grid, limit: 1_000)
        #expect(try source.answer(small, isCancelled: Self.never).shapes.isEmpty)
        let filter = try Filter("id < 10", columns: source.columnNames(isCancelled: Self.never))
        let some = try source.applying(filter).answer(world, isCancelled: Self.never)
        #expect(!some.shapes.isEmpty && some.shapes.count < 10)
    }

    @Test func whatIsTooMuchIsCounted() throws {
        let server = try ThrowAwayPostgreSQL.running()
        try server.execute(
            """
            CREATE SCHEMA IF NOT EXISTS shapes; DROP TABLE IF EXISTS shapes.many; DROP TABLE IF EXISTS shapes.long;
            CREATE TABLE shapes.many AS SELECT i AS id,
                ST_MakeEnvelope(i % 50, i / 50, i % 50 + 0.5, i / 50 + 0.5, 4326) AS geom FROM generate_series(0, 1499) AS i;
            CREATE TABLE shapes.long AS SELECT n AS id, (SELECT ST_SetSRID(ST_MakeLine(
                ST_MakePoint(i * 0.0001, 50 + (i % 2) * 0.1 + n) ORDER BY i), 4326) FROM generate_series(0, 50000) AS i) AS geom
                FROM generate_series(1, 5) AS n;
            """)
        let grid = ClusterGrid(worldDots: 4_096, cellDots: 20)
        let many = try server.source(table: "shapes.many")
        defer { many.close() }
        let answer = try many.answer(
            ViewportQuestion(window: .world, grid: grid, limit: 10, dotExtent: 1 << 16),
            isCancelled: Self.never)
        #expect(answer.total == 1_500 && answer.shapes.count == 1_000 && answer.leftOutShapeCount == 500)
        let long = try server.source(table: "shapes.long")
        defer { long.close() }
        let all = try long.answer(
            ViewportQuestion(window: .world, grid: grid, limit: 10, dotExtent: 1), isCancelled: Self.never)
        #expect(all.shapes.count == 2 && all.leftOutShapeCount == 3)
        // Near a place the server sends what is near it.
        let view = Viewport(
            center: WebMercator.project(Coordinate(latitude: 51.05, longitude: 2)), zoom: 16,
            size: DotSize(width: 160, height: 96))
        let near = try long.answer(
            ViewportQuestion(
                window: view.window(of: view.bounds), grid: grid, limit: 10,
                dotExtent: ShapeView(view).dotExtent), isCancelled: Self.never)
        #expect(near.shapes.count == 1 && near.shapes.vertexCount < 1_000, "\(near.shapes.vertexCount)")
    }

    /// Numbers that are none, and shapes that PostGIS alone knows, end no view.
    @Test func oddShapesEndNoView() throws {
        let server = try ThrowAwayPostgreSQL.running()
        try server.execute(
            """
            CREATE SCHEMA IF NOT EXISTS shapes; DROP TABLE IF EXISTS shapes.odd;
            CREATE TABLE shapes.odd (id int PRIMARY KEY, geom geometry);
            INSERT INTO shapes.odd VALUES (1, 'SRID=4326;POLYGON((10 10, 12 10, 12 12, 10 12, 10 10))'),
                (2, 'SRID=4326;LINESTRING EMPTY'), (3, NULL), (4, 'SRID=4326;CIRCULARSTRING(0 0, 10 10, 20 0)'),
                (5, 'SRID=4326;GEOMETRYCOLLECTION(POINT(30 30), LINESTRING(30 30, 40 40))'), (6, 'SRID=3857;POINT(1e12 0)'),
                (7, 'SRID=3857;LINESTRING(1e12 0, 1 1)'), (8, 'SRID=4326;GEOMETRYCOLLECTION EMPTY'),
                (9, ST_SetSRID(ST_MakePolygon(ST_MakeLine(ARRAY[ST_MakePoint('NaN', 0), ST_MakePoint(1, 1),
                    ST_MakePoint(2, 0), ST_MakePoint('NaN', 0)])), 4326)),
                (10, 'SRID=4326;TIN(((0 0 0, 0 9 0, 9 0 0, 0 0 0)))'), (11, 'SRID=3857;LINESTRING(0 0, 1e6 1e6)'),
                (12, 'SRID=4326;CURVEPOLYGON(CIRCULARSTRING(0 0, 4 0, 4 4, 0 4, 0 0))'),
                (13, 'SRID=4326;LINESTRING ZM (0 0 1 2, 5 5 3 4)'), (14, 'SRID=4326;LINESTRING(170 0, 190 0)'),
                (15, ST_SetSRID(ST_MakeLine(ST_MakePoint('Infinity', 1), ST_MakePoint(1, 1)), 4326));
            """)
        let source = try server.source(table: "shapes.odd")
        defer { source.close() }
        let answer = try source.answer(
            ViewportQuestion(
                window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 100,
                dotExtent: 1 << 20),
            isCancelled: Self.never)
        #expect(answer.notices.isEmpty, "\(answer.notices)")
        let found = try Set(shapes(answer, of: source).keys)
        #expect(
            found.isSuperset(of: [1, 4, 5, 11, 12, 13]) && found.isDisjoint(with: [2, 3, 6, 7, 8, 9, 15]),
            "\(found)")
    }
}
