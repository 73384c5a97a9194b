import MapModel
import RowValues
import Streams

/// The tests of a filter that ask where rows are, in SQL, by the same rules as in memory.
struct PlaceConditions {
    let layout: EngineLayout
    let dialect: any SQLDialect
    /// Conditions for rows that may be in some boxes, by which the engine skips others.
    let box: ([GeoBounds]) -> String?

    /// A place test in SQL: neither is ever NULL.
    struct Test: Sendable, Equatable {
        let isTrue: String
        /// Of rows that have a place.
        let isFalse: String
    }

    /// Corners of one test: about a megabyte of SQL.
    private static let cornerLimit = 25_000
    private static let circleLimit = 1_000

    /// A test for each place test of a filter that was located.
    func tests(of filter: Filter) throws(FilterProblem) -> [Test] {
        var tests: [Test] = []
        for (test, shape) in zip(filter.places, filter.located ?? []) {
            guard layout.places == nil, layout.placed == nil else {
                throw FilterProblem("the rows have no coordinates on the server", at: test.whole)
            }
            let (inside, bounds) = try condition(shape, of: test)
            let boxes = bounds.isEmpty ? nil : box(bounds.flatMap(Self.parts))
            let isPlaced = EngineStatements.isOnGlobe(layout.x, layout.y)
            tests.append(
                Test(
                    isTrue: "("
                        + [boxes.map { "(\($0))" }, "(\(isPlaced))", inside].compactMap(\.self)
                        .joined(separator: " AND ") + ")",
                    isFalse: "((\(isPlaced)) AND NOT \(inside))"))
        }
        return tests
    }

    /// A box without 180° inside, a little wider than its coordinates, which may be rounded; 180° is -180° in areas.
    private static func parts(_ box: GeoBounds) -> [GeoBounds] {
        func part(_ west: Double, _ east: Double) -> GeoBounds {
            GeoBounds(
                south: max(box.south - rounding, -90), west: max(west - rounding, -180),
                north: min(box.north + rounding, 90), east: min(east + rounding, 180))
        }
        let parts =
            box.west > box.east ? [part(box.west, 180), part(-180, box.east)] : [part(box.west, box.east)]
        return parts + (parts.contains { $0.west <= -180 } ? [part(180, 180)] : [])
    }

    private static let rounding = 1e-7

    private func condition(
        _ shape: PlaceShape, of test: PlaceTest
    ) throws(FilterProblem) -> (sql: String, bounds: [GeoBounds]) {
        switch shape {
        case .polygons(let edges, let border):
            guard edges.count <= Self.cornerLimit else {
                throw FilterProblem(
                    "too many corners for a server (\(grouped(edges.count))): export the rows, or use fewer areas",
                    at: test.range)
            }
            guard edges.count > 0 else { return ("(1 = 0)", []) }
            return (dialect.isInside(edges, border, x: layout.x, y: layout.y), edges.bounds)
        case .circles(let centers, let meters):
            guard centers.count <= Self.circleLimit else {
                throw FilterProblem(
                    "too many points for a server (\(grouped(centers.count))): export the rows",
                    at: test.range)
            }
            let radius = min(meters, GeoCircle.halfEarthMeters)
            let circles = centers.compactMap { try? GeoCircle(center: $0, radiusMeters: radius) }
            let near = circles.map { circle in
                let distance = EngineStatements.meters(
                    from: circle.center, x: "(\(layout.x))", y: "(\(layout.y))", dialect)
                return "\(distance) <= \(dialect.literal(circle.radiusMeters))"
            }
            let any = near.isEmpty ? "1 = 0" : near.joined(separator: " OR ")
            return ("(\(any))", circles.flatMap(EngineStatements.boxes))
        }
    }
}

/// What a polygon asks of one edge and a point, which are rounded to 1e-7° as in memory.
enum EdgeTest {
    /// The names of an edge.
    static let names = ["tm_x1", "tm_y1", "tm_x2", "tm_y2"]

    /// The point as areas see it: 180° is -180°, and the north pole one unit south of itself.
    static func point(x: String, y: String) -> (x: String, y: String) {
        let column = "round((\(x)) * 10000000.0)"
        return (
            "(CASE WHEN \(column) = 1800000000.0 THEN -1800000000.0 ELSE \(column) END)",
            "least(round((\(y)) * 10000000.0), 899999999.0)"
        )
    }

    private static func products(_ point: (x: String, y: String)) -> (String, String) {
        ("(tm_x2 - tm_x1) * (\(point.y) - tm_y1)", "(tm_y2 - tm_y1) * (\(point.x) - tm_x1)")
    }

    /// It passes the parallel through a point at or west of it.
    static func isWest(_ point: (x: String, y: String)) -> String {
        let (first, second) = products(point)
        return "(tm_y1 > \(point.y)) <> (tm_y2 > \(point.y)) AND \(first) <= \(second)"
    }

    /// A point lies on it.
    static func holds(_ point: (x: String, y: String)) -> String {
        let (first, second) = products(point)
        return "tm_y1 <= \(point.y) AND \(point.y) <= tm_y2 AND least(tm_x1, tm_x2) <= \(point.x) "
            + "AND \(point.x) <= greatest(tm_x1, tm_x2) AND \(first) = \(second)"
    }
}

extension SQLDialect {
    /// Whether a point is in one of some polygons; as two questions about a table of edges.
    func isInside(_ edges: PolygonEdges, _ border: AreaBorder, x: String, y: String) -> String {
        let point = EdgeTest.point(x: x, y: y)
        let table = edgeTable(edges)
        let isOdd =
            "EXISTS (SELECT 1 FROM \(table) WHERE \(EdgeTest.isWest(point)) GROUP BY tm_n HAVING count(*) % 2 = 1)"
        if border == .halfOpen { return isOdd }
        let isOn = "EXISTS (SELECT 1 FROM \(table) WHERE \(EdgeTest.holds(point)))"
        return border == .closed ? "(\(isOdd) OR \(isOn))" : "(\(isOdd) AND NOT \(isOn))"
    }
}
