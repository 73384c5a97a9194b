import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import RowValues

/// The functions of filters that say where a row is.
struct PlaceFilterTests {
    private static let names = ["name", "near", "point", "elevation"]

    private func filter(_ text: String) throws(FilterProblem) -> Filter {
        try Filter(text, columns: Self.names)
    }

    private func problem(_ text: String) -> FilterProblem? {
        do throws(FilterProblem) { _ = try filter(text) } catch { return error }
        return nil
    }

    /// The relation, the subject and the bytes of the subject.
    private func words(_ test: PlaceTest) -> String {
        let relation =
            switch test.relation {
            case .inside: "inside"
            case .near(let meters): "near \(Int(meters.rounded()))"
            case .intersects: "intersects"
            case .within: "within"
            }
        switch test.subject {
        case .set(let name, let piece):
            return "\(relation) set \(name)" + (piece.map { " [\($0.text)] at \($0.range)" } ?? "")
        case .place(let name): return "\(relation) place \(name)"
        case .literal(let sketch):
            return
                "\(relation) \(sketch.parts.map { "\($0.kind)" }.joined(separator: "+")) of \(sketch.vertices.count)"
        }
    }

    @Test(arguments: [
        ("inside(districts)", "inside set districts"), ("INSIDE ( \"my areas\" )", "inside set my areas"),
        ("inside(districts, name = 'Mitte')", "inside set districts [name = 'Mitte'] at 18..<32"),
        ("inside(d, (a = 1 OR b = 2) AND c)", "inside set d [(a = 1 OR b = 2) AND c] at 10..<32"),
        ("inside('Bavaria')", "inside place Bavaria"), ("near(ride, 2km)", "near 2000 set ride"),
        ("near(ride, 2 km)", "near 2000 set ride"), ("near(ride, 1.5 mi)", "near 2414 set ride"),
        ("near(\"a b\", 3nm)", "near 5556 set a b"), ("near('Lausanne', 5km)", "near 5000 place Lausanne"),
        ("near(POINT(8.5 47.4), 800m)", "near 800 point of 1"),
        ("near(LINESTRING(8 47, 9 48), 1e3 m)", nil),
        ("near(linestring (8 47, 9 48), .5km)", "near 500 line of 2"),
        ("S_INTERSECTS(geometry, POLYGON((8 47, 9 47, 9 48, 8 47)))", "intersects area of 4"),
        ("s_within(geom, MULTIPOLYGON(((8 47, 9 47, 9 48)), ((1 1, 2 1, 2 2))))", "within area+area of 6"),
        ("S_INTERSECTS(geom, BBOX(8, 47, 9, 48))", "intersects area of 8"),
        ("S_INTERSECTS(geom, ENVELOPE(170,-5,-170,5))", "intersects area of 8"),
        ("S_DISJOINT(name, POINT Z (8 47 400))", "intersects point of 1"),
        ("near = 'x' AND point = 'y' AND near(point, 1m)", "near 1 set point"),
        ("inside(POLYGON((8 47, 9 47, 9 48)))", "inside area of 3"),
    ])
    func formsAreUnderstood(text: String, expected: String?) throws {
        guard let expected else {
            #expect(problem(text) != nil)
            return
        }
        let places = try filter(text).places
        #expect(places.map(words) == [expected])
    }

    @Test func testsAreNumberedInTheirOrder() throws {
        let filter = try filter(
            "near(b, 1m) OR NOT (inside(a) AND elevation > 1) OR s_disjoint(geom, POINT(1 2))")
        #expect(filter.places.map(\.relation) == [.near(meters: 1), .inside, .intersects])
        #expect(filter.columns == [3])
        #expect(filter.places.map(\.whole) == [0..<11, 20..<29, 52..<80])
    }

    @Test(arguments: [
        ("near(ride, 2)", "2 what? m, km, mi or nm", 11..<12),
        ("near(ride, 2 parsecs)", "unknown unit: \"parsecs\" (expected km, mi, nm, m or ft)", 11..<20),
        ("near(ride)", "expected , and a distance", 9..<10),
        ("near(ride, far)", "expected a distance such as 2km", 11..<14),
        ("inside()", "expected areas, or a country or region in quotes", 7..<8),
        ("inside('Bavaria', name = 1)", "only a set of areas has columns: inside(regions, …)", 18..<22),
        ("inside(d, inside(e))", "INSIDE cannot choose areas", 10..<16),
        ("s_within(geom, POLYGON((8 47, 9 47, 8 47)))", "a polygon needs three corners", 15..<42),
        (
            "s_within(geom, POLYGON((8 47, 9 x)))",
            "not a geometry: expected POLYGON((8 47, 9 47, 9 48, 8 47))", 15..<35
        ),
        ("s_within(geom, POINT EMPTY)", "expected a geometry such as POLYGON((…))", 15..<20),
        ("s_within(geom, POINT(47 98))", "a latitude is beyond ±90 (the longitude is first)", 15..<27),
        ("s_within(geom, BBOX(1, 2, 3))", "expected BBOX(west, south, east, north) in degrees", 15..<28),
        ("s_within(gemetry, POINT(1 2))", "no column gemetry: geometry?", 9..<16),
        ("POINT(1 2) = name", "a geometry stands only in NEAR and S_INTERSECTS", 0..<10),
        ("inside(a) = TRUE", "a condition cannot be compared", 0..<9),
        ("T_AFTER(name, 1)", "T_AFTER is not supported", 0..<7),
    ])
    func mistakesAreSaidAtTheirPlace(text: String, message: String, range: Range<Int>) {
        #expect(problem(text)?.description == message)
        #expect(problem(text)?.range == range)
        #expect(problem(text)?.isUnfinished == false)
    }

