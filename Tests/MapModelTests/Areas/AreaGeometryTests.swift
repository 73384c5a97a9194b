import TestSupport
import Testing

@testable import MapModel

@Suite struct AreaGeometryTests {
    private static let cases = ShapelyTruth.table.split(separator: "set\n").map { String($0) }

    @Test(arguments: cases) func agreesWithShapely(text: String) throws {
        var geometry = AreaGeometry()
        var pointCount = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words[0] == "area" {
                geometry.append(sketch(words[1]))
                continue
            }
            let parts = words[1].split(separator: " ")
            let spot = FixedCoordinate(
                latitudeE7: try #require(Int32(parts[1])), longitudeE7: try #require(Int32(parts[0])))
            func areas(_ text: Substring) -> [Int] { text == "-" ? [] : text.compactMap(\.wholeNumberValue) }
            #expect(geometry.areas(at: spot, border: .closed) == areas(parts[2]))
            #expect(geometry.areas(at: spot, border: .open) == areas(parts[3]))
            pointCount += 1
        }
        #expect(pointCount == 60)
    }

    private func sketch(_ text: Substring) -> GeometrySketch {
        var sketch = GeometrySketch()
        for polygon in text.split(separator: "/") {
            for (number, ring) in polygon.split(separator: ";").enumerated() {
                sketch.begin(.area, isHole: number > 0)
                for vertex in ring.split(separator: ",") {
                    let numbers = vertex.split(separator: " ").compactMap { Int32($0) }
                    sketch.append(FixedCoordinate(latitudeE7: numbers[1], longitudeE7: numbers[0]))
                }
            }
        }
        return sketch
    }

    @Test(arguments: 0..<60) func shapesGiveTheSameAreas(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketches = (0..<10).map { _ in random.area() }
        var buffer = ShapeBuffer()
        for (number, sketch) in sketches.prefix(5).enumerated() {
            buffer.append(sketch, row: UInt32(number * 3))
        }
        var others = ShapeBuffer()
        for (number, sketch) in sketches.suffix(5).enumerated() {
            others.append(sketch, row: UInt32(number * 3))
        }
        buffer.append(contentsOf: others, rowOffset: 15)
        let rows = (0..<10).map { UInt32($0 * 3) }
        let shaped = AreaGeometry(ShapeIndex(buffer), rows: rows)
        let sketched = AreaGeometry(sketches)
        #expect(shaped.count == 10)
        for spot in random.places(around: sketches, count: 300) {
            #expect(shaped.areas(at: spot) == sketched.areas(at: spot))
        }
        #expect(AreaGeometry(ShapeIndex(buffer), rows: [1, 0, 0]).count == 3)
    }

    @Test func aRowWithoutAShapeIsAnEmptyArea() {
        let geometry = AreaGeometry(ShapeIndex(), rows: [4, 5])
        #expect(geometry.count == 2 && geometry.edgeCount == 0)
        #expect(geometry.bounds(of: 1) == nil && geometry.labelPlace(of: 1) == nil)
        #expect(geometry.squareKilometers(of: 1) == 0)
    }

    @Test(arguments: [
        // By the closed form, with atanh.
        (0.0, 0.0, 1.0, 1.0, 12_308.463_894), (0, -180, 90, 180, 255_032_810.862),
        (-90, -180, 90, 180, 510_065_621.724), (50, 170, 51, -170, 157_844.377_160),
        (-90, -180, -60, 180, 34_415_850.515),
    ])
    func sizesAreThoseOnTheEllipsoid(
        south: Double, west: Double, north: Double, east: Double, expected: Double
    ) {
        let ring = [place(south, west), place(south, east), place(north, east), place(north, west)]
        let size = AreaGeometry([GeometrySketch(rings: [ring])]).squareKilometers(of: 0)
        #expect(abs(size / expected - 1) < 1e-6)
    }

    @Test(arguments: 0..<40) func holesAreNotPartOfTheSize(seed: UInt64) {
        var random = SeededRandom(seed)
        let center = Coordinate(latitude: random.fraction(-70...70), longitude: random.fraction(-180...180))
        let rim = random.ring(around: center, radius: 3, corners: 30)
        let hole = random.ring(around: center, radius: 0.5, corners: 9)
        let sizes = [[rim], [hole], [rim, hole]].map {
            AreaGeometry([GeometrySketch(rings: $0)]).squareKilometers(of: 0)
        }
        #expect(abs(sizes[0] - sizes[1] - sizes[2]) < sizes[0] * 1e-6)
        let precise = GeodesicPolygon(rim.map(\.coordinate)).areaSquareMeters / 1e6
        #expect(abs(sizes[0] / precise - 1) < 0.02)
    }

    @Test(arguments: 0..<200) func labelsLieInside(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketch = random.area()
        let geometry = AreaGeometry([sketch])
        guard let label = geometry.labelPlace(of: 0) else {
            #expect(geometry.edgeCount == 0)
            return
        }
        #expect(label.isOnGlobe)
        // Holes may take all of a smaller one away.
        guard geometry.squareKilometers(of: 0) > 1_000 else { return }
        #expect(geometry.areas(at: label) == [0])
        #expect(geometry.bounds(of: 0)?.contains(label.coordinate) == true)
    }

    @Test func boundsGoOverTheAntimeridian() {
        let sketch = GeometrySketch(rings: [[place(1, 170), place(1, -165), place(4, -165), place(4, 170)]])
        #expect(AreaGeometry([sketch]).bounds(of: 0) == GeoBounds(south: 1, west: 170, north: 4, east: -165))
    }
}
