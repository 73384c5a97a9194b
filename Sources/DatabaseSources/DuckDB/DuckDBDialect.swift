import MapModel
import RowValues

/// SQL as DuckDB writes it.
struct DuckDBDialect: SQLDialect {
    func literal(_ text: String) -> String { DuckDBSQL.literal(text) }
    func literal(_ number: Double) -> String { DuckDBSQL.literal(number) }
    func median(of value: String) -> String { "median(\(value))" }
    func quantiles(of value: String, _ shares: [Double]) -> String {
        "quantile_disc(\(value), [\(shares.map(literal).joined(separator: ", "))])"
    }

    /// Numbers of rows are written as such, so that blocks without them are skipped.
    func literal(_ text: String, as column: EngineColumn) -> String {
        if DuckDBType(column.type).isWhole, Int64(text) != nil { return text }
        return "CAST(\(literal(text)) AS \(column.type))"
    }

    func text(of column: EngineColumn) -> String {
        let type = DuckDBType(column.type)
        switch type {
        case .geometry: return "ST_AsText(\(column.sql))"
        case .nested, .structure: return "CAST(to_json(\(column.sql)) AS VARCHAR)"
        case .plain: break
        }
        if type.isText { return "CAST(\(column.sql) AS VARCHAR)" }
        if type.isBlob { return "'<blob, ' || octet_length(\(column.sql)) || ' bytes>'" }
        // There is no such number in JSON.
        if type.isFloating {
            return "CASE WHEN isfinite(\(column.sql)) THEN CAST(\(column.sql) AS VARCHAR) END"
        }
        if type.hasZone { return "CAST(\(column.sql) AT TIME ZONE 'UTC' AS VARCHAR) || 'Z'" }
        return "CAST(\(column.sql) AS VARCHAR)"
    }

    func value(of column: EngineColumn) -> String {
        switch column.kind {
        case .number: return number(column)
        case .time: return Self.milliseconds(column)
        case .boolean: return column.sql
        case .text: return "nullif(\(text(of: column)), '')"
        }
    }

    func hasZone(_ column: EngineColumn) -> Bool { DuckDBType(column.type).hasZone }

    /// A tree of comparisons: as many for each value as the number of edges has digits.
    func bucket(_ value: String, _ edges: [Double]) -> String {
        func tree(_ range: Range<Int>) -> String {
            if range.count <= 1 { return "\(range.lowerBound + 1)" }
            let middle = range.lowerBound + (range.count + 1) / 2
            return "CASE WHEN \(value) < \(literal(edges[middle])) THEN \(tree(range.lowerBound..<middle)) "
                + "ELSE \(tree(middle..<range.upperBound)) END"
        }
        // Few different numbers of a short type are grouped without hashing.
        return "CAST(\(tree(edges.indices)) AS USMALLINT)"
    }

    func test(_ text: String, _ test: WordTest, _ needle: String) -> String {
        let other = "lower(\(literal(needle)))"
        return switch test {
        case .contains: "contains(lower(\(text)), \(other))"
        case .begins: "starts_with(lower(\(text)), \(other))"
        case .equals: "lower(\(text)) = \(other)"
        }
    }

    func contains(_ text: String, pattern: String) -> String {
        "regexp_matches(\(text), \(literal(pattern)))"
    }

    func filters(of columns: [EngineColumn], places: [PlaceConditions.Test]) -> any FilterDialect {
        DuckDBFilter(dialect: self, columns: columns, places: places)
    }

    func edgeTable(_ edges: PolygonEdges) -> String {
        let columns = zip(EdgeTest.names, [edges.x1, edges.y1, edges.x2, edges.y2]).map { name, units in
            "unnest(CAST([\(units.map { "\($0)" }.joined(separator: ","))] AS DOUBLE[])) AS \(name)"
        }
        let polygons = "unnest([\(edges.polygons.map { "\($0)" }.joined(separator: ","))]) AS tm_n"
        return "(SELECT \(([polygons] + columns).joined(separator: ", "))) AS tm_e"
    }

    // MARK: - Values

    /// As a double; NULL for what is no number, and for whole numbers of more than 2^53.
    private func number(_ column: EngineColumn) -> String {
        let type = DuckDBType(column.type)
        let sql = column.sql
        let isExact = "abs(\(sql)) <= 9007199254740992"
        switch type.name {
        case "DOUBLE": return "CASE WHEN isfinite(\(sql)) THEN \(sql) END"
        // As it is written: 0.1, not 0.100000001490116.
        case "FLOAT": return "CASE WHEN isfinite(\(sql)) THEN CAST(CAST(\(sql) AS VARCHAR) AS DOUBLE) END"
        case "BIGINT", "HUGEINT", "UBIGINT", "UHUGEINT":
            return "CASE WHEN \(sql) BETWEEN \(type.name.hasPrefix("U") ? "0" : "-9007199254740992") "
                + "AND 9007199254740992 THEN CAST(\(sql) AS DOUBLE) END"
        // Read again from its text, which rounds once.
        case "DECIMAL":
            let value = "CAST(CAST(\(sql) AS VARCHAR) AS DOUBLE)"
            return column.type.hasSuffix(",0)") ? "CASE WHEN \(isExact) THEN \(value) END" : value
        case "BIGNUM", "VARINT": return "CAST(NULL AS DOUBLE)"
        default: return "CAST(\(sql) AS DOUBLE)"
        }
    }

    /// The years 1 to 9999, as in memory.
    static let times = -62_135_596_800_000...253_402_300_799_999

    /// Milliseconds since 1970, as a double.
    static func milliseconds(_ column: EngineColumn) -> String {
        let moment = DuckDBType(column.type).hasZone ? column.sql : "CAST(\(column.sql) AS TIMESTAMP)"
        return "CASE WHEN isfinite(\(column.sql)) AND epoch_ms(\(moment)) BETWEEN \(times.lowerBound) "
            + "AND \(times.upperBound) THEN CAST(epoch_ms(\(moment)) AS DOUBLE) END"
    }
}
