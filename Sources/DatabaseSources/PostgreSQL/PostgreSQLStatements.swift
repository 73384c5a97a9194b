import MapModel
import Rows

/// The statements that are sent to the server.
struct PostgreSQLStatements {
    let layout: PostgreSQLLayout
    /// Nil for all rows.
    var filter: FilterCondition?
    /// Where the rows are that are summarized, and the boxes in their reference system; nil for anywhere.
    var area: (degrees: [WindowDegrees], projected: [GeoBounds]?)?
    /// What is asked about the rows of views besides; nil for nothing.
    var measures: MeasureConditions?

    /// The condition for the rows that match, together with another one; nil for all rows.
    func condition(_ other: String?) -> String? {
        guard let filter else { return other }
        let sql = sql(filter)
        return other.map { "\($0)\nAND \(sql)" } ?? sql
    }

    /// All rows, to be explained.
    var everything: SQLStatement {
        var statement = SQLStatement()
        let condition = condition(nil).map { " WHERE \($0)" } ?? ""
        statement.text = "SELECT * FROM \(layout.relation.sql) AS t\(condition)"
        return statement
    }

    /// Excludes places beyond the globe and invalid numbers.
    static let onGlobe = "x >= -180 AND x <= 180 AND y >= -90 AND y <= 90"

    /// All rows: how many, how many of them have a place, and the box of these.
    var summary: SQLStatement {
        var statement = SQLStatement(columnCount: 6)
        let condition = condition(nil)
        let parts = layout.groupedRelations.map { relation in
            """
            SELECT count(*) AS a, count(*) FILTER (WHERE \(Self.onGlobe)) AS p,
            min(y) FILTER (WHERE \(Self.onGlobe)) AS s, min(x) FILTER (WHERE \(Self.onGlobe)) AS w,
            max(y) FILTER (WHERE \(Self.onGlobe)) AS n, max(x) FILTER (WHERE \(Self.onGlobe)) AS e
            FROM \(layout.places(in: relation, where: condition))
            """
        }
        statement.text =
            parts.count == 1
            ? parts[0]
            : "SELECT sum(a)::bigint, sum(p)::bigint, min(s), min(w), max(n), max(e) FROM (\n"
                + parts.joined(separator: "\nUNION ALL\n") + "\n) AS u"
        return statement
    }

    /// The rows of a window: key, x, y, label, then what they are measured to have.
    func rows(_ degrees: WindowDegrees, projected: [GeoBounds]?, limit: Int) -> SQLStatement {
        var statement = SQLStatement()
        let measured = measured
        let source = layout.rows(
            measured, where: condition(indexed([degrees], projected, &statement)))
        let names = ["x", "y", "label"] + measured.map(\.name)
        statement.columnCount = layout.keys.count + names.count
        statement.text = """
            SELECT \(layout.keyNames), \(names.joined(separator: ", ")) FROM \(source)
            WHERE \(layout.coordinates.exact(degrees, in: &statement))
            LIMIT \(limit)
            """
        return statement
    }

    /// Class and number of a row.
    private var measured: [(sql: String, name: String)] {
        guard let measures else { return [] }
        let classes = MeasureConditions.cases(measures.classes, sql)
        let number = measures.number({ layout.columns[$0].filterValue }, sql)
        return [(classes, "g"), (number, "n")]
    }

    private func sql(_ condition: FilterCondition) -> String {
        var dialect = PostgreSQLFilter(columns: layout.columns)
        return dialect.test(condition)
    }

    /// How many rows match each of some filters, by their number from 1 on; 0 for those that match none. Of a table that
    /// is spread over servers, a number may come several times.
    func rowCounts(_ filters: [FilterCondition]) -> SQLStatement {
        var statement = SQLStatement(columnCount: 2)
        let classes = MeasureConditions.cases(filters, sql)
        let condition = condition(nil)
        statement.text = layout.groupedRelations.map { relation in
            """
            SELECT g, count(*) FROM \(layout.places([(classes, "g")], in: relation, where: condition))
            WHERE \(Self.onGlobe)
            GROUP BY 1
            """
        }.joined(separator: "\nUNION ALL\n")
        return statement
    }

