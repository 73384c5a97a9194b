import RowValues

/// A type of the server, without what it is wrapped in.
struct ClickHouseType: Equatable {
    /// `Decimal` of `Nullable(Decimal(18, 4))`.
    let base: Substring
    /// `18, 4`.
    let arguments: Substring

    private static let wrappers: Set<Substring> = ["Nullable", "LowCardinality"]

    init(_ text: String) {
        var text = Substring(text)
        while true {
            let base = text.prefix { $0 != "(" }
            let arguments = text.dropFirst(base.count + 1).dropLast()
            if Self.wrappers.contains(base) {
                text = arguments
            } else if base == "SimpleAggregateFunction", let comma = arguments.firstRange(of: ", ") {
                text = arguments[comma.upperBound...]
            } else {
                (self.base, self.arguments) = (base, arguments)
                return
            }
        }
    }

    var isText: Bool { base == "String" || base == "FixedString" }
    var isDecimal: Bool { base.hasPrefix("Decimal") }
    var isWhole: Bool { base.hasPrefix("Int") && !base.hasPrefix("Interval") || base.hasPrefix("UInt") }
    var isNumber: Bool {
        isDecimal || isWhole || base == "Float64" || base == "Float32" || base == "BFloat16"
    }
    /// Whole numbers that a double may not hold exactly.
    var isLong: Bool { isWhole && (base.hasSuffix("64") || base.hasSuffix("128") || base.hasSuffix("256")) }
    /// States of aggregates have no text.
    var isReadable: Bool { base != "AggregateFunction" }
    /// Values that can be compared with a literal.
    var isScalar: Bool {
        isNumber || isText || base.hasPrefix("Date") || base.hasPrefix("Enum") || base == "UUID"
            || base == "Bool"
    }

    var kind: ColumnKind {
        if isNumber { return .number }
        if base.hasPrefix("Date") { return .time }
        return base == "Bool" ? .boolean : .text
    }

    var fieldKind: FieldValue.Kind { isNumber ? .number : base == "Bool" ? .boolean : .text }

    /// Digits in all, and digits after the point, of a decimal.
    var decimalDigits: (all: Int, scale: Int) {
        let numbers = arguments.split { !$0.isNumber }.compactMap { Int($0) }
        let sizes: [Substring: Int] = ["Decimal32": 9, "Decimal64": 18, "Decimal128": 38, "Decimal256": 76]
        if let all = sizes[base] { return (all, numbers.first ?? 0) }
        return (numbers.first ?? 10, numbers.count > 1 ? numbers[1] : 0)
    }

    /// Whether it holds a place: a point, or a tuple of two numbers; and whether the latitude is its first.
    var pair: (isPoint: Bool, isLatitudeFirst: Bool)? {
        if base == "Point" { return (true, false) }
        let parts = arguments.split(separator: ", ")
        guard base == "Tuple", parts.count == 2 else { return nil }
        let words = parts.map { $0.split(separator: " ") }
        guard words.allSatisfy({ $0.last == "Float64" || $0.last == "Float32" }) else { return nil }
        return (false, words[0].count == 2 && words[0][0].lowercased().hasPrefix("lat"))
    }
}
