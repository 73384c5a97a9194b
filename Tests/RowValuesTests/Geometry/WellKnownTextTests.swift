import MapModel
import TestSupport
import Testing

@testable import RowTestSupport
@testable import RowValues
@testable import Streams

@Suite struct WellKnownTextTests {
    static func read(_ text: String) throws(GeometryFault) -> GeometrySketch {
        try read(Array(text.utf8))
    }

    static func read(_ text: [UInt8]) throws(GeometryFault) -> GeometrySketch {
        var sketch = GeometrySketch()
        let result = ByteRun.with(text) { run in
            Result { () throws(GeometryFault) in
                try WellKnownText.read(run, 0..<run.count, into: &sketch)
            }
        }
        _ = try result.get()
        return sketch
    }

    private static func fault(_ text: String) -> GeometryFault? {
        do throws(GeometryFault) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<200) func whatIsWrittenIsRead(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sample = SampleGeometry.random(&random)
        let dimensions = ["", "Z", "M", "ZM"].randomElement(using: &random) ?? ""
        let text = sample.text(
            dimensions: dimensions, between: ["", " ", "\n\t "].randomElement(using: &random) ?? "",
            lowercased: Bool.random(using: &random))
        if sample.sketch.isEmpty {
            #expect(throws: GeometryFault.empty) { try Self.read(text) }
        } else {
            #expect(try Self.read(text) == sample.sketch)
        }
    }

    @Test(arguments: [
        "POINT(8.5 47.25)", "point ( 8.5\t47.25 ) ", "PointZ(8.5 47.25 400)", "POINTZM(8.5 47.25 1 2)",
        "POINT M (8.5 47.25 nan)", "SRID=4326;POINT(8.5 47.25)", "srid = 0 ; POINT(8.5 47.25);",
        "POINT(85e-1 4.725E1)", "POINT(+8.5 47.250)", "MULTIPOINT(8.5 47.25)",
        "MULTIPOINT(EMPTY,(8.5 47.25))",
        "<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(8.5 47.25)", "POINT(368.5 47.25)",
        "\"Point(8.5 47.25)\"^^<http://www.opengis.net/ont/geosparql#wktLiteral>",
        "POINT(8.5 47.25)^^geo:wktLiteral",
        "GEOMETRYCOLLECTION(POINT EMPTY,GEOMETRYCOLLECTION(POINT(8.5 47.25)))",
    ]) func oneAndTheSamePoint(text: String) throws {
        let sketch = try Self.read(text)
        #expect(sketch.vertices == [FixedCoordinate(latitudeE7: 472_500_000, longitudeE7: 85_000_000)])
        #expect(sketch.kind == .point)
    }

    @Test(arguments: [
        ("POINT(0 90.0000001)", GeometryFault.latitudeOutOfRange), ("POINT(540.1 0)", .longitudeOutOfRange),
        ("POINT(1e300 0)", .longitudeOutOfRange), ("SRID=3857;POINT(1 2)", .otherReference),
        ("SRID=4326POINT(1 2)", .damaged), ("SRID=;POINT(1 2)", .damaged), ("POINT EMPTY", .empty),
        ("<http://www.opengis.net/def/crs/EPSG/0/2056> POINT(1 2)", .otherReference), ("", .damaged),
        ("<http://www.wikidata.org/entity/Q405> POINT(1 2)", .otherReference),
        ("<Point><coordinates>1,2</coordinates></Point>", .damaged),
        ("POINT(nan nan)", .empty), ("POINT(-inf 1)", .empty), ("LINESTRING(1 2,nan 3)", .damaged),
        ("POINT(1)", .damaged), ("POINT(1 2 3 4 5)", .damaged), ("POINT(1 2", .damaged),
        ("POINT 1 2", .damaged),
        ("POINT(1 2) x", .damaged), ("POINT(1,2)", .damaged), ("CIRCLE(1 2)", .damaged), ("Z(1 2)", .damaged),
        ("POINT(47d22 8)", .damaged), ("POINT(E5 8)", .damaged), ("POINT(5E 8)", .damaged),
        ("POINT(1-2 8)", .damaged), ("POINT(NA 8)", .empty), ("GEOMETRYCOLLECTION EMPTY", .empty),
        ("POLYGON((1 2,3 4)", .damaged), ("POLYGON(1 2,3 4)", .damaged), ("MULTIPOINT(,1 2)", .damaged),
    ]) func faultsAreNamed(text: String, fault: GeometryFault) {
        #expect(Self.fault(text) == fault)
    }

    @Test func aRingAfterAnEmptyOneIsNoHole() throws {
        let sketch = try Self.read("POLYGON(EMPTY,(0 0,1 0,1 1,0 0),(2 2,3 2,3 3,2 2))")
        #expect(sketch.parts.map(\.isHole) == [false, true])
    }

    @Test func nestingIsLimited() {
        func nested(_ depth: Int) -> String {
            String(repeating: "GEOMETRYCOLLECTION(", count: depth) + "POINT(1 2)"
                + String(repeating: ")", count: depth)
        }
        #expect(Self.fault(nested(GeometrySketch.depthLimit - 1)) == nil)
        #expect(Self.fault(nested(GeometrySketch.depthLimit)) == .damaged)
        #expect(Self.fault(nested(100_000)) == .damaged)
    }

    @Test(arguments: 0..<200) func mutationsAreReadOrRefused(seed: UInt64) {
        var random = SeededRandom(seed)
        var text = Array(SampleGeometry.random(&random).text(dimensions: "Z").utf8)
        for _ in 0..<20 {
            let place = Int.random(in: 0..<text.count, using: &random)
            text[place] = Array("(),; 0E.-nZ\u{0}".utf8).randomElement(using: &random) ?? 0
            if let sketch = try? Self.read(text) { #expect(!sketch.isEmpty) }
            if let sketch = try? Self.read(Array(text[..<place])) { #expect(!sketch.isEmpty) }
        }
    }
}
