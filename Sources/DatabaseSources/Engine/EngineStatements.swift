import MapModel
import RowValues
import Rows

/// The statements for an engine, in the SQL that all have in common; the rest is the dialect's.
///
/// Names of their own in sub-selects begin with `tm_`: ClickHouse would take the alias for a column of the same name.
struct EngineStatements {
    var layout: EngineLayout
    let dialect: any SQLDialect
    /// Nil for all rows.
    var filter: FilterCondition?
    /// Its place tests.
    var places: [PlaceConditions.Test] = []
    /// What is asked about the rows of views besides; nil for nothing.
    var measures: MeasureConditions?

    /// An expression, and the name that it has in the statement.
    typealias Named = (sql: String, name: String)

    /// A statement, and how many columns its answer has.
    struct Statement: Sendable, Equatable {
        let sql: String
        let columnCount: Int
    }

    /// With doubles: ClickHouse 18 loses rows where a sorted column of doubles is compared with whole numbers.
    static let onGlobe = isOnGlobe("tm_x", "tm_y")

    static func isOnGlobe(_ x: String, _ y: String) -> String {
        "\(x) >= -180.0 AND \(x) <= 180.0 AND \(y) >= -90.0 AND \(y) <= 90.0"
    }

    // MARK: - Parts

    var keyNames: [String] { layout.key.indices.map { "tm_k\($0)" } }

    /// Selects `list` from the rows that match, which may use `tm_x`, `tm_y` and the names of `others`; so may `tests`.
    /// `conditions` are for the columns of the table.
    func select(
        _ list: String, _ others: [Named] = [], from relation: String? = nil,
        where conditions: [String?] = [], tests: [String] = []
    ) -> String {
        let relation = relation ?? layout.relation
        let named = ([(layout.x, "tm_x"), (layout.y, "tm_y")] + others.map { ($0.sql, $0.name) })
            .map { "\($0.0) AS \($0.1)" }.joined(separator: ", ")
        let columns = ([filter.map(condition)] + conditions).compactMap(\.self)
        if dialect.canNameInAdvance {
            return "WITH \(named)\nSELECT \(list)\nFROM \(relation)" + Self.condition(columns + tests)
        }
        let places =
            layout.places?(relation, others, Self.condition(columns))
            ?? "SELECT \(named)\nFROM \(relation)\(Self.condition(columns))"
        return "SELECT \(list)\nFROM (\n\(places)\n) AS tm_p" + Self.condition(tests)
    }

    /// Groups the rows of each part of the table by itself: a group may come several times.
    func grouped(
        _ list: String, _ others: [Named] = [], where conditions: [String?] = [], tests: [String] = [],
        by groups: String? = nil
    ) -> String {
        layout.grouped.map { relation in
            select(list, others, from: relation, where: conditions, tests: tests)
                + (groups.map { "\nGROUP BY \($0)" } ?? "")
        }.joined(separator: "\nUNION ALL\n")
    }

    /// What follows the list of a SELECT of all rows that match, with a place or without.
    var matching: String {
        "\nFROM \(layout.relation)" + Self.condition([filter.map(condition)].compactMap(\.self))
    }

    private static func condition(_ tests: [String]) -> String {
        tests.isEmpty ? "" : "\nWHERE " + tests.map { "(\($0))" }.joined(separator: "\nAND ")
    }

    var keys: [Named] {
        zip(layout.key, keyNames).map { (dialect.text(of: $0), $1) }
    }

    func exact(_ degrees: WindowDegrees) -> String {
        func range(_ name: String, _ range: DegreeRange) -> String {
            "\(name) >= \(dialect.literal(range.low)) AND \(name) \(range.isClosed ? "<=" : "<") "
                + dialect.literal(range.high)
        }
        let columns = degrees.longitudes.map { range("tm_x", $0) }
        let test = range("tm_y", degrees.latitudes) + " AND (" + columns.joined(separator: " OR ") + ")"
        return layout.misjudgesPlaces ? "CASE WHEN \(test) THEN true ELSE false END" : test
    }

    func exact(_ degrees: [WindowDegrees]) -> String {
        degrees.map { "(\(exact($0)))" }.joined(separator: "\nOR ")
    }

    // MARK: - Views

