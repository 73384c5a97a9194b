import MapModel
import MapSources
import Streams
import TestSupport
import Testing

@testable import DataSets
@testable import FileSources
@testable import RowValues
@testable import Rows

/// Filters that say where rows are, on rows in memory.
@Suite struct PlaceTestTests {
    /// Areas with outlines in memory and columns in a file.
    private struct Boxes: AreaSource {
        let name: String
        var kind = AreaSet.Kind.file
        let names: [String]
        let codes: [String]
        let boxes: [GeometrySketch]
        let path: String
        var points: [FixedCoordinate] = []

        init(
            _ name: String, _ areas: [(name: String, code: String, box: (Int, Int, Int, Int))],
            points: [FixedCoordinate] = [], files: inout [TemporaryFile]
        ) throws {
            self.name = name
            self.points = points
            names = areas.map(\.name)
            codes = areas.map(\.code)
            boxes = areas.map { PlaceTestTests.box($0.box) }
            // A table without rows is no file.
            let none = areas.isEmpty ? ["none,,,0,0\n"] : []
            let rows = zip(areas.indices, areas).map { index, area in
                "\(area.name),\(area.code),\(index % 3 == 0 ? "" : "\(index * 10)"),\(index),0\n"
            }
            let file = try TemporaryFile(
                Array(("name,code,price,lat,lon\n" + (rows + none).joined()).utf8), extension: "csv")
            path = file.path
            files.append(file)
        }

