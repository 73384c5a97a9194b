import MapModel

/// The values of the first records, and their apparent types.
package struct ColumnSample {
    /// Unquoted fields, record by record.
    let records: [[[UInt8]]]
    /// Both decimal marks are accepted here: the one that a file uses is detected from the sample.
    private let parser = NumberParser(decimalMark: .comma)

    /// A sample of records, each an array of unquoted fields.
    package init(records: [[[UInt8]]]) {
        self.records = records
    }

    /// The first values of a column that are not empty and no word for a missing value, in the order of the records.
    package func values(of column: Int, limit: Int = .max) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for fields in records where column < fields.count && !fields[column].isEmpty {
            if values.count >= limit { break }
            guard !fields[column].withUnsafeBufferPointer(DegreeText.isMissing) else { continue }
            values.append(fields[column])
        }
        return values
    }

    /// The values of a column as degrees of an axis; nil for a value that is not a number. Missing values are
    /// left out.
    func degrees(of column: Int, axis: CoordinateAxis) -> [Double?] {
        values(of: column).compactMap { text -> Double?? in
            switch parser.degrees(text, axis: axis) {
            case .value(let units): .some(Double(units) / Double(NumberParser.unitsPerDegree))
            case .missing: nil
            case .notANumber: .some(nil)
            }
        }
    }

    /// Whether `text` reads as degrees of either axis, in any notation.
    package func isNumber(_ text: [UInt8]) -> Bool {
        if case .value = parser.degrees(text, axis: .latitude) { return true }
        if case .value = parser.degrees(text, axis: .longitude) { return true }
        return false
    }

    /// A column of text: most of its values are not numbers, but for codes such as S12, which could be degrees.
    func isText(_ column: Int) -> Bool {
        let values = values(of: column, limit: 100)
        let numbers = values.count { !(0x61...0x7A).contains(($0.first ?? 0) | 0x20) && isNumber($0) }
        return !values.isEmpty && numbers * 2 < values.count
    }

    /// The label by the values: the first column of words, else the id, else the first column of text, such as dates; and why.
    func label(of columns: [Int], id: Int?) -> (column: Int?, reason: String) {
        let others = columns.prefix(1_000).filter { $0 != id }
        let words = WordColumns(sample: self)
        if let column = others.first(where: words.isSearched) { return (column, "first text column") }
        guard id == nil, let column = others.first(where: isText) else { return (id, "no text column") }
        return (column, "first text column")
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

    /// Some value is a number, or there are no records.
    func mayBeNumbers(_ column: Int) -> Bool {
        records.isEmpty || values(of: column).contains(where: isNumber)
    }

    /// Most values have at least three digits after a mark.
    func isPrecise(_ column: Int) -> Bool {
        let values = values(of: column, limit: Self.judgedLimit)
        return values.count { Self.preciseNumberCount($0) > 0 } * 2 > values.count
    }

    /// Most of the first values have two numbers of at least three digits after a mark each, or degree signs.
    func mayBePlaces(_ column: Int) -> Bool {
        let values = values(of: column, limit: Self.judgedLimit)
        return values.count { Self.preciseNumberCount($0) >= 2 || Self.hasDegreeSign($0) } * 2 > values.count
    }

    /// One of the first values is a geometry.
    func mayBeGeometries(_ column: Int) -> Bool {
        values(of: column, limit: 3).contains { GeometryNotation.judge($0) != nil }
    }

    private static let judgedLimit = 20

    /// Numbers with at least three digits after a point or comma.
    private static func preciseNumberCount(_ text: [UInt8]) -> Int {
        text.split { !(0x30...0x39).contains($0) && $0 != 0x2E && $0 != 0x2C }.reduce(0) { count, run in
            let digits = run.split { $0 == 0x2E || $0 == 0x2C }
            return count + digits.dropFirst().count { $0.count >= 3 }
        }
    }

    private static func hasDegreeSign(_ text: [UInt8]) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == (0xC2, 0xB0) }
    }

    /// Most values of the pair are beyond the range of degrees.
    func looksProjected(latitude: Int, longitude: Int) -> Bool {
        let northings = degrees(of: latitude, axis: .latitude).compactMap(\.self)
        let eastings = degrees(of: longitude, axis: .longitude).compactMap(\.self)
        guard !northings.isEmpty, !eastings.isEmpty else { return false }
        let far = northings.count { abs($0) > 360 } + eastings.count { abs($0) > 540 }
        return far * 2 > northings.count + eastings.count
    }

    /// For one column with two numbers: whether longitude comes first, nil when fewer than 95 of 100 values
    /// are pairs.
    ///
    /// - Parameter tie: the order where the values fit both.
    package func combinedOrder(of column: Int, tie: Bool = false) -> Bool? {
        let values = values(of: column)
        let pairs = values.compactMap { text in
            text.withUnsafeBufferPointer { AnglePair($0)?.degrees(longitudeFirst: false) }
        }
        guard !values.isEmpty, pairs.count * 20 >= values.count * 19 else { return nil }
        let limit = 90 * NumberParser.unitsPerDegree
        let firstIsBeyond = pairs.contains { abs($0.north) > limit }
        let secondIsBeyond = pairs.contains { abs($0.east) > limit }
        return firstIsBeyond == secondIsBeyond ? tie && !firstIsBeyond : firstIsBeyond
    }

    /// How the geometries of a column are written.
    struct Geometries {
        /// The notation of most of them; nil when none is a geometry.
        var notation: GeometryNotation?
        /// The share of values that are geometries of this notation.
        var share = 0.0
        /// Most are geometries in another coordinate system, or with numbers beyond the range of degrees.
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
    package func decimalMark(of columns: [Int]) -> CSVDialect.DecimalMark {
        let values = columns.flatMap { self.values(of: $0) }.filter(isNumber)
        let commas = values.count { $0.contains(UInt8(ascii: ",")) }
        let points = values.count { $0.contains(UInt8(ascii: ".")) }
        return commas > points ? .comma : .point
    }
}
