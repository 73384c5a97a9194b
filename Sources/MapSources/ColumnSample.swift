/// The values of the first records, and what they look like.
struct ColumnSample {
    /// Unquoted fields, record by record.
    let records: [[[UInt8]]]
    /// Marks of both kinds are read here: which one a file uses is only found out from the sample.
    private let parser = NumberParser(decimalMark: .comma)

    init(records: [[[UInt8]]]) {
        self.records = records
    }

    func values(of column: Int) -> [[UInt8]] {
        records.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }

    /// Degrees of a column, as both axes would read it; nil where it is no number. Missing values are left
    /// out.
    func degrees(of column: Int, axis: NumberParser.Axis) -> [Double?] {
        values(of: column).compactMap { text -> Double?? in
            switch parser.degrees(text, axis: axis) {
            case .value(let units): .some(Double(units) / Double(NumberParser.unitsPerDegree))
            case .missing: nil
            case .notANumber: .some(nil)
            }
        }
    }

    func isNumber(_ text: [UInt8]) -> Bool {
        if case .value = parser.degrees(text, axis: .latitude) { return true }
        if case .value = parser.degrees(text, axis: .longitude) { return true }
        return false
    }

    /// A column of words: most values that are there are not numbers.
    func isText(_ column: Int) -> Bool {
        let values = values(of: column).prefix(100)
        return !values.isEmpty && values.count(where: isNumber) * 2 < values.count
    }

    /// Decimal degrees with a fraction in at least 95 of 100 values; the largest magnitude.
    func decimalExtent(of column: Int) -> Double? {
        let values = values(of: column)
        guard !values.isEmpty else { return nil }
        let hasFractions = values.count { $0.contains(UInt8(ascii: ".")) || $0.contains(UInt8(ascii: ",")) }
        let degrees = degrees(of: column, axis: .longitude).compactMap(\.self).filter { abs($0) <= 180 }
        guard hasFractions * 10 >= values.count * 9, degrees.count * 20 >= values.count * 19 else {
            return nil
        }
        return degrees.map(abs).max()
    }

    /// Most values of the pair lie beyond what degrees can be.
    func looksProjected(latitude: Int, longitude: Int) -> Bool {
        let northings = degrees(of: latitude, axis: .latitude).compactMap(\.self)
        let eastings = degrees(of: longitude, axis: .longitude).compactMap(\.self)
        guard !northings.isEmpty, !eastings.isEmpty else { return false }
        let far = northings.count { abs($0) > 360 } + eastings.count { abs($0) > 540 }
        return far * 2 > northings.count + eastings.count
    }

    /// For one column with two numbers: whether longitude comes first, nil when under 95 of 100 values are
    /// pairs.
    func combinedOrder(of column: Int) -> Bool? {
        let values = values(of: column)
        let pairs = values.compactMap { text -> (Double, Double)? in
            ByteRun.with(text) { run in
                guard let halves = CoordinatePair.halves(in: run, 0..<run.count) else { return nil }
                let pair = [halves.0, halves.1].compactMap { half -> Double? in
                    let text = run.bytes(half)
                    for axis in [NumberParser.Axis.latitude, .longitude] {
                        if case .value(let units) = parser.degrees(text, axis: axis) {
                            return Double(units) / 1e7
                        }
                    }
                    return nil
                }
                return pair.count == 2 ? (pair[0], pair[1]) : nil
            }
        }
        guard !values.isEmpty, pairs.count * 20 >= values.count * 19 else { return nil }
        return pairs.contains { abs($0.0) > 90 } && !pairs.contains { abs($0.1) > 90 }
    }

    /// How the values of a column are written as geometries.
    struct Geometries {
        /// Of most of them; nil when none is a geometry.
        var notation: GeometryNotation?
        /// Of the values that are there, how many are geometries of this notation.
        var share = 0.0
        /// Most are geometries in another coordinate system, or with numbers that are no degrees.
        var areElsewhere = false
    }

    func geometries(of column: Int) -> Geometries {
        let values = values(of: column)
        let judged = values.compactMap { GeometryNotation.judge($0) }
        let counts = GeometryNotation.allCases.map { notation in judged.count { $0.notation == notation } }
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
            return Geometries()
        }
        let elsewhere = judged.count { $0.fault != nil && $0.fault != .empty }
        return Geometries(
            notation: GeometryNotation.allCases[index], share: Double(most) / Double(values.count),
            areElsewhere: elsewhere * 2 > values.count)
    }

    /// The mark that most values of `columns` have.
    func decimalMark(of columns: [Int]) -> CSVDialect.DecimalMark {
        let values = columns.flatMap { self.values(of: $0) }.filter(isNumber)
        let commas = values.count { $0.contains(UInt8(ascii: ",")) }
        let points = values.count { $0.contains(UInt8(ascii: ".")) }
        return commas > points ? .comma : .point
    }
}

/// Two numbers in one field: "47.38, 8.54", "(47.38 8.54)", "47.38;8.54".
enum CoordinatePair {
    /// The two parts, without spaces and brackets around them.
    static func halves(in bytes: ByteRun, _ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
        let whole = trimmed(bytes, range, brackets: true)
        guard let cut = separator(bytes, whole) else { return nil }
        let first = trimmed(bytes, whole.lowerBound..<cut, brackets: false)
        let second = trimmed(bytes, cut + 1..<whole.upperBound, brackets: false)
        return first.isEmpty || second.isEmpty ? nil : (first, second)
    }

    /// A semicolon, else the only comma, else the only comma with a space after it, else the only space.
    private static func separator(_ bytes: ByteRun, _ range: Range<Int>) -> Int? {
        var semicolons: (Int, Int) = (0, 0)
        var commas: (Int, Int) = (0, 0)
        var spacedCommas: (Int, Int) = (0, 0)
        var spaces: (Int, Int) = (0, 0)
        for position in range {
            switch bytes[position] {
            case UInt8(ascii: ";"): semicolons = (semicolons.0 + 1, position)
            case UInt8(ascii: ","):
                commas = (commas.0 + 1, position)
                if position + 1 < range.upperBound, bytes[position + 1] == UInt8(ascii: " ") {
                    spacedCommas = (spacedCommas.0 + 1, position)
                }
            case UInt8(ascii: " "), UInt8(ascii: "\t"): spaces = (spaces.0 + 1, position)
            default: break
            }
        }
        // Two commas with one space are decimal commas: "47,38 8,54" is cut at the space.
        for candidate in [semicolons, commas, spacedCommas, spaces] where candidate.0 == 1 {
            return candidate.1
        }
        return nil
    }

    private static func trimmed(_ bytes: ByteRun, _ range: Range<Int>, brackets: Bool) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(bytes[start], brackets: brackets) { start += 1 }
        while start < end, isBlank(bytes[end - 1], brackets: brackets) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8, brackets: Bool) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            || (brackets
                && [UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte))
    }
}