    /// The cells of a window that hold rows: longitude's and latitude's number, count, mean x, mean y; with measures
    /// there is a row for each class, with the class and of its numbers count, sum, least and greatest. Of a table that is
    /// spread over servers, a cell may come several times.
    func clusters(_ degrees: WindowDegrees, projected: [GeoBounds]?, _ cells: ClusterCells) -> SQLStatement {
        var statement = SQLStatement(columnCount: measures == nil ? 5 : 10)
        let measured = measured
        let (figures, groups) = measures == nil ? ("", "") : (", g, count(n), sum(n), min(n), max(n)", ", g")
        let condition = condition(indexed([degrees], projected, &statement))
        let exact = layout.coordinates.exact(degrees, in: &statement)
        let across = statement.bind(cells.longitudes.map(\.edge))
        let down = statement.bind(cells.latitudes.map(\.edge))
        statement.text = layout.groupedRelations.map { relation in
            """
            SELECT width_bucket(x, \(across)) AS c, width_bucket(y, \(down)) AS r, count(*), avg(x), avg(y)\(figures)
            FROM \(layout.places(measured, in: relation, where: condition))
            WHERE \(exact)
            GROUP BY 1, 2\(groups)
            """
        }.joined(separator: "\nUNION ALL\n")
        return statement
    }

    /// The rows of windows in the order of their keys, from `start` on: key, x, y.
    func members(
        _ degrees: [WindowDegrees], projected: [GeoBounds]?, from start: [String?]?, limit: Int
    ) -> SQLStatement {
        var statement = SQLStatement(columnCount: layout.keys.count + 2)
        let from = start.map { layout.key.follows($0, in: &statement) }
        let indexed = indexed(degrees, projected, &statement)
        let conditions = [indexed, from].compactMap(\.self).joined(separator: "\nAND ")
        let order = layout.key.expressions.enumerated().map { (sql: $0.element, name: "o\($0.offset)") }
        let matches = condition(conditions.isEmpty ? nil : conditions)
        let source = layout.places(layout.keys + order, in: layout.relation, where: matches)
        statement.text = """
            SELECT \(layout.keyNames), x, y FROM \(source)
            WHERE \(layout.coordinates.exact(degrees, in: &statement))
            ORDER BY \(order.map(\.name).joined(separator: ", "))
            LIMIT \(limit)
            """
        return statement
    }

    /// For a view that is wider than this fraction of all degrees an index excludes so little that it costs
    /// more than it saves.
    private static let wideShare = 0.5

    func indexed(
        _ degrees: [WindowDegrees], _ projected: [GeoBounds]?, _ statement: inout SQLStatement
    ) -> String? {
        guard degrees.reduce(0, { $0 + $1.share }) < Self.wideShare else { return nil }
        return layout.coordinates.indexed(degrees.flatMap(\.boxes), projected: projected, in: &statement)
    }

    // MARK: - Near a place

    /// The rows in a slightly widened circle, the nearest first: key, x, y.
    ///
    /// The distance is that on the sphere, in plain SQL; the caller calculates it again exactly.
    func near(_ circle: GeoCircle, projected: [GeoBounds]?, limit: Int?) -> SQLStatement {
        var statement = SQLStatement(columnCount: layout.keys.count + 2)
        let boxes = circle.boundingBoxes
        let indexed =
            circle.coversEverything
            ? nil : layout.coordinates.indexed(boxes, projected: projected, in: &statement)
        let source = layout.rows(where: condition(indexed))
        let latitude = statement.bind(circle.center.latitude)
        let longitude = statement.bind(circle.center.longitude)
        let inBoxes = boxes.map { box in
            "y >= \(statement.bind(max(box.south - Self.rounding, -90))) "
                + "AND y <= \(statement.bind(min(box.north + Self.rounding, 90))) "
                + "AND x >= \(statement.bind(max(box.west - Self.rounding, -180))) "
                + "AND x <= \(statement.bind(min(box.east + Self.rounding, 180)))"
        }
        let reach = statement.bind(circle.radiusMeters * (1 + 1e-9) + Self.marginMeters)
        statement.text = """
            SELECT \(layout.keyNames), x, y FROM (
            SELECT \(layout.keyNames), x, y, 2 * \(GreatCircle.earthRadiusMeters) * asin(least(1, sqrt(
            power(sin(radians(y - \(latitude)) / 2), 2) + cos(radians(\(latitude))) * cos(radians(y))
            * power(sin(radians(x - \(longitude)) / 2), 2)))) AS meters
            FROM \(source)
            WHERE \(inBoxes.count == 1 ? inBoxes[0] : "(\(inBoxes.joined(separator: " OR ")))")
            ) AS d
            WHERE meters <= \(reach)
            ORDER BY meters\(limit.map { "\nLIMIT \($0)" } ?? "")
            """
        return statement
    }

