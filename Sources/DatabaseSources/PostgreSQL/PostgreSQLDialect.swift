import MapModel
import RowValues
import Streams

/// SQL as PostgreSQL writes it.
struct PostgreSQLDialect: SQLDialect {
    func literal(_ number: Double) -> String { PostgreSQLLiteral.sql(number) }
    func literal(_ text: String) -> String { PostgreSQLLiteral.sql(text) }

    func literal(_ text: String, as column: EngineColumn) -> String {
        "\(literal(text))::\(column.castType ?? "text")"
    }

    /// Arrays, which an index serves; a list of keys of several columns would be an OR for each of them.
    func isOne(_ key: [EngineColumn], of keys: [[String]]) -> String {
        let arrays = key.enumerated().map { part, column in
            "\(literal(SQLStatement.array(keys.map { $0[part] })))::\(column.castType ?? "text")[]"
        }
        if key.count == 1 { return "\(key[0].sql) = ANY(\(arrays[0]))" }
        return "(\(key.map(\.sql).joined(separator: ", "))) IN "
            + "(SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
    }

    func hasZone(_ column: EngineColumn) -> Bool { column.type == "timestamptz" }

    func bucket(_ value: String, _ edges: [Double]) -> String {
        "width_bucket(\(value), \(Self.array(edges)))"
    }

    func test(_ text: String, _ test: WordTest, _ needle: String) -> String {
        let escaped = needle.escaping("\\%_", with: "\\")
        let pattern =
            switch test {
            case .contains: "%\(escaped)%"
            case .begins: "\(escaped)%"
            case .equals: escaped
            }
        return "\(text) ILIKE \(literal(pattern))"
    }

    /// A trigram index finds rows by regular expressions, too.
    func contains(_ text: String, pattern: String) -> String { "\(text) ~ \(literal(pattern))" }

    /// `avg` sums squares too, which overflow.
    func mean(of value: String) -> String { "sum(\(value)) / nullif(count(\(value)), 0)" }
    func median(of value: String) -> String { "percentile_cont(0.5) WITHIN GROUP (ORDER BY \(value))" }

    func quantiles(of value: String, _ shares: [Double]) -> String {
        "percentile_disc(\(Self.array(shares))) WITHIN GROUP (ORDER BY \(value))"
    }

    func edgeTable(_ edges: PolygonEdges) -> String {
        let columns = [edges.x1, edges.y1, edges.x2, edges.y2].map { units in
            "'{\(units.map { "\($0)" }.joined(separator: ","))}'::float8[]"
        }
        let polygons = "'{\(edges.polygons.map { "\($0)" }.joined(separator: ","))}'::int4[]"
        return "unnest(\(([polygons] + columns).joined(separator: ", "))) "
            + "AS tm_e (tm_n, \(EdgeTest.names.joined(separator: ", ")))"
    }

    private static func array(_ numbers: [Double]) -> String {
        "'{\(numbers.map { "\($0)" }.joined(separator: ","))}'::float8[]"
    }

    func filters(of columns: [EngineColumn], places: [PlaceConditions.Test]) -> any FilterDialect {
        PostgreSQLFilter(dialect: self, columns: columns, places: places)
    }

    // MARK: - Values

    func text(of column: EngineColumn) -> String {
        switch column.type {
        case "geometry": "'<' || substr(ST_GeometryType(\(column.sql)), 4) || '>'"
        case "geography": "'<' || substr(ST_GeometryType(\(column.sql)::geometry), 4) || '>'"
        case "bytea": "'<' || octet_length(\(column.sql)) || ' bytes>'"
        default: "\(column.sql)::text"
        }
    }

    func value(of column: EngineColumn) -> String {
        switch column.kind {
        case .number: Self.number(column)
        case .time: PostgreSQLTime(column).milliseconds
        case .boolean: column.sql
        case .text: "nullif(\(Self.plainText(of: column)), '')"
        }
    }

    /// Its text; the column itself where it is one, so that an index can be used.
    static func plainText(of column: EngineColumn) -> String { "(\(Self().text(of: column)))" }

    /// As a double; NULL for what is no number, and for whole numbers of more than 2^53.
    private static func number(_ column: EngineColumn) -> String {
        let sql = column.sql
        let isFinite = "\(sql) > '-Infinity' AND \(sql) < 'Infinity'"
        switch column.type {
        case "float8": return "CASE WHEN \(isFinite) THEN \(sql) END"
        // As it is written: 0.1, not 0.100000001490116.
        case "float4": return "CASE WHEN \(isFinite) THEN \(sql)::text::float8 END"
        case "int8":
            return "CASE WHEN \(sql) BETWEEN -9007199254740992 AND 9007199254740992 THEN \(sql)::float8 END"
        case "numeric":
            return "CASE WHEN abs(\(sql)) < 1e-300 THEN 0 WHEN abs(\(sql)) <= 9007199254740992 "
                + "OR abs(\(sql)) < 1e300 AND scale(\(sql)) > 0 THEN \(sql)::float8 END"
        default: return "\(sql)::float8"
        }
    }
}

/// Values as literals, which are read alike whatever the settings of the server.
enum PostgreSQLLiteral {
    /// A finite number that is read as a double.
    static func sql(_ number: Double) -> String { "\(number)::float8" }

    /// A text up to its first NUL, which no text of the server has.
    static func sql(_ text: String) -> String {
        "E'" + String(text.unicodeScalars.prefix { $0 != "\0" }).escaping("\\'") + "'"
    }
}