        func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
            let loaded = try CSVLoader(path: path).read(isCancelled: isCancelled, progress: { _ in })
            var geometry = AreaGeometry()
            var shapes = ShapeBuffer()
            for (row, box) in boxes.enumerated() {
                geometry.append(box)
                shapes.append(box, row: UInt32(row))
            }
            return AreaSet(
                name: name, kind: kind, geometry: geometry, names: names, codes: codes, table: loaded.table,
                shapes: WrittenShapes(ShapeIndex(shapes)), points: points)
        }
    }

    /// West, south, east and north in tenths of a degree.
    private static func box(_ box: (Int, Int, Int, Int)) -> GeometrySketch {
        var sketch = GeometrySketch()
        sketch.begin(.area)
        for (x, y) in [(box.0, box.1), (box.2, box.1), (box.2, box.3), (box.0, box.3)] {
            sketch.append(
                FixedCoordinate(latitudeE7: Int32(y) * 1_000_000, longitudeE7: Int32(x) * 1_000_000))
        }
        return sketch
    }

    /// Rows on a grid of tenths of a degree, every seventh without a place, and districts with common borders and overlaps.
    private struct Town {
        var places: [(x: Int, y: Int)?] = []
        var areas: [(name: String, code: String, box: (Int, Int, Int, Int))] = []
        private var files: [TemporaryFile] = []
        let dataSet: LoadedDataSet

        init(seed: UInt64, rows: Int = 300) throws {
            var random = SeededRandom(seed)
            for row in 0..<rows {
                places.append(row % 7 == 3 ? nil : (random.number(0...40), random.number(0...40)))
            }
            for index in 0..<6 {
                let (west, south) = (random.number(0...30), random.number(0...30))
                areas.append(
                    (
                        "D\(index % 4)", "c\(index)",
                        (west, south, west + random.number(1...10), south + random.number(1...10))
                    ))
            }
            let lines = places.enumerated().map { row, place in
                "\(row),\(place.map { "\(Double($0.y) / 10),\(Double($0.x) / 10)" } ?? ","),\(row % 5)\n"
            }
            let file = try TemporaryFile(Array(("id,lat,lon,kind\n" + lines.joined()).utf8), extension: "csv")
            files.append(file)
            let ride = try PlaceLiteral.sketch(
                of: FilterLexer.tokens(of: "MULTIPOINT(1 1, 2 2)")[0])
            let sources = [
                try Boxes("districts", areas, files: &files),
                try Boxes("ride", [], points: ride.vertices, files: &files),
                try Boxes(
                    "countries", [("Bavaria", "BY", (0, 0, 20, 20)), ("Georgia", "GE", (20, 0, 30, 30))],
                    files: &files),
                try Boxes(
                    "regions", [("Georgia", "US-GA", (0, 20, 10, 40)), ("Île", "FR-I", (5, 5, 9, 9))],
                    files: &files),
            ]
            let sets = AreaSets(sources) { name in
                name == "Lausanne"
                    ? .here(Coordinate(latitude: 2, longitude: 2))
                    : name == "Lausane" ? .similar("Lausanne") : nil
            }
            dataSet = LoadedDataSet(loader: CSVLoader(path: file.path), areaSets: sets)
        }

        func rows(_ text: String) throws -> [Int] {
            let names = try dataSet.columnNames(RowDemand())
            let filter = try Filter(text, columns: names)
            let found = try dataSet.rows(matching: filter, limit: nil, RowDemand())
            // All rows that match, with a place: others are in no result of a place test.
            return (0..<found.count).map { Int(found.row($0).row) }
        }

        /// Half-open, as in the counts of areas.
        func isInside(_ place: (x: Int, y: Int), _ area: Int) -> Bool {
            let box = areas[area].box
            return place.x >= box.0 && place.x < box.2 && place.y >= box.1 && place.y < box.3
        }

        func expected(_ test: ((x: Int, y: Int), Int) -> Bool) -> [Int] {
            places.enumerated().compactMap { row, place in
                place.flatMap { test($0, row) ? row : nil }
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func insideIsWhatEachRowSays(seed: UInt64) throws {
        let town = try Town(seed: seed)
        let all = 0..<6
        func inside(_ place: (x: Int, y: Int), _ isWanted: (Int) -> Bool) -> Bool {
            all.contains { isWanted($0) && town.isInside(place, $0) }
        }
        let tests: [(String, (Int) -> Bool)] = [
            ("inside(districts)", { _ in true }), ("inside(DISTRICTS, name = D1)", { $0 % 4 == 1 }),
            ("inside(districts, row = 3)", { $0 == 2 }),
            ("inside(districts, code IN (c1, c5))", { $0 == 1 || $0 == 5 }),
            ("inside(districts, price > 10)", { $0 % 3 != 0 && $0 > 1 }),
            ("inside(districts, NOT (price > 10))", { $0 == 1 }),
            ("inside(districts, row > 2 AND name = D3)", { $0 == 3 }),
        ]
        for (text, isWanted) in tests {
            #expect(try town.rows(text) == town.expected { place, _ in inside(place, isWanted) }, "\(text)")
            #expect(try town.rows("NOT " + text) == town.expected { place, _ in !inside(place, isWanted) })
            #expect(
                try town.rows(text + " AND kind = 2")
                    == town.expected { place, row in row % 5 == 2 && inside(place, isWanted) })
            #expect(
                try town.rows("kind = 2 OR " + text).filter { town.places[$0] != nil }
                    == town.expected { place, row in row % 5 == 2 || inside(place, isWanted) })
        }
    }

    /// What is inside, what is not, and rows without a place are all rows, whatever else is asked.
    @Test(arguments: 0..<10 as Range<UInt64>) func insideAndNotInsideAddUp(seed: UInt64) throws {
        let town = try Town(seed: 100 + seed)
        var random = SeededRandom(seed)
        let placed = town.places.count { $0 != nil }
        for _ in 0..<100 {
            let column = ["name", "code", "price", "row"][random.number(0...3)]
            let sign = ["=", "<>", "<", ">="][random.number(0...3)]
            let value =
                switch column {
                case "name": "'D\(random.number(0...4))'"
                case "code": "'c\(random.number(0...6))'"
                default: "\(random.number(0...60))"
                }
            let test = "inside(districts, \(column) \(sign) \(value))"
            let (inside, outside) = (try town.rows(test), try town.rows("NOT \(test)"))
            #expect(inside.count + outside.count == placed, "\(test)")
            #expect(Set(inside).isDisjoint(with: outside))
        }
    }

    @Test(
        arguments: [
            ("inside('Bavaria')", (0, 0, 20, 20)), ("inside(bavaria)", nil), ("inside('by')", (0, 0, 20, 20)),
            ("inside('ile')", (5, 5, 9, 9)), ("inside('US-GA')", (0, 20, 10, 40)),
            ("inside(POLYGON((0 0, 1 0, 1 1, 0 1)))", (0, 0, 10, 10)),
        ] as [(String, (Int, Int, Int, Int)?)])
    func countriesAndRegionsHaveNames(text: String, box: (Int, Int, Int, Int)?) throws {
        let town = try Town(seed: 7)
        guard let box else {
            #expect(throws: FilterFailure.self) { try town.rows(text) }
            return
        }
        let expected = town.expected { place, _ in
            place.x >= box.0 && place.x < box.2 && place.y >= box.1 && place.y < box.3
        }
        #expect(try town.rows(text) == expected)
    }

    @Test(arguments: [
        ("near('Lausanne', 50km)", 2.0, 2.0, 50_000.0), ("near(POINT(1 3), 30 mi)", 3.0, 1.0, 48_280.32),
        ("near('Lausanne', 0m)", 2.0, 2.0, 0.0), ("near('Lausanne', 99999km)", 2.0, 2.0, 99_999_000.0),
    ])
    func nearIsAlongGreatCircles(text: String, latitude: Double, longitude: Double, meters: Double) throws {
        let town = try Town(seed: 8)
        let center = Coordinate(latitude: latitude, longitude: longitude)
        let expected = town.expected { place, _ in
            let other = Coordinate(latitude: Double(place.y) / 10, longitude: Double(place.x) / 10)
            return GreatCircle.distance(from: center, to: other) <= meters
        }
        #expect(try town.rows(text) == expected)
        #expect(try town.rows("NOT \(text)").count + expected.count == town.places.count { $0 != nil })
    }

    @Test(arguments: [
        ("kind = 1 AND inside(districs)", "no areas districs: districts?", 20..<28),
        ("inside(ride)", "ride has points, no areas: near(ride, 2km)?", 7..<11),
        ("inside('Bavari')", "no area Bavari: Bavaria?", 7..<15),
        ("inside(districts, nam = 'x')", "districts has no column nam: name?", 18..<21),
        ("inside(districts, price = 'x')", "price is a number, 'x' is not", 26..<29),
        (
            "inside('Georgia')", "Georgia is a country (GE) and a region (US-GA): inside(countries, …)?",
            7..<16
        ),
        ("near('Atlantis', 2km)", "no place Atlantis", 5..<15),
        ("near('Lausane', 2km)", "no place Lausane: Lausanne?", 5..<14),
        ("near(rid, 2km)", "no areas rid: ride?", 5..<8),
    ])
    func mistakesAreSaidAtTheirPlace(text: String, message: String, range: Range<Int>) throws {
        let town = try Town(seed: 9)
        #expect(throws: FilterFailure.problem(FilterProblem(message, at: range))) { try town.rows(text) }
    }

    /// The filter, the figure and the outlines of one question.
    @Test func aQuestionKnowsWhereItsPlacesAre() throws {
        let town = try Town(seed: 10)
        _ = try town.dataSet.read(isCancelled: { false }, progress: { _ in })
        var question = RowQuery(filter: "inside(districts) AND near(POINT(2 2), 100km)")
        question.figure = RowQuery.Figure(function: .share, argument: "inside(districts, row = 1)")
        let rows = try #require(
            try town.dataSet.choose(question, isCancelled: { false }, progress: { _ in }))
        #expect(rows.tree.count == (try town.rows(question.filter.text)).count)
        #expect(rows.outlines.count == 7)
        question.figure = nil
        question.filter = ""
        let all = try #require(try town.dataSet.choose(question, isCancelled: { false }, progress: { _ in }))
        #expect(all.outlines.isEmpty)
    }

    /// Borders, ends and corners are on whole tenths, as the rows are.
    @Test(arguments: 0..<10 as Range<UInt64>) func bordersAreClosedOrOpen(seed: UInt64) throws {
        let town = try Town(seed: 200 + seed)
        var random = SeededRandom(seed)
        for _ in 0..<10 {
            let (west, south) = (random.number(0...30), random.number(0...30))
            let (east, north) = (west + random.number(1...10), south + random.number(1...10))
            func degrees(_ tenths: Int) -> String { "\(Double(tenths) / 10)" }
            let box = [west, south, east, north].map(degrees).joined(separator: ", ")
            let closed = town.expected { place, _ in
                west...east ~= place.x && south...north ~= place.y
            }
            let open = town.expected { place, _ in
                west < place.x && place.x < east && south < place.y && place.y < north
            }
            #expect(try town.rows("S_INTERSECTS(geometry, BBOX(\(box)))") == closed)
            #expect(try town.rows("S_WITHIN(geom, ENVELOPE(\(box)))") == open)
            let placed = town.places.indices.filter { town.places[$0] != nil }
            let outside = placed.filter { !closed.contains($0) }
            #expect(try town.rows("S_DISJOINT(geometry, BBOX(\(box)))") == outside)
            let line =
                "LINESTRING(\(degrees(west)) \(degrees(south)), \(degrees(west + 9)) \(degrees(south + 9)))"
            #expect(
                try town.rows("S_INTERSECTS(geometry, \(line))")
                    == town.expected { place, _ in
                        place.x - west == place.y - south && west...west + 9 ~= place.x
                    })
            let point = "POINT(\(degrees(west)) \(degrees(south)))"
            #expect(
                try town.rows("S_INTERSECTS(geometry, \(point))")
                    == town.expected { place, _ in place == (west, south) })
        }
    }

    /// What is near a set is near one of its points, or in or near one of its areas.
    @Test(arguments: 0..<5 as Range<UInt64>) func nearASetIsNearOneOfIt(seed: UInt64) throws {
        let town = try Town(seed: 300 + seed)
        func meters(_ place: (x: Int, y: Int), _ other: (Double, Double)) -> Double {
            GreatCircle.distance(
                from: Coordinate(latitude: Double(place.y) / 10, longitude: Double(place.x) / 10),
                to: Coordinate(latitude: other.1, longitude: other.0))
        }
        #expect(
            try town.rows("near(ride, 40km)")
                == town.expected { place, _ in
                    meters(place, (1, 1)) <= 40_000 || meters(place, (2, 2)) <= 40_000
                })
        let inside = try town.rows("inside(districts)")
        let near = try town.rows("near(districts, 3km)")
        #expect(Set(inside).isSubset(of: near))
        // A tenth of a degree is eleven kilometres: what is not inside is on a border.
        #expect(
            near
                == town.expected { place, _ in
                    town.areas.contains { area in
                        area.box.0...area.box.2 ~= place.x && area.box.1...area.box.3 ~= place.y
                    }
                })
    }
}
