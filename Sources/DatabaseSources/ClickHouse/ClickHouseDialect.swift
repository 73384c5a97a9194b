import MapModel
import RowValues

/// How ClickHouse writes values and tests, in functions that versions from 18 on have.
struct ClickHouseDialect: SQLDialect {
    var canNameInAdvance: Bool { true }

    func quoted(_ name: String) -> String { Self.escaped(name, quote: "`") }

    func literal(_ text: String) -> String { Self.escaped(text, quote: "'") }

    private static func escaped(_ text: String, quote: Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView([quote])
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": result.append(contentsOf: "\\0".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\t": result.append(contentsOf: "\\t".unicodeScalars)
            case "\\", quote: result.append(contentsOf: ["\\", scalar])
            default: result.append(scalar)
            }
        }
        result.append(quote)
        return String(result)
    }

    func literal(_ text: String, as column: EngineColumn) -> String {
        let type = ClickHouseType(column.type)
        let isNumber =
            !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber, type.isWhole || type.base == "Float64" { return text }
        if isNumber, type.base == "Float32" { return "toFloat32(\(text))" }
        if isNumber, type.isDecimal { return Self.decimal(text, type.decimalDigits) }
        return literal(text)
    }

    /// A decimal of another width is another type there.
    func canList(_ column: EngineColumn) -> Bool { !ClickHouseType(column.type).isDecimal }

    static func decimal(_ text: String, _ digits: (all: Int, scale: Int)) -> String {
        "toDecimal\(digits.all <= 18 ? 64 : digits.all <= 38 ? 128 : 256)('\(text)', \(digits.scale))"
    }

    func text(of column: EngineColumn) -> String {
        column.type == "String" || column.type == "Nullable(String)" ? column.sql : "toString(\(column.sql))"
    }

    /// More than that is not held exactly by a double: 2^53.
    private static let exactLimit = "9007199254740992"

    func value(of column: EngineColumn) -> String {
        let type = ClickHouseType(column.type)
        let sql = column.sql
        switch type.kind {
        case .number where type.base == "Float64": return "CASE WHEN isFinite(\(sql)) THEN \(sql) END"
        // As it is written: 0.1, not 0.100000001490116.
        case .number where type.base == "Float32" || type.base == "BFloat16":
            return "CASE WHEN isFinite(\(sql)) THEN toFloat64OrNull(toString(\(sql))) END"
        case .number where type.isLong:
            let isExact =
                (type.base.hasPrefix("U") ? "" : "\(sql) >= -\(Self.exactLimit) AND ")
                + "\(sql) <= \(Self.exactLimit)"
            return "CASE WHEN \(isExact) THEN toFloat64(\(sql)) END"
        case .number: return "toFloat64(\(sql))"
        case .time: return Self.milliseconds(sql, type)
        case .boolean: return sql
        case .text: return "nullIf(\(text(of: column)), '')"
        }
    }

    private static func milliseconds(_ sql: String, _ type: ClickHouseType) -> String {
        switch type.base {
        case "Date", "Date32": "toFloat64(toInt32(\(sql))) * 86400000.0"
        case "DateTime64": "toFloat64(toUnixTimestamp64Milli(\(sql)))"
        default: "toFloat64(toUnixTimestamp(\(sql))) * 1000.0"
        }
    }

    /// A sub-select could not name the columns of a row.
    func edgeTable(_ edges: PolygonEdges) -> String { "" }

    /// Arrays of edges: one question for each polygon.
    func isInside(_ edges: PolygonEdges, _ border: AreaBorder, x: String, y: String) -> String {
        let point = EdgeTest.point(x: x, y: y)
        func test(_ function: String, _ condition: String, _ range: Range<Int>) -> String {
            let arrays = [edges.x1, edges.y1, edges.x2, edges.y2].map { units in
                "[\(units[range].map { "toFloat64(\($0))" }.joined(separator: ","))]"
            }
            return "\(function)((\(EdgeTest.names.joined(separator: ", "))) -> ifNull(\(condition), 0), "
                + "\(arrays.joined(separator: ", ")))"
        }
        let polygons = edges.ranges.map { range in
            let isOdd = "\(test("arrayCount", EdgeTest.isWest(point), range)) % 2 = 1"
            let isOn = "\(test("arrayExists", EdgeTest.holds(point), range)) = 1"
            return switch border {
            case .halfOpen: "(\(isOdd))"
            case .closed: "(\(isOdd) OR \(isOn))"
            case .open: "(\(isOdd) AND NOT \(isOn))"
            }
        }
        return "(\(polygons.joined(separator: " OR ")))"
    }

    func hasZone(_ column: EngineColumn) -> Bool { ClickHouseType(column.type).base.hasPrefix("DateTime") }

    func start(of text: String, _ letterCount: Int) -> String { "substringUTF8(\(text), 1, \(letterCount))" }

    func bucket(_ value: String, _ edges: [Double]) -> String { ClickHouseBuckets(value, edges).sql }

    func test(_ text: String, _ test: WordTest, _ needle: String) -> String {
        let literal = literal(needle)
        switch test {
        case .contains: return "positionCaseInsensitiveUTF8(\(text), \(literal)) > 0"
        case .begins: return "positionCaseInsensitiveUTF8(\(text), \(literal)) = 1"
        case .equals: return "lowerUTF8(\(text)) = lowerUTF8(\(literal))"
        }
    }

    func contains(_ text: String, pattern: String) -> String { "match(\(text), \(literal(pattern)))" }

    /// `medianExact` is the upper one of the two values in the middle.
    func median(of value: String) -> String {
        "arrayReduce('avg', quantilesExact(0.499999999999, 0.5)(\(value)))"
    }

    /// From a sample of the values: exact ones would be kept in memory, all of them.
    func quantiles(of value: String, _ shares: [Double]) -> String {
        "toString(quantiles(\(shares.map(literal).joined(separator: ", ")))(\(value)))"
    }

    func filters(of columns: [EngineColumn], places: [PlaceConditions.Test]) -> any FilterDialect {
        ClickHouseFilter(dialect: self, columns: columns, places: places)
    }
}