    /// All rows: how many, how many of them have a place, and the box of these; a row for each part of the table.
    var summary: Statement {
        let ends = ["min(tm_y)", "min(tm_x)", "max(tm_y)", "max(tm_x)"].map { end in
            let name = end.dropFirst(4).dropLast()
            return "\(end.prefix(3))(CASE WHEN \(Self.onGlobe) THEN \(name) END)"
        }
        let placed = "sum(CASE WHEN \(Self.onGlobe) THEN 1 ELSE 0 END)"
        return Statement(sql: grouped((["count(*)", placed] + ends).joined(separator: ", ")), columnCount: 6)
    }

    /// All rows: how many, how many of them have a place, and how many do not for each of `reasons`; a row for each part of
    /// the table.
    var tally: Statement {
        let tests = [Self.onGlobe] + Self.reasons.map(\.test)
        let sums = tests.map { "sum(CASE WHEN \($0) THEN 1 ELSE 0 END)" }
        return Statement(
            sql: grouped((["count(*)"] + sums).joined(separator: ", ")), columnCount: tests.count + 1)
    }

    /// Why a row has no place; no row has two reasons. NaN, which is no coordinate in a file either, is greater than all
    /// numbers in some engines, and never compared in others.
    static let reasons: [(reason: SkippedRows.Reason, test: String)] = {
        let isNumber = "tm_x BETWEEN -1e308 AND 1e308 AND tm_y BETWEEN -1e308 AND 1e308"
        let isNull = "tm_x IS NULL OR tm_y IS NULL"
        let isThere = "tm_x IS NOT NULL AND tm_y IS NOT NULL AND \(isNumber)"
        let isLatitude = "tm_y >= -90.0 AND tm_y <= 90.0"
        return [
            (.missing, "\(isNull) OR NOT (\(isNumber))"),
            (.latitudeOutOfRange, "\(isThere) AND NOT (\(isLatitude))"),
            (.longitudeOutOfRange, "\(isThere) AND \(isLatitude) AND NOT (tm_x >= -180.0 AND tm_x <= 180.0)"),
        ]
    }()

    /// The key and the place of a row.
    var row: String { (keyNames + ["tm_x", "tm_y"]).joined(separator: ", ") }

    /// Class and number of a row.
    private var measured: [Named] {
        guard let measures else { return [] }
        let number = measures.number({ dialect.value(of: layout.columns[$0]) }, condition)
        return [(MeasureConditions.cases(measures.classes, condition), "tm_g"), (number, "tm_n")]
    }

    /// True for the rows that match, in SQL's logic with three values.
    func condition(_ filter: FilterCondition) -> String {
        var filters = dialect.filters(of: layout.columns, places: places)
        return filters.test(filter)
    }

    /// A number of a row; NULL where it has none.
    func number(_ number: FilterNumber) -> String {
        var filters = dialect.filters(of: layout.columns, places: places)
        return filters.number(number)
    }

    /// The rows of a window: key, x, y, then what they are measured to have.
    func rows(_ area: EngineArea, limit: Int) -> Statement {
        let measured = measured
        return Statement(
            sql: select(
                ([row] + measured.map(\.name)).joined(separator: ", "), keys + measured,
                where: [area.box], tests: [exact(area.degrees)]) + "\nLIMIT \(limit)",
            columnCount: keyNames.count + 2 + measured.count)
    }

    /// How many rows match each of some filters, by their number from 1 on; 0 for those that match none. A number may come
    /// several times.
    func rowCounts(_ filters: [FilterCondition]) -> Statement {
        Statement(
            sql: grouped(
                "tm_g, count(*)", [(MeasureConditions.cases(filters, condition), "tm_g")],
                tests: [Self.onGlobe], by: "tm_g"),
            columnCount: 2)
    }

    /// The cells of a window that hold rows: longitude's and latitude's number, count, mean x, mean y; with measures
    /// there is a row for each class, with the class and of its numbers count, sum, least and greatest. A cell may come
    /// several times.
    func clusters(_ area: EngineArea, _ cells: ClusterCells) -> Statement {
        let list = """
            \(dialect.bucket("tm_x", cells.longitudes.map(\.edge))) AS tm_c,
            \(dialect.bucket("tm_y", cells.latitudes.map(\.edge))) AS tm_r, count(*), avg(tm_x), avg(tm_y)
            """
        guard measures != nil else {
            return Statement(
                sql: grouped(list, where: [area.box], tests: [exact(area.degrees)], by: "tm_c, tm_r"),
                columnCount: 5)
        }
        let figures = ", tm_g, count(tm_n), sum(tm_n), min(tm_n), max(tm_n)"
        return Statement(
            sql: grouped(
                list + figures, measured, where: [area.box], tests: [exact(area.degrees)],
                by: "tm_c, tm_r, tm_g"), columnCount: 10)
    }

