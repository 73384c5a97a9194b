import TestSupport
import Testing

@testable import DataSets
@testable import MapSources

/// Geometries of several points, of which only one is the place of the row.
@Suite struct PointsDifferenceTests {
    private static func json(_ geometries: [String]) -> String {
        let features = geometries.enumerated().map {
            #"{"type":"Feature","properties":{"ref":"r\#($0)"},"geometry":\#($1)}"#
        }
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    }

    private static func csv(_ geometries: [String]) -> String {
        "ref;geom\n" + geometries.enumerated().map { "r\($0);\($1)\n" }.joined()
    }

    private static func points(_ places: String) -> String {
        #"{"type":"MultiPoint","coordinates":\#(places)}"#
    }

    @Test func anotherMemberIsAChangeOfGeometry() throws {
        let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
        func collection(_ east: Double) -> String {
            #"{"type":"GeometryCollection","geometries":[\#(line),{"type":"Point","coordinates":[\#(east),50]}]}"#
        }
        let old = [
            points("[[8,50],[9,51]]"), points("[[8,50],[9,51]]"), points("[[1,2],[3,4]]"), collection(8),
            line,
        ]
        let new = [
            points("[[8,50],[12,51]]"), points("[[8,50]]"), points("[[1,2],[3,4]]"), collection(8.5), line,
        ]
        let files = try ComparedFiles(
            Self.json(old), Self.json(new), .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(files.difference.counts[.changed] == 3 && files.difference.addsUp)
        let changes = try files.changes(by: "ref")
        #expect(changes["r0"] == "changed geometry" && changes["r1"] == "changed geometry", "\(changes)")
        #expect(changes["r3"] == "changed geometry")
    }

    @Test func theOrderAndTheFormatDoNotMatter() throws {
        let json = Self.json([Self.points("[[8,50],[9,51],[1,2]]"), Self.points("[[3,4]]")])
        let same = Self.csv(["MULTIPOINT ((8 50), (1 2), (9 51))", "POINT (3 4)"])
        #expect(
            try ComparedFiles(json, same, .key("ref"), oldKind: "geojson").difference.counts.differences == 0)
        let other = Self.csv(["MULTIPOINT ((8 50), (1 2), (9 52))", "POINT (3 4)"])
        #expect(
            try ComparedFiles(json, other, .key("ref"), oldKind: "geojson").difference.counts[.changed] == 1)
    }

    private func points(_ places: String) -> String { Self.points(places) }
}
