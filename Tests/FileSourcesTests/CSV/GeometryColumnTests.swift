import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport

@Suite struct GeometryColumnTests {
    private func load(_ text: String, _ columns: ColumnOptions = ColumnOptions()) throws -> LoadedTable {
        try TemporaryFile(text).load(CSVOptions(columns: columns))
    }

    private func message(_ text: String, _ columns: ColumnOptions = ColumnOptions()) -> String? {
        do {
            _ = try load(text, columns)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func geometryColumn(_ loaded: LoadedTable) -> Int? {
        guard case .geometry(let column, _) = loaded.table.columns.coordinates else { return nil }
        return column
    }

    @Test(arguments: [
        "name,geometry\nA,POINT(8.5 47.5)\nB,POINT(2 -1.25)\n",
        "Geom;name\nPOINT(8.5 47.5);A\nPOINT (2 -1.25);B\n",
        "name,the_geom\nA,\"LINESTRING(8.5 47.5,8.5 47.5)\"\nB,\"MULTIPOINT(2 -1.25,2 -1.25)\"\n",
        "name,WKT\r\nA,\"POINT(8.5 47.5)\"\r\nB,\"POLYGON((2 -1.25,2 -1.25,2 -1.25,2 -1.25))\"\r\n",
        "name,way\nA,0101000020E610000000000000000021400000000000C04740"
            + "\nB,01010000000000000000000040000000000000F4BF\n",
        "name,GeoJSON\nA,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[8.5,47.5]}\"\nB,"
            + "\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[2,-1.25]}\"\n",
        "name;way\nA;{\"type\":\"Point\",\"coordinates\":[8.5,47.5]}\nB;{\"type\":\"Point\",\"coordinates\":[2,-1.25]}\n",
        "name,location\nA,POINT(8.5 47.5)\nB,POINT(2 -1.25)\n", "A,POINT(8.5 47.5)\nB,POINT(2 -1.25)\n",
    ]) func geometriesAreFound(text: String) throws {
        let loaded = try load(text)
        #expect(geometryColumn(loaded) != nil)
        #expect(loaded.table.recordCount == 2 && loaded.skipped.total == 0)
        let tree = QuadTree(loaded.points)
        #expect(
            Set((0..<loaded.points.count).map { tree.fixedCoordinate(at: $0) }) == [
                FixedCoordinate(latitudeE7: 475_000_000, longitudeE7: 85_000_000),
                FixedCoordinate(latitudeE7: -12_500_000, longitudeE7: 20_000_000),
            ])
        #expect(try loaded.table.rowLabels([0, 1]) == ["A", "B"])
    }

    @Test func linesAndAreasAreShapes() throws {
        let loaded = try load(
            """
            id,wkt
            1,POINT(8 47)
            2,"LINESTRING(8 47,9 48)"
            3,"MULTIPOINT(8 47,9 48)"
            4,"GEOMETRYCOLLECTION(POINT(8 47),POLYGON((0 0,1 0,1 1,0 0)))"
            """)
        #expect(loaded.points.count == 4 && loaded.shapes.count == 2)
        #expect(loaded.source.shapes.count == 2)
    }

    @Test func aPairWinsUnlessTheColumnIsNamed() throws {
        let text = "lat,lon,geom\n1,2,POINT(8 47)\n3,4,POINT(9 48)\n"
        #expect(geometryColumn(try load(text)) == nil)
        #expect(geometryColumn(try load(text, ColumnOptions(geometry: "geom"))) == 2)
        #expect(geometryColumn(try load(text, ColumnOptions(geometry: "3"))) == 2)
        #expect(
            message(text, ColumnOptions(geometry: "lat"))?
                .hasSuffix(
                    "no coordinates in column \"lat\" (expected geometries as WKT, hexadecimal WKB or GeoJSON)"
                )
                == true)
        #expect(
            message(text, ColumnOptions(geometry: "shape"))?.contains("--geom: no column \"shape\"") == true)
    }

    @Test func halfOfTheValuesMustBeGeometries() throws {
        func text(bad: Int) -> String {
            "name,geom,coords\n"
                + (0..<100).map { "N\($0),\($0 < bad ? "nowhere" : "POINT(8 47)"),\"1, 2\"\n" }.joined()
        }
        #expect(geometryColumn(try load(text(bad: 50))) == 1)
        #expect(geometryColumn(try load(text(bad: 51))) == nil)
        #expect(geometryColumn(try load(text(bad: 60), ColumnOptions(geometry: "geom"))) == 1)
    }

    /// A column of words stays one that is searched.
    @Test func placesInWordsAreNoGeometries() throws {
        let loaded = try load("name,location,lat,lon\nA,Kitchen,1,2\nB,Cellar,3,4\n")
        #expect(loaded.table.columns.searched == [0, 1])
        #expect(message("name,geom\nA,here\n")?.contains("no coordinates in column \"geom\"") == true)
    }

    @Test func reasonsAreCounted() throws {
        let loaded = try load(
            """
            name,geom
            ok,POINT(8 47)
            wrapped,POINT(190 1)
            zero,POINT(0 0)
            empty,
            null,NULL
            none,POINT EMPTY
            north,POINT(8 91)
            east,POINT(541 1)
            moon,<http://e.org/Q405> POINT(8 47)
            cut,POINT(8
            short
            """, ColumnOptions(geometry: "geom"))
        #expect(loaded.points.count == 3 && loaded.points.count + loaded.skipped.total == 11)
        for (reason, count) in [
            (SkippedRows.Reason.noGeometry, 3), (.latitudeOutOfRange, 1), (.longitudeOutOfRange, 1),
            (.otherReference, 1), (.badGeometry, 1), (.tooFewFields, 1),
        ] {
            #expect(loaded.skipped.count(of: reason) == count)
        }
        #expect(loaded.notices.contains { $0.hasSuffix("1 row with longitudes beyond ±180, wrapped") })
        #expect(loaded.notices.contains { $0.hasSuffix("1 row shown at 0, 0") })
        #expect(
            loaded.skipped.examples.first { $0.reason == .otherReference }?.message(file: "a.csv")
                == "a.csv:10: geometry is in another coordinate system: \"<http://e.org/Q405> POINT(8 47)\" "
                + "(expected degrees, WGS 84)")
    }

    @Test func metresAreRefused() {
        #expect(message("geom\nPOINT(2600000 1200000)\n")?.contains("looks projected") == true)
    }

    @Test(arguments: [64, 100, 1_000]) func windowBordersDoNotMatter(windowSize: Int) throws {
        var random = SeededRandom(UInt64(windowSize))
        let samples = (0..<200).map { _ in SampleGeometry.random(&random) }
        let text = "id,geom\n" + samples.enumerated().map { "\($0),\"\($1.text())\"\r\n" }.joined()
        var options = CSVOptions()
        options.windowSize = windowSize
        options.columns.geometry = "geom"
        let loaded = try TemporaryFile(text).load(options)
        #expect(loaded.points.count == samples.count { !$0.sketch.isEmpty })
        var shapes = ShapeBuffer()
        for (row, sample) in samples.enumerated() { shapes.append(sample.sketch, row: UInt32(row)) }
        #expect(loaded.shapes == shapes && shapes.count > 50)
        #expect(loaded.skipped.count(of: .noGeometry) == samples.count { $0.sketch.isEmpty })
        #expect(loaded.table.recordCount == 200)
    }
}

/// Geometries with the latitude first, which `--swap` reads.
@Suite struct SwappedGeometryTests {
    @Test(arguments: [
        "id,wkt\n1,POINT(46.5 107.5)\n2,\"LINESTRING(46.5 107.5,46.5 107.5)\"\n",
        "id,geom\n1,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[46.5,107.5]}\"\n"
            + "2,\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[46.5,107.5]}\"\n",
        "id,wkt\n1,SRID=4326;POINT(46.5 107.5)\n2,POINT Z (46.5 107.5 3)\n",
    ]) func latitudesComeFirst(text: String) throws {
        let loaded = try TemporaryFile(Array(text.utf8)).load(
            CSVOptions(columns: ColumnOptions(isSwapped: true)))
        let expected = FixedCoordinate(latitudeE7: 465_000_000, longitudeE7: 1_075_000_000)
        #expect(loaded.source.places() == [0: expected, 1: expected])
    }
}
