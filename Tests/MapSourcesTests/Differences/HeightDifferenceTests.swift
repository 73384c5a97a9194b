import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows

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
}
