import MapModel
import Streams

/// Where rows are, in SQL.
struct ClickHousePlace {
    let x: String
    let y: String
    /// Lets the server skip what is sorted by the columns, which version 18 does not do for the names `tm_x` and `tm_y`
    /// of them; nil where no column is a number.
    let boxCondition: (@Sendable ([GeoBounds]) -> String)?
    /// The columns, which are part of a row's key.
    let keys: [ClickHouseColumn]
    let reasons: [String]

    /// A point, or a tuple of two numbers.
    init(_ pair: ClickHouseColumn, isLatitudeFirst: Bool) {
        let name = ClickHouseDialect().quoted(pair.name)
        x = "toFloat64(tupleElement(\(name), \(isLatitudeFirst ? 2 : 1)))"
        y = "toFloat64(tupleElement(\(name), \(isLatitudeFirst ? 1 : 2)))"
        boxCondition = nil
        keys = [pair]
        reasons = [
            "coordinates: \(printable(pair.name)) (\(printable(pair.type)), "
                + "\(isLatitudeFirst ? "latitude" : "longitude") first)"
        ]
    }

    /// Where names and codes say where rows are.
    init(reasons: [String]) {
        (x, y) = (EnginePlaces.names[1], EnginePlaces.names[0])
        boxCondition = nil
        keys = []
        self.reasons = reasons
    }

    /// Two columns of numbers, or of texts with numbers.
    init(latitude: ClickHouseColumn, longitude: ClickHouseColumn) {
        x = Self.degrees(longitude)
        y = Self.degrees(latitude)
        keys = [latitude, longitude]
        reasons = [
            "latitude: \(printable(latitude.name)) (\(printable(latitude.type)))",
            "longitude: \(printable(longitude.name)) (\(printable(longitude.type)))",
        ]
        let bounds = [Bound(latitude), Bound(longitude)]
        guard bounds.contains(where: { $0.type.isNumber }) else {
            boxCondition = nil
            return
        }
        boxCondition = { boxes in
            boxes.map { box in
                let tests =
                    bounds[0].tests(box.south, box.north) + bounds[1].tests(box.west, box.east)
                return tests.isEmpty ? "1 = 1" : "(\(tests.joined(separator: " AND ")))"
            }.joined(separator: " OR ")
        }
    }

    private static func degrees(_ column: ClickHouseColumn) -> String {
        let name = ClickHouseDialect().quoted(column.name)
        if column.parsed.base == "Float64" { return name }
        if column.parsed.isNumber { return "toFloat64(\(name))" }
        let text = ClickHouseDialect().text(of: column.engineColumn)
        return "toFloat64OrNull(replaceRegexpAll(\(text), '^\\\\s+|\\\\s+$', ''))"
    }

    /// How a column itself is compared with the ends of a box, a little beyond them: not all are doubles.
    ///
    /// Doubles are compared with doubles: `lat < 85` makes version 18 lose the last block of a table that is sorted by
    /// `lat` when it begins at 84.something, `lat < 85.0` does not.
    private struct Bound: Sendable {
        let name: String
        let type: ClickHouseType

        init(_ column: ClickHouseColumn) {
            name = ClickHouseDialect().quoted(column.name)
            type = column.parsed
        }

        private static let margin = 1e-4

        func tests(_ low: Double, _ high: Double) -> [String] {
            let (low, high) = (low - Self.margin, high + Self.margin)
            if !type.isNumber { return [] }
            if type.isWhole {
                return ["\(name) >= \(Int(low.rounded(.down)))", "\(name) <= \(Int(high.rounded(.up)))"]
            }
            guard type.isDecimal else { return ["\(name) >= \(low)", "\(name) <= \(high)"] }
            return [
                "\(name) >= \(Self.decimal((low * 1e4).rounded(.down)))",
                "\(name) <= \(Self.decimal((high * 1e4).rounded(.up)))",
            ]
        }

        /// A whole number of ten thousandths.
        private static func decimal(_ number: Double) -> String {
            let digits = String(Int(abs(number)))
            let padded = String(repeating: "0", count: max(5 - digits.count, 0)) + digits
            let sign = number < 0 ? "-" : ""
            return "toDecimal64('\(sign)\(padded.dropLast(4)).\(padded.suffix(4))', 4)"
        }
    }
}
