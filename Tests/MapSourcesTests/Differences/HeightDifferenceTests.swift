import MapModel
import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Heights of points, lines and areas in all notations.
struct HeightDifferenceTests {
    private static func features(_ geometries: String...) -> String {
        geometries.enumerated().map { row, geometry in
            "{\"type\":\"Feature\",\"properties\":{\"ref\":\"r\(row)\"},\"geometry\":\(geometry)}\n"
        }.joined()
    }

    private static func geometry(_ type: String, _ coordinates: String) -> String {
        "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
    }

    @Test func heightsOfPointsAreCompared() throws {
        let old = Self.features(
            Self.geometry("Point", "[5,5,100]"), Self.geometry("Point", "[6,6,10]"),
            Self.geometry("Point", "[7,7,0]"), Self.geometry("Point", "[8,8]"),
            Self.geometry("Point", "[9,9,50]"), Self.geometry("Point", "[10,10,7]"))
        let new = Self.features(
            Self.geometry("Point", "[5,5,100.004]"), Self.geometry("Point", "[6,6,1.2e1]"),
            Self.geometry("Point", "[7,7,0.5]"), Self.geometry("Point", "[8,8,3]"),
            Self.geometry("Point", "[9.1,9,50]"), Self.geometry("Point", "[10.1,10,8]"))
        let files = try ComparedFiles(old, new, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(
            try files.changes(by: "ref") == [
                "r0": "unchanged", "r1": "changed heights", "r2": "changed heights", "r3": "changed heights",
                "r4": "moved", "r5": "moved heights",
            ])
        let difference = files.difference
        #expect(difference.counts[.moved] == 2 && difference.counts[.changed] == 3)
        #expect(difference.heightTexts(ofRow: 1) == ("10", "12"))
        #expect(difference.heightTexts(ofRow: 2) == ("0", "0.5"))
        #expect(difference.heightTexts(ofRow: 3) == (nil, "3"))
        let written = try files.written(.ndjson, [.changed])
        #expect(written.contains("\"old\":{\"heights\":10}"), "\(written)")
    }

    /// A ring may begin anywhere, in either direction; the height of the vertex that closes it counts once.
    @Test func heightsOfAreasAreCompared() throws {
        let ring = Self.geometry("Polygon", "[[[0,0,1],[2,0,2],[2,2,3],[0,2,4],[0,0,1]]]")
        let turned = Self.geometry("Polygon", "[[[2,2,3],[2,0,2],[0,0,1],[0,2,4],[2,2,3]]]")
        let other = Self.geometry("Polygon", "[[[0,0,1],[2,0,2],[2,2,3],[0,2,5],[0,0,1]]]")
        let old = Self.features(ring, ring, ring)
        let files = try ComparedFiles(
            old, Self.features(turned, other, ring), .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(
            try files.changes(by: "ref") == ["r0": "unchanged", "r1": "changed heights", "r2": "unchanged"])
        #expect(files.difference.heightTexts(ofRow: 1) == ("[1,2,3,4,1]", "[1,2,3,5,1]"))
    }

    /// 5, 5 at 100 m and at 101.5 m: the same in well-known text, and in binary of ISO and of PostGIS.
    @Test(arguments: [
        "POINT Z (5 5 100)", "POINTZ(5 5 1e2)", "SRID=4326;POINT ZM (5 5 100 7)",
        "01E9030000000000000000144000000000000014400000000000005940",
        "0101000080000000000000144000000000000014400000000000005940",
    ])
    func heightsOfColumnsOfGeometriesAreCompared(point: String) throws {
        let old = "ref,geom\na,POINT Z (5 5 100)\nb,POINT Z (5 5 101.5)\nc,POINT Z (6 6 1)\n"
        let measured = "POINT M (6 6 9)"
        let new = "ref,geom\na,\(point)\nb,\(point)\nc,\(point.hasPrefix("0") ? "" : measured)\n"
        let files = try ComparedFiles(
            point.hasPrefix("0") ? old.replacing("c,POINT Z (6 6 1)", with: "c,") : old, new, .key("ref"))
        let changes = try files.changes(by: "ref")
        #expect(changes["a"] == "unchanged" && changes["b"] == "changed heights", "\(changes)")
        #expect(files.difference.heightTexts(ofRow: 1) == ("101.5", "100"))
        // A measure is no height.
        if !point.hasPrefix("0") { #expect(files.difference.heightTexts(ofRow: 2) == ("1", nil)) }
    }

    @Test func heightsOfLinesInTextAreCompared() throws {
        let old = "ref;geom\na;LINESTRING Z (5 5 1, 6 6 2)\nb;LINESTRING Z (7 7 1, 8 8 2)\n"
        let new = "ref;geom\na;LINESTRING Z (6 6 2, 5 5 1)\nb;LINESTRING Z (7 7 1, 8 8 3)\n"
        let files = try ComparedFiles(old, new, .key("ref"))
        #expect(try files.changes(by: "ref") == ["a": "unchanged", "b": "changed heights"])
    }

    @Test func heightsThatAreAllZeroAreNone() throws {
        let (old, new) = (
            Self.features(Self.geometry("Point", "[5,5,0]"), Self.geometry("Point", "[6,6,0]")),
            Self.features(Self.geometry("Point", "[5,5,8]"), Self.geometry("Point", "[6,6,9]"))
        )
        let files = try ComparedFiles(old, new, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(files.difference.counts.differences == 0)
        #expect(files.difference.notices.contains("heights of vertices only in NEW"))
    }

    // MARK: - Databases and layers

    /// The same as WKB and in a GeoPackage: points at 5, 5 and a line to 6, 6, little endian.
    @Test(arguments: ["", "47500001E6100000"])
    func heightsOfDatabasesAreCompared(head: String) throws {
        func database(point: String, line: String) throws -> SQLiteWriter {
            let (five, six) = ("0000000000001440", "0000000000001840")
            return try SQLiteWriter(
                """
                CREATE TABLE p(ref TEXT PRIMARY KEY, geom BLOB);
                INSERT INTO p VALUES ('a', x'\(head)01E9030000\(five)\(five)0000000000005940'),
                    ('b', x'\(head)01E9030000\(five)\(five)\(point)'),
                    ('c', x'\(head)01EA03000002000000\(five)\(five)000000000000F03F\(six)\(six)\(line)'),
                    ('d', NULL)
                """)
        }
        // 100 and 101.5 m, 2 and 3 m.
        let old = try database(point: "0000000000005940", line: "0000000000000040")
        let new = try database(point: "0000000000605940", line: "0000000000000840")
        let (_, table) = try ComparedFiles.compared(old.path, new.path, .key("ref"))
        let difference = table.difference
        #expect(difference.counts[.changed] == 2 && difference.counts[.unchanged] == 2)
        #expect(difference.heightTexts(ofRow: 1) == ("100", "101.5"))
        #expect(difference.heightTexts(ofRow: 2) == ("[1,2]", "[1,3]"))
        withExtendedLifetime((old, new)) {}
    }

    /// Rows of a view are kept in memory.
    @Test func heightsOfViewsAreCompared() throws {
        func database(_ height: Int) throws -> SQLiteWriter {
            try SQLiteWriter(
                """
                CREATE TABLE p(ref TEXT, raw TEXT);
                INSERT INTO p VALUES ('a', '-POINT Z (5 5 100)'), ('b', '-POINT Z (5 5 \(height))');
                CREATE VIEW v AS SELECT ref, substr(raw, 2) AS geom FROM p
                """)
        }
        let (old, new) = (try database(7), try database(8))
        let (_, table) = try ComparedFiles.compared(old.path, new.path, .key("ref"))
        #expect(table.difference.counts[.changed] == 1 && table.difference.counts[.unchanged] == 1)
        #expect(table.difference.heightTexts(ofRow: 1) == ("7", "8"))
        withExtendedLifetime((old, new)) {}
    }

    /// Those of the second file have the rows behind those of the first.
    @Test func heightsOfSeveralFilesAreCompared() throws {
        func files(_ heights: [Int]) throws -> [TemporaryFile] {
            try heights.enumerated().map { number, height in
                let feature = """
                    {"type":"Feature","properties":{"ref":"f\(number)"},"geometry":{"type":"Point","coordinates":[\(number),5,\(height)]}}
                    """
                return try TemporaryFile(Array(feature.utf8), extension: "geojson")
            }
        }
        func loader(_ files: [TemporaryFile]) throws -> LayeredLoader {
            var options = SourceOptions()
            options.csv.keepsHeights = true
            let opener = SourceOpener(options)
            return LayeredLoader(
                loaders: try files.map { file in
                    guard case .loader(let loader, _) = try opener.open([file.path]) else {
                        throw SourceError.cancelled
                    }
                    return loader
                })
        }
        let (old, new) = (try files([1, 2, 3]), try files([1, 2, 4]))
        let source = try DifferenceLoader(old: try loader(old), new: try loader(new), options: .key("ref"))
            .read(isCancelled: { false }, progress: { _ in })
        let table = try #require(source.table as? DifferenceTable)
        #expect(table.difference.counts[.changed] == 1 && table.difference.counts[.unchanged] == 2)
        #expect(table.difference.heightTexts(ofRow: 2) == ("3", "4"))
        withExtendedLifetime((old, new)) {}
    }

    // MARK: - What was not read

    private func loaded(_ text: String) throws -> (source: LoadedSource, file: TemporaryFile) {
        let file = try TemporaryFile(Array(text.utf8), extension: "geojson")
        var options = SourceOptions()
        options.csv.keepsHeights = true
        guard case .loader(let loader, _) = try SourceOpener(options).open([file.path]) else {
            throw SourceError.cancelled
        }
        return (try loader.read(isCancelled: { false }, progress: { _ in }), file)
    }

    /// A server has points where rows are: it says nothing of their lines, whose middle may be elsewhere.
    @Test(arguments: [true, false]) func linesOfAServerAreNotCompared(isNew: Bool) throws {
        let whole = try loaded(
            Self.features(
                Self.geometry("Point", "[5,5,100]"), Self.geometry("Point", "[6,6]"),
                Self.geometry("LineString", "[[7,7],[8,8],[9,7]]")))
        var places = try loaded(
            Self.features(
                Self.geometry("Point", "[5,5]"), Self.geometry("Point", "[6.1,6]"),
                Self.geometry("Point", "[8,7.5]")))
        places.source.isOfPlacesAlone = true
        let (old, new) = isNew ? (whole, places) : (places, whole)
        let joined = try DifferenceLoader.joined(old.source, new.source, .key("ref"), { false })
        let difference = try #require(joined.table as? DifferenceTable).difference
        #expect(difference.counts[.moved] == 1 && difference.counts[.unchanged] == 2)
        let side = isNew ? "NEW" : "OLD"
        #expect(
            difference.notices.contains(
                "lines, areas and heights are not compared: of \(side) only places are read"))
        withExtendedLifetime((old.file, new.file)) {}
    }

    /// A saved index has no heights: what was restored from one says nothing of those of the next reading.
    @Test func restoredRowsHaveUnknownHeights() throws {
        let old = try loaded(Self.features(Self.geometry("Point", "[5,5,100]")))
        let new = try loaded(Self.features(Self.geometry("Point", "[5,5,200]")))
        let restored = ComparedSource(old.source.table, QuadTree(old.source.points), ShapeIndex(), nil)
        let difference = try DifferenceLoader.difference(
            restored, ComparedSource(new.source), .key("ref"), { false })
        #expect(difference.counts.differences == 0)
        #expect(difference.notices == ["heights are not compared: those of OLD were not read"])
        withExtendedLifetime((old.file, new.file)) {}
    }
}
