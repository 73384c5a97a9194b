import MapModel
import Testing

@testable import DatabaseSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport

/// GeoPackage, SpatiaLite and plain tables with geometries.
@Suite struct SQLiteGeometryTests {
    private static func little<Number>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    /// A line of WKB, or a point where there is but one vertex.
    private static func wellKnown(_ vertices: [(x: Double, y: Double)]) -> [UInt8] {
        let numbers = vertices.flatMap { little($0.x) + little($0.y) }
        return vertices.count == 1
            ? [1] + little(UInt32(1)) + numbers
            : [1] + little(UInt32(2)) + little(UInt32(vertices.count)) + numbers
    }

    private static func package(_ vertices: [(x: Double, y: Double)], reference: Int32 = 4326) -> SQLiteValue
    {
        .blob(Array("GP".utf8) + [0, 1] + little(reference) + wellKnown(vertices))
    }

    private static func spatialLite(x: Double, y: Double, reference: Int32 = 4326) -> SQLiteValue {
        .blob(
            [0, 1] + little(reference) + [x, y, x, y].flatMap { little($0) } + [0x7C]
                + wellKnown([(x, y)]).dropFirst() + [0xFE])
    }

    private static func geoPackage(reference: Int = 4326, hasIndex: Bool = true) throws -> SQLiteWriter {
        let database = try SQLiteWriter(
            """
            CREATE TABLE gpkg_spatial_ref_sys(srs_name, srs_id, organization, organization_coordsys_id, definition);
            INSERT INTO gpkg_spatial_ref_sys VALUES ('a', 4326, 'EPSG', 4326, ''), ('b', 100, 'epsg', 4326, ''),
                ('c', 2056, 'EPSG', 2056, '');
            CREATE TABLE gpkg_contents(table_name, data_type, identifier, srs_id);
            CREATE TABLE gpkg_geometry_columns(table_name, column_name, geometry_type_name, srs_id, z, m);
            CREATE TABLE gpkg_extensions(table_name, column_name, extension_name, definition, scope);
            INSERT INTO gpkg_contents VALUES ('roads', 'features', 'Roads', \(reference));
            INSERT INTO gpkg_geometry_columns VALUES ('roads', 'geom', 'GEOMETRY', \(reference), 0, 0);
            CREATE TABLE roads(fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)
            """, name: "my roads.gpkg")
        try database.insert(
            "INSERT INTO roads(geom, name) VALUES (?1, ?2)",
            [
                [package([(8.5, 47.5)], reference: Int32(reference)), .text("point")],
                [package([(8.6, 47.6), (9, 48)], reference: Int32(reference)), .text("line")],
                [.null, .text("nothing")], [.blob([1, 2, 3]), .text("damaged")],
                [package([(.nan, .nan)], reference: Int32(reference)), .text("empty")],
                [package([(5, 95)], reference: Int32(reference)), .text("beyond")],
            ])
        if hasIndex {
            try database.run(
                """
                CREATE VIRTUAL TABLE rtree_roads_geom USING rtree(id, minx, maxx, miny, maxy);
                INSERT INTO gpkg_extensions VALUES ('roads', 'geom', 'gpkg_rtree_index', '', 'write-only');
                INSERT INTO rtree_roads_geom VALUES (1, 8.5, 8.5, 47.5, 47.5), (2, 8.6, 9, 47.6, 48)
                """)
        }
        return database
    }

    private let question = NearbyQuestion(
        center: Coordinate(latitude: 47.55, longitude: 8.55), radiusMeters: 50_000, limit: nil)

    @Test(arguments: [4326, 100, 0]) func readsAGeoPackage(reference: Int) throws {
        let database = try Self.geoPackage(reference: reference)
        let loaded = try database.load()
        #expect(loaded.points.count == 2)
        #expect(loaded.shapes.count == 1)
        #expect(loaded.skipped.count(of: .noGeometry) == 2)
        #expect(loaded.skipped.count(of: .badGeometry) == 1)
        #expect(loaded.skipped.count(of: .latitudeOutOfRange) == 1)
        #expect(try loaded.table.rowLabels([0, 1]) == ["point", "line"])
        #expect(loaded.table.roles.id == 0)
        // Geometries in binary form are on the map, and no column.
        #expect(loaded.table.columnNames == ["fid", "name"])
        #expect(try loaded.table.namedRow(1).fields.map(\.value.text) == ["2", "line"])
    }

    /// Text can be read by people, too.
    @Test func geometriesAsTextAreAColumn() throws {
        let database = try SQLiteWriter("CREATE TABLE t(shape TEXT, name TEXT)")
        try database.insert("INSERT INTO t VALUES (?1, ?2)", [[.text("POINT(8.5 47.5)"), .text("a")]])
        #expect(try database.load().table.namedRow(0).fields.map(\.value.text) == ["POINT(8.5 47.5)", "a"])
    }