    private static let rounding = 1e-7
    /// More than the rounding of coordinates, 8 mm.
    private static let marginMeters = 0.1

    // MARK: - Words and rows

    /// The longest text that is searched for.
    private static let needleLimit = 200

    /// Rows with all words of `text` in the searched columns: key, x, y; whole labels first, then prefixes of
    /// labels.
    func matches(_ text: String, limit: Int) -> SQLStatement? {
        var statement = SQLStatement(columnCount: layout.keys.count + 2)
        guard let test = matching(text, &statement) else { return nil }
        let source = layout.rows(where: test)
        let escaped = Self.escaped(text)
        let inside = statement.bind("%\(escaped)%", as: "text")
        let beginning = statement.bind("\(escaped)%", as: "text")
        statement.text = """
            SELECT \(layout.keyNames), x, y FROM \(source)
            WHERE \(Self.onGlobe)
            ORDER BY CASE WHEN label ILIKE \(statement.bind(escaped, as: "text")) THEN 0
            WHEN label ILIKE \(beginning) THEN 1 WHEN label ILIKE \(inside) THEN 2 ELSE 3 END, length(label), label
            LIMIT \(limit)
            """
        return statement
    }

    /// How many rows `matches` would find without a limit: a row for each part of the table.
    func matchCount(_ text: String) -> SQLStatement? {
        var statement = SQLStatement(columnCount: 1)
        guard let test = matching(text, &statement) else { return nil }
        statement.text = layout.groupedRelations.map { relation in
            "SELECT count(*) FROM \(layout.places(in: relation, where: test))\nWHERE \(Self.onGlobe)"
        }.joined(separator: "\nUNION ALL\n")
        return statement
    }

    /// The condition for the rows with all words of `text` in the searched columns; nil where nothing can be found.
    ///
    /// A trigram index finds rows by regular expressions, too.
    private func matching(_ text: String, _ statement: inout SQLStatement) -> String? {
        let columns = layout.roles.searched.filter { layout.columns.indices.contains($0) }
        let words = SearchWords(text).patterns
        guard !words.isEmpty, !columns.isEmpty else { return nil }
        let tests = words.map { word in
            let pattern = statement.bind(word, as: "text")
            let tests = columns.map { "\(layout.columns[$0].reading) ~ \(pattern)" }
            return "(" + tests.joined(separator: "\nOR ") + ")"
        }
        return condition(tests.joined(separator: "\nAND "))
    }

    private static func escaped(_ text: String) -> String {
        String(text.prefix(needleLimit)).replacing("\\", with: "\\\\")
            .replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    /// Rows by their keys: the parts of the key, then `expressions`.
    func values(_ expressions: [String], keys: [[String?]]) -> SQLStatement {
        var statement = SQLStatement(columnCount: layout.keys.count + expressions.count)
        let condition = layout.key.condition(keys, in: &statement)
        let selected = layout.keys.map(\.sql) + expressions
        statement.text = """
            SELECT \(selected.joined(separator: ", ")) FROM \(layout.relation.sql) AS t
            WHERE \(condition)
            """
        return statement
    }

    /// The values of a column with the most rows first, as text.
    func frequentValues(of column: Int, limit: Int) -> SQLStatement {
        var statement = SQLStatement(columnCount: 2)
        let column = layout.columns[column]
        let source = shown([(column.reading, "a"), (column.filterValue, "v")], &statement)
        statement.text = """
            SELECT a, count(*) FROM \(source)
            AND v IS NOT NULL
            GROUP BY 1 ORDER BY 2 DESC, 1
            LIMIT \(limit)
            """
        return statement
    }
}