    @Test(arguments: [
        "inside(", "insi", "inside(dis", "inside(districts", "inside(districts,", "inside(districts, name =",
        "inside(districts, name = 'Mi", "inside('Bav", "near(ride", "near(ride,", "near(ride, 2",
        "near(ride, 2 k",
        "near(ride, 2km", "near(POINT", "near(POINT(", "near(POINT(8 47", "s_in",
        "s_intersects(geom, POLYGON((8 4",
        "s_intersects(geom,",
    ])
    func unfinishedTextIsNoMistake(text: String) {
        #expect(problem(text)?.isUnfinished == true, "\(String(describing: problem(text)))")
    }

    @Test func onlyGeometriesMayBeLong() throws {
        let corners = (0..<50_000).map { "\(Double($0 % 180)) \(Double($0 % 7))" }.joined(separator: ", ")
        let text = "near(LINESTRING(\(corners)), 1km)"
        #expect(text.utf8.count > Filter.lengthLimit)
        #expect(try filter(text).places.count == 1)
        let long = problem(text + String(repeating: " ", count: Filter.lengthLimit))
        #expect(long?.description.hasPrefix("too long") == true, "\(String(describing: long))")
        let many = (0...100_000).map { "\($0 % 180) \($0 % 7)" }.joined(separator: ",")
        #expect(
            problem("near(LINESTRING(\(many)), 1km)")?.description == "too many corners (at most 100,000)")
    }

    /// Rows with their numbers modulo small primes in the tests, every fifth without a place.
    @Test(arguments: 0..<200 as Range<UInt64>) func negationKeepsToRowsWithAPlace(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let count = 130
        let placed = RowSet(capacity: count) { $0 % 5 != 0 }
        let sets = [2, 3].map { prime in RowSet(capacity: count) { $0 % prime == 0 && $0 % 5 != 0 } }
        let numbers = (0..<count).map { $0 % 4 == 0 ? "" : "\(random.number(0...9))" }
        var column = ColumnBuilder(name: "elevation", kind: .number)
        for text in numbers { column.append(text) }
        let values = [3: column.finish()]
        let tests = [
            "inside(a)", "NOT inside(a)", "near(b, 1m)", "s_disjoint(geom, POINT(1 2))", "elevation > 4",
        ]
        let picked = (0..<3).map { _ in tests[random.number(0...tests.count - 1)] }
        let isAnd = random.number(0...1) == 0
        let text = "\(picked[0]) \(isAnd ? "AND" : "OR") NOT (\(picked[1]) AND \(picked[2]))"
        let filter = try filter(text)
        let rows = PlaceRows(
            matching: filter.places.map { $0.relation == .inside ? sets[0] : sets[1] }, placed: placed)
        func found(_ text: String) throws -> [UInt32] {
            try self.filter(text).rows(values, places: rows, rowCount: count, isCancelled: { false }).rows
        }
        func truth(_ test: String, _ row: Int) -> Bool? {
            if test == "elevation > 4" { return Int(numbers[row]).map { $0 > 4 } }
            guard row % 5 != 0 else { return nil }
            switch test {
            case "inside(a)": return row % 2 == 0
            case "NOT inside(a)": return row % 2 != 0
            case "near(b, 1m)": return row % 3 == 0
            default: return row % 3 != 0
            }
        }
        func and(_ one: Bool?, _ other: Bool?) -> Bool? {
            one == false || other == false ? false : one == nil || other == nil ? nil : true
        }
        func not(_ one: Bool?) -> Bool? { one.map { !$0 } }
        let expected = (0..<count).filter { row in
            let (first, second) = (
                truth(picked[0], row), not(and(truth(picked[1], row), truth(picked[2], row)))
            )
            return isAnd ? and(first, second) == true : first == true || second == true
        }
        #expect(try found(text).map(Int.init) == expected, "\(text)")
    }

    @Test func testsOfPlacesNeedTheirRows() throws {
        #expect(throws: FilterFailure.problem(FilterProblem("places are not known here", at: 0..<9))) {
            try filter("inside(a)").rows([:], rowCount: 3, isCancelled: { false })
        }
    }

    /// Pieces of filters in any order, cut anywhere.
    @Test(arguments: 0..<200 as Range<UInt64>) func noTextTraps(seed: UInt64) {
        var random = SeededRandom(seed)
        let pieces = [
            "inside", "near", "S_INTERSECTS", "s_disjoint", "(", ")", ",", "'Bavaria'", "\"a b\"",
            "districts", "name",
            " = ", "2km", "2", " km", "POINT", "POLYGON((8 47, 9 47, 9 48))", "BBOX(", "1,2,3,4)", " AND ",
            "NOT ", "geom",
            "row", "-", ".", "POINT Z (1 2 3)", "GEOMETRYCOLLECTION(", "'", "\"", " ", "é", "1e400",
        ]
        for _ in 0..<50 {
            let text = (0..<random.number(1...12)).map { _ in pieces[random.number(0...pieces.count - 1)] }
                .joined()
            let cut = String(decoding: Array(text.utf8).prefix(random.number(0...60)), as: UTF8.self)
            let places = try? filter(cut).places
            for place in places ?? [] { #expect(place.whole.upperBound <= cut.utf8.count) }
            _ = FilterText.roles(of: cut, columns: Self.names)
            let completion = FilterCompletion.complete(
                cut, caret: random.number(0...60), columns: [FilterCompletion.Column(name: "name")]
            ) { _ in nil }
            #expect(completion.range.upperBound <= cut.utf8.count)
            if let problem = problem(cut) {
                #expect(problem.range.upperBound <= max(cut.utf8.count, Filter.lengthLimit), "\(cut)")
            }
        }
    }
}
