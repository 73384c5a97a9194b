import MapModel
import TestSupport
import Testing

@testable import RowValues
@testable import Rows
@testable import Streams

/// Lines and areas of the index as GeoJSON.
@Suite struct ShapeGeometryTests {
    /// A vertex to seven digits, often on a whole degree or at 180°.
    private func vertex(_ random: inout SeededRandom, isEastOf180: Bool) -> FixedCoordinate {
        let latitude = random.number(-850_000_000...850_000_000)
        let longitude =
            random.number(0...9) == 0
            ? 1_800_000_000
            : random.number(0...4) == 0
                ? random.number(1...179) * 10_000_000 : random.number(1...1_799_999_999)
        return FixedCoordinate(
            latitudeE7: Int32(latitude), longitudeE7: Int32(isEastOf180 ? -longitude : longitude))
    }

    private func add(
        _ kind: GeometrySketch.Kind, isHole: Bool = false, to sketch: inout GeometrySketch,
        _ random: inout SeededRandom
    ) {
        sketch.begin(kind, isHole: isHole)
        let isEast = random.number(0...1) == 0
        var vertices: [FixedCoordinate] = []
        let count = random.number(0...5) == 0 ? 200 : random.number(kind == .area ? 3...8 : 2...8)
        // On which side of 180° a line along it lies is not known.
        while vertices.count < count || vertices.allSatisfy({ abs($0.longitudeE7) == 1_800_000_000 }) {
            let next = vertex(&random, isEastOf180: isEast)
            if next != vertices.last { vertices.append(next) }
        }
        if kind == .area { vertices.append(vertices[0]) }
        for vertex in vertices { sketch.append(vertex) }
    }

    /// What is written is read as what it was made of, to the last digit.
    @Test(arguments: 0..<200 as Range<UInt64>) func writesWhatWasRead(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var buffer = ShapeBuffer()
        var sketches: [GeometrySketch] = []
        for row in 0..<UInt32(random.number(1...20)) {
            var sketch = GeometrySketch()
            let hasLines = random.number(0...2) > 0
            if hasLines { for _ in 0..<random.number(1...3) { add(.line, to: &sketch, &random) } }
            if !hasLines || random.number(0...2) == 0 {
                for _ in 0..<random.number(1...3) {
                    add(.area, to: &sketch, &random)
                    for _ in 0..<random.number(0...2) { add(.area, isHole: true, to: &sketch, &random) }
                }
            }
            buffer.append(sketch, row: 2 * row)
            sketches.append(sketch)
        }
        let index = ShapeIndex(buffer)
        #expect(index.cutCount == 0)
        for (row, sketch) in sketches.enumerated() {
            let text = try #require(index.geometry(ofRow: UInt32(2 * row)))
            #expect(index.geometry(ofRow: UInt32(2 * row + 1)) == nil)
            var read = GeometrySketch()
            try ByteRun.with(text) { bytes in
                var cursor = JSONCursor(bytes, isFinal: true)
                _ = try cursor.peek()
                _ = try GeometryJSON.read(&cursor, into: &read, isSwapped: false)
                let isAtEnd = cursor.isAtEnd()
                #expect(isAtEnd)
            }
            #expect(read == sketch)
        }
    }

    @Test func kindsAreThoseOfTheStandard() throws {
        func text(_ parts: [(GeometrySketch.Kind, Bool, [(Int32, Int32)])]) -> String? {
            var sketch = GeometrySketch()
            for (kind, isHole, vertices) in parts {
                sketch.begin(kind, isHole: isHole)
                for (x, y) in vertices {
                    sketch.append(FixedCoordinate(latitudeE7: y * 10_000_000, longitudeE7: x * 10_000_000))
                }
            }
            var buffer = ShapeBuffer()
            buffer.append(sketch, row: 0)
            return ShapeIndex(buffer).geometry(ofRow: 0).map { String(decoding: $0, as: UTF8.self) }
        }
        let line: (GeometrySketch.Kind, Bool, [(Int32, Int32)]) = (.line, false, [(1, 2), (3, 4)])
        let ring: (GeometrySketch.Kind, Bool, [(Int32, Int32)]) = (.area, false, [(0, 0), (9, 0), (9, 9)])
        let hole: (GeometrySketch.Kind, Bool, [(Int32, Int32)]) = (.area, true, [(5, 1), (8, 1), (8, 4)])
        let lineText = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
        let polygon = "[[0,0],[9,0],[9,9],[0,0]],[[5,1],[8,1],[8,4],[5,1]]"
        #expect(text([line]) == lineText)
        #expect(
            text([line, line]) == #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[1,2],[3,4]]]}"#)
        #expect(text([ring, hole]) == #"{"type":"Polygon","coordinates":[\#(polygon)]}"#)
        #expect(
            text([ring, hole, ring])
                == #"{"type":"MultiPolygon","coordinates":[[\#(polygon)],[[[0,0],[9,0],[9,9],[0,0]]]]}"#)
        #expect(
            text([line, ring, hole])
                == #"{"type":"GeometryCollection","geometries":[\#(lineText),{"type":"Polygon","coordinates":[\#(polygon)]}]}"#
        )
        // Across 180° as it was, and to it from either side.
        let across: (GeometrySketch.Kind, Bool, [(Int32, Int32)]) = (.line, false, [(179, 0), (-179, 0)])
        #expect(text([across]) == #"{"type":"LineString","coordinates":[[179,0],[-179,0]]}"#)
        // What reaches the edge of the map is not known.
        #expect(text([(.line, false, [(1, 80), (1, 88)])]) == nil)
        #expect(text([(.area, false, [(0, -80), (120, -80), (-120, -80)])]) == nil)
    }

    @Test(arguments: [(430.5, "430.5"), (-12, "-12"), (0, "0"), (0.00004, "0"), (1e300, "1000000000000")])
    func pointsHaveTheirHeights(meters: Double, written: String) {
        let shapes = WrittenShapes(heightMeters: { $0 == 1 ? meters : nil }) { ShapeIndex() }
        let place = FixedCoordinate(latitudeE7: 475_000_000, longitudeE7: -83_000_000)
        func geometry(_ row: UInt32) -> String? {
            ExportedRow(row: row, place: place, shape: shapes.geometry).geometry
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(geometry(1) == #"{"type":"Point","coordinates":[-8.3,47.5,\#(written)]}"#)
        #expect(geometry(0) == nil)
    }
}