    /// The rows of windows in the order of their keys, from `start` on: key, x, y.
    func members(_ area: EngineArea, from start: [String?]?, limit: Int) -> Statement {
        let typed = layout.key.enumerated().map { (sql: $0.element.sql, name: "tm_o\($0.offset)") }
        let from = start.map { start in ordered(layout.key, from: start) }
        return Statement(
            sql: select(row, keys + typed, where: [area.box, from], tests: [exact(area.degrees)])
                + "\nORDER BY \(typed.map(\.name).joined(separator: ", "))\nLIMIT \(limit)",
            columnCount: keyNames.count + 2)
    }

    /// Rows whose key is at least `start`, in the order of the engine; NULL, which comes last, included.
    private func ordered(_ key: [EngineColumn], from start: [String?]) -> String {
        guard let first = key.first, let value = start.first else { return "1 = 1" }
        let rest = Array(key.dropFirst())
        guard let value else {
            let isNull = "\(first.sql) IS NULL"
            return rest.isEmpty ? isNull : "(\(isNull) AND \(ordered(rest, from: Array(start.dropFirst()))))"
        }
        let literal = dialect.literal(value, as: first)
        let after = "\(first.sql) IS NULL OR \(first.sql) > \(literal)"
        let same = "\(first.sql) = \(literal)"
        if rest.isEmpty { return "(\(after) OR \(same))" }
        return "(\(after) OR (\(same) AND \(ordered(rest, from: Array(start.dropFirst())))))"
    }

    // MARK: - Near a place

    /// The rows in a slightly widened circle, the nearest first: key, x, y. The distance is that on the sphere.
    func near(_ circle: GeoCircle, box: String?, limit: Int?) -> Statement {
        let inBoxes = Self.boxes(circle).map { box in
            "(tm_y >= \(dialect.literal(box.south)) AND tm_y <= \(dialect.literal(box.north)) "
                + "AND tm_x >= \(dialect.literal(box.west)) AND tm_x <= \(dialect.literal(box.east)))"
        }
        let isInBoxes = inBoxes.joined(separator: " OR ")
        let isNear =
            "tm_m <= \(dialect.literal(circle.radiusMeters * (1 + 1e-9) + Self.marginMeters))"
        let distance = Self.meters(from: circle.center, x: "tm_x", y: "tm_y", dialect)
        let found =
            dialect.canNameInAdvance
            ? select(row, keys + [(distance, "tm_m")], where: [box], tests: [isInBoxes, isNear])
            : "SELECT \(row) FROM (\n"
                + select("\(row), \(distance) AS tm_m", keys, where: [box], tests: [isInBoxes])
                + "\n) AS tm_d\nWHERE \(isNear)"
        return Statement(
            sql: found + "\nORDER BY tm_m" + (limit.map { "\nLIMIT \($0)" } ?? ""),
            columnCount: keyNames.count + 2)
    }

    /// The boxes that hold a circle, slightly widened.
    static func boxes(_ circle: GeoCircle) -> [GeoBounds] {
        circle.boundingBoxes.map { box in
            GeoBounds(
                south: max(box.south - rounding, -90), west: max(box.west - rounding, -180),
                north: min(box.north + rounding, 90), east: min(box.east + rounding, 180))
        }
    }

    /// By the haversine formula.
    static func meters(
        from center: Coordinate, x: String, y: String, _ dialect: any SQLDialect
    ) -> String {
        let degree = dialect.literal(Double.pi / 180)
        let (latitude, longitude) = (dialect.literal(center.latitude), dialect.literal(center.longitude))
        return "\(dialect.literal(2 * GreatCircle.earthRadiusMeters)) * asin(least(1.0, sqrt("
            + "pow(sin((\(y) - \(latitude)) * \(degree) / 2), 2) + cos(\(latitude) * \(degree)) * cos(\(y) * \(degree)) "
            + "* pow(sin((\(x) - \(longitude)) * \(degree) / 2), 2))))"
    }

    private static let rounding = 1e-7
    /// More than the rounding of coordinates, 8 mm.
    private static let marginMeters = 0.1
}