    /// A view has no key: its rows are read once, into memory.
    @Test func viewsHaveTheirColumnsInPlace() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE t(id INTEGER, shape BLOB, name TEXT, n INTEGER); CREATE VIEW v AS SELECT * FROM t")
        try database.insert(
            "INSERT INTO t VALUES (?1, ?2, ?3, ?4)",
            [[.integer(7), Self.package([(8.5, 47.5)]), .text("a"), .integer(3)]])
        var options = SQLiteOptions()
        options.table = "v"
        let loaded = try database.load(options)
        #expect(loaded.places()[0]?.longitudeE7 == 85_000_000)
        #expect(try loaded.table.namedRow(0).fields.map(\.value.text) == ["7", "a", "3"])
        #expect(loaded.table.columnNames == ["id", "name", "n"])
    }

    /// A row has a column at least.
    @Test func theOnlyColumnIsShown() throws {
        let database = try SQLiteWriter("CREATE TABLE t(shape BLOB)")
        try database.insert("INSERT INTO t VALUES (?1)", [[Self.package([(8.5, 47.5)])]])
        #expect(try database.load().table.namedRow(0).fields.map(\.name) == ["shape"])
    }

    /// The key stands behind the geometry.
    @Test func columnsBehindAGeometryKeepTheirMeaning() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE t(shape BLOB, name TEXT, code TEXT, PRIMARY KEY (code, name)) WITHOUT ROWID")
        let rows: [[SQLiteValue]] = (0..<3).map {
            [Self.package([(8 + Double($0), 47)]), .text("name \($0)"), .text("code \($0)")]
        }
        try database.insert("INSERT INTO t VALUES (?1, ?2, ?3)", rows)
        let loaded = try database.load()
        #expect(loaded.table.columnNames == ["name", "code"])
        #expect(try loaded.table.namedRow(2).fields.map(\.value.text) == ["name 2", "code 2"])
        #expect(try loaded.table.rowLabels([0, 2]) == ["name 0", "name 2"])
        #expect(loaded.places()[2]?.longitudeE7 == 100_000_000)
    }

    @Test func searchesAGeoPackageByItsIndex() throws {
        let database = try Self.geoPackage()
        let finder = try SQLiteFinder(path: database.path)
        let (rows, account) = try finder.search(question)
        #expect(rows.count == 2)
        #expect(account.fullScanSteps == 0)
        #expect(finder.notices.isEmpty)
        let bare = try Self.geoPackage(hasIndex: false)
        let scan = try SQLiteFinder(path: bare.path)
        #expect(try scan.near(question).map(\.distanceMeters) == rows.map(\.distanceMeters))
        #expect(scan.notices.count == 1)
    }

    @Test func refusesOtherReferencesWithTheFlagsThatConvert() throws {
        let database = try Self.geoPackage(reference: 2056)
        #expect(
            sourceMessage { try database.load() }
                == "\(database.path): table \"roads\" is in EPSG:2056, not in degrees on WGS 84 "
                + "(--format gdal --layer \"roads\" converts it)")
    }

    @Test func readsSpatiaLiteWithItsIndex() throws {
        let database = try SQLiteWriter(
            """
            CREATE TABLE spatial_ref_sys(srid, auth_name);
            CREATE TABLE geometry_columns(f_table_name, f_geometry_column, geometry_type, coord_dimension, srid,
                spatial_index_enabled);
            INSERT INTO geometry_columns VALUES ('towns', 'geometry', 1, 2, 4326, 1);
            CREATE TABLE Towns(pk INTEGER PRIMARY KEY, name TEXT, Geometry POINT);
            CREATE VIRTUAL TABLE idx_towns_geometry USING rtree(pkid, xmin, xmax, ymin, ymax);
            INSERT INTO idx_towns_geometry VALUES (1, 8.5, 8.5, 47.5, 47.5), (2, 1, 1, 2, 2)
            """)
        try database.insert(
            "INSERT INTO towns(name, geometry) VALUES (?1, ?2)",
            [
                [.text("Zürich"), Self.spatialLite(x: 8.5, y: 47.5)],
                [.text("Sea"), Self.spatialLite(x: 1, y: 2)],
            ])
        #expect(try database.load().points.count == 2)
        let finder = try SQLiteFinder(path: database.path)
        let (rows, account) = try finder.search(question)
        #expect(try finder.table.rowLabels(rows.map(\.row)) == ["Zürich"])
        #expect(account.fullScanSteps == 0)
    }

    @Test func findsAColumnOfGeometriesByItsValues() throws {
        let database = try SQLiteWriter("CREATE TABLE p(name, thing)")
        let hexadecimal = Self.wellKnown([(1, 2)]).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        try database.insert(
            "INSERT INTO p VALUES (?1, ?2)",
            [
                [.text("a"), .blob(Self.wellKnown([(8.5, 47.5)]))], [.text("b"), .text(hexadecimal)],
                [.text("c"), Self.package([(1, 2)], reference: 2056)], [.text("d"), .text("POINT (3 4)")],
            ])
        let loaded = try database.load()
        #expect(loaded.points.count == 3)
        #expect(loaded.skipped.count(of: .otherReference) == 1)
        #expect(try SQLiteLoader(path: database.path).explainColumns()[1].contains("detected by values"))
    }

    @Test func theUserNamesTheColumnOfGeometries() throws {
        let database = try SQLiteWriter("CREATE TABLE p(lat, lon, here)")
        try database.insert("INSERT INTO p VALUES (1, 2, ?1)", [[.blob(Self.wellKnown([(8.5, 47.5)]))]])
        let loaded = try database.load(SQLiteOptions(columns: ColumnOptions(geometry: "here")))
        let place = FixedCoordinate(Coordinate(latitude: 47.5, longitude: 8.5))
        #expect(QuadTree(loaded.points).fixedCoordinate(at: 0) == place)
    }

    @Test func anRTreeCanBeOpenedItself() throws {
        for (columns, values) in [
            ("id, minlon, maxlon, minlat, maxlat", "1, 8, 9, 47, 48"),
            ("id, lat0, lat1, lon0, lon1, +name TEXT", "1, 47, 48, 8, 9, 'x'"),
        ] {
            let database = try SQLiteWriter(
                "CREATE VIRTUAL TABLE boxes USING rtree(\(columns))", "INSERT INTO boxes VALUES (\(values))")
            let tree = QuadTree(try database.load().points)
            #expect(
                tree.fixedCoordinate(at: 0) == FixedCoordinate(Coordinate(latitude: 47.5, longitude: 8.5)))
        }
    }
}
