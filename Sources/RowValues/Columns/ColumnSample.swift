import MapModel
import Streams

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

    /// Calls `body` with each record, by the text of a column; "" where it has none.
    package func forEachRecord(_ body: (_ text: (Int) -> String) -> Void) {
        for fields in records {
            body { column in
                column < fields.count ? String(decoding: fields[column], as: UTF8.self) : ""
            }
        }
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

    /// The label by the values: the first column of words that differ from row to row, else the first one of words at all, else
    /// the id, else the first column of text, such as dates; and why.
    func label(of columns: [Int], id: Int?) -> (column: Int?, reason: String) {
        let others = columns.prefix(1_000).filter { $0 != id && !holdsLists($0) }
        let words = WordColumns(sample: self).areSearched(others)
        let different = words.filter(tellsRowsApart)
        if let column = different.first(where: readsAsNames) ?? different.first {
            return (column, "first text column whose values differ")
        }
        if let column = words.first { return (column, "first text column") }
        guard id == nil, let column = others.first(where: isText) else { return (id, "no text column") }
        return (column, "first text column")
    }

    /// Most values are lists or objects of JSON, such as the times of a track: no name is written like that.
    private func holdsLists(_ column: Int) -> Bool {
        let values = values(of: column, limit: 100)
        return values.count { text in
            text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
                || text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}")
        } * 2 > values.count
    }

    /// At least half as many different values as rows with one; nearly all columns of names have that.
    func tellsRowsApart(_ column: Int) -> Bool {
        let values = values(of: column, limit: 100)
        return values.count < 2 || Set(values).count * 2 > values.count
    }

    /// Most values have a capital, a blank or a letter beyond ASCII: codes such as "en" have none.
    private func readsAsNames(_ column: Int) -> Bool {
        let values = values(of: column, limit: 100)
        return values.count { text in
            text.contains { (0x41...0x5A).contains($0) || $0 == 0x20 || $0 >= 0x80 }
        } * 2 > values.count
    }

    /// Whether all values of several are the same, so that it names no row.
    func isConstant(_ column: Int) -> Bool {
        let values = values(of: column, limit: 100)
        return values.count > 2 && Set(values).count == 1
    }

    /// How many records have a number in both columns.
    package func pairCount(_ first: Int, _ second: Int) -> Int {
        records.count { fields in
            [first, second].allSatisfy { $0 < fields.count && !fields[$0].isEmpty && isNumber(fields[$0]) }
        }
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
        records.isEmpty
            || values(of: column).contains {
                isNumber($0) || DegreeParts.letter("O", of: DegreeParts.bare($0)) != nil
            }
    }

    /// Most values have at least three digits after a mark.
    func isPrecise(_ column: Int) -> Bool {
        let values = values(of: column, limit: Self.judgedLimit)
        return values.count { Self.preciseNumberCount($0) > 0 } * 2 > values.count
    }

    /// Most of the first values have two numbers of at least three digits after a mark each, degree signs or labels.
    func mayBePlaces(_ column: Int) -> Bool {
        let values = values(of: column, limit: Self.judgedLimit)
        return values.count {
            Self.preciseNumberCount($0) >= 2 || Self.hasDegreeSign($0) || Self.isVectorOfR($0)
                || Self.isURI($0)
                || Self.isLabelled($0)
        } * 2 > values.count
    }

    /// `c(8.54, 47.38)`, as R prints the coordinates of a point: longitude first.
    private static func isVectorOfR(_ text: [UInt8]) -> Bool { text.starts(with: Array("c(".utf8)) }

    /// `{"lat": 47.4, "lng": 8.5}`, 47°22'N 8°32'E: letters say which is which.
    private static func isLabelled(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { AnglePair($0)?.hasLetters } == true
    }

    /// `geo:47.4,8.5`, and the address of a web map with a place in it.
    private static func isURI(_ text: [UInt8]) -> Bool {
        text.starts(with: Array("geo:".utf8))
            || text.starts(with: Array("http".utf8)) && text.withUnsafeBufferPointer { AnglePair($0) } != nil
    }

    /// One of the first values is a geometry.
    func mayBeGeometries(_ column: Int) -> Bool {
        values(of: column, limit: 3).contains { GeometryNotation.judge($0) != nil }
    }

    /// Digits, a comma or a slash, and digits, as in 46,95 and 3/17; a sign behind the mark, a blank or a point make two numbers of it.
    private static func isOneNumber(_ text: [UInt8]) -> Bool {
        let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
        let runs = text.dropFirst(isSigned ? 1 : 0).split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/")
        }
        return runs.count == 2
            && runs.allSatisfy { run in !run.isEmpty && run.allSatisfy { (0x30...0x39).contains($0) } }
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
        let northings =
            groupedNumbers(of: latitude) ?? degrees(of: latitude, axis: .latitude).compactMap(\.self)
        let eastings =
            groupedNumbers(of: longitude) ?? degrees(of: longitude, axis: .longitude).compactMap(\.self)
        guard !northings.isEmpty, !eastings.isEmpty else { return false }
        let far = northings.count { abs($0) > 360 } + eastings.count { abs($0) > 540 }
        return far * 2 > northings.count + eastings.count
    }

    /// For one column with two numbers: which comes first; nil when fewer than 95 of 100 values are pairs, or half of them
    /// where they are precise, as in a column of addresses.
    ///
    /// - Parameters:
    ///   - longitudeIsNamedFirst: what the name of the column says; nil where that is nothing.
    ///   - isNamed: the column is called like one with places.
    ///   - isOWest: what a lone O means; nil where it means nothing.
    package func pairOrder(
        of column: Int, named longitudeIsNamedFirst: Bool? = nil, isNamed: Bool = false, isOWest: Bool? = nil
    ) -> PairOrder? {
        let values = values(of: column)
        // 46,95 is one number, and 3/17 is none, unless the name speaks of two.
        if longitudeIsNamedFirst == nil, values.count(where: Self.isOneNumber) * 2 > values.count {
            return nil
        }
        let read = values.compactMap { text in
            text.withUnsafeBufferPointer { AnglePair($0, isOWest: isOWest) }
        }
        guard !values.isEmpty,
            read.count * 20 >= values.count * 19
                || (read.count * 2 >= values.count && (isNamed || mayBePlaces(column)))
        else { return nil }
        let plain = read.filter { !$0.hasLetters }
        guard !plain.isEmpty else { return PairOrder(longitudeFirst: false, isGuess: false) }
        let pairs = plain.map { $0.degrees(longitudeFirst: false) }
        let limit = 90 * NumberParser.unitsPerDegree
        let firstIsBeyond = pairs.contains { abs($0.north) > limit }
        let secondIsBeyond = pairs.contains { abs($0.east) > limit }
        if firstIsBeyond != secondIsBeyond { return PairOrder(longitudeFirst: firstIsBeyond, isGuess: false) }
        if values.count(where: Self.isVectorOfR) * 2 > values.count {
            return PairOrder(longitudeFirst: true, isGuess: false)
        }
        if let longitudeIsNamedFirst, !firstIsBeyond {
            return PairOrder(longitudeFirst: longitudeIsNamedFirst, isGuess: false)
        }
        return PairOrder(longitudeFirst: false, isGuess: !firstIsBeyond)
    }

    /// The axis of the letters that nearly all values of a column have, as in 16.5N; nil without such letters.
    func axisByLetters(of column: Int) -> CoordinateAxis? {
        let values = values(of: column, limit: 100)
        guard !values.isEmpty else { return nil }
        func count(_ axis: CoordinateAxis) -> Int {
            values.count { text in
                if case .value = parser.degrees(text, axis: axis) { true } else { false }
            }
        }
        let (latitudes, longitudes) = (count(.latitude), count(.longitude))
        if latitudes * 20 >= values.count * 19, longitudes == 0 { return .latitude }
        return longitudes * 20 >= values.count * 19 && latitudes == 0 ? .longitude : nil
    }

    /// The tables of radio cells of Mozilla and OpenCelliD: a radio technology in the first of 14 columns.
    var areRadioCells: Bool {
        let technologies = Set(["GSM", "UMTS", "LTE", "CDMA", "NR", "NBIOT"].map { Array($0.utf8) })
        return !records.isEmpty
            && records.allSatisfy { $0.count >= 13 && technologies.contains($0[0]) }
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

    /// - Parameter mayBePolylines: the column is called so.
    func geometries(
        of column: Int, mayBePolylines: Bool, projection: GeometryProjection, isSwapped: Bool = false
    ) -> Geometries {
        let values = values(of: column)
        if mayBePolylines, !values.isEmpty {
            var sketch = GeometrySketch()
            let count = values.count { text in
                ByteRun.with(text) { (try? EncodedPolyline.read($0, 0..<$0.count, into: &sketch)) != nil }
            }
            if count * 2 > values.count {
                return Geometries(notation: .encodedPolyline, share: Double(count) / Double(values.count))
            }
        }
        let judged = values.compactMap {
            GeometryNotation.judge($0, projection: projection, isSwapped: isSwapped)
        }
        let counts = GeometryNotation.allCases.map { notation in judged.count { $0.notation == notation } }
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
            return Geometries()
        }
        let elsewhere = judged.count { $0.fault != nil && $0.fault != .empty }
        return Geometries(
            notation: GeometryNotation.allCases[index], share: Double(most) / Double(values.count),
            areElsewhere: elsewhere * 2 > values.count)
    }

    /// A column of references of the British National Grid, in which most are such.
    func britishReferences(of column: Int) -> Geometries {
        let values = values(of: column)
        var sketch = GeometrySketch()
        let count = values.count { text in
            ByteRun.with(text) { bytes in
                (try? BritishGrid.read(bytes, 0..<bytes.count, into: &sketch, projection: .named)) != nil
            }
        }
        guard count * 2 > values.count else { return Geometries() }
        return Geometries(notation: .britishGrid, share: Double(count) / Double(values.count))
    }

    /// The mark that most numbers of a table without columns of degrees have. Three digits behind a comma say nothing: they may
    /// be thousands.
    package var decimalMark: CSVDialect.DecimalMark {
        var (commas, points) = (0, 0)
        for value in records.joined() {
            let marks = value.indices.filter {
                value[$0] == UInt8(ascii: ",") || value[$0] == UInt8(ascii: ".")
            }
            let digits = value.dropFirst(value.first == UInt8(ascii: "-") ? 1 : 0)
            guard marks.count == 1, digits.count > 1,
                digits.enumerated().allSatisfy({
                    (0x30...0x39).contains($1) || digits.startIndex + $0 == marks[0]
                })
            else { continue }
            if value[marks[0]] == UInt8(ascii: ".") {
                points += 1
            } else if value.count - marks[0] != 4 {
                commas += 1
            }
        }
        return commas > points ? .comma : .point
    }

    /// The mark of the values of `columns`: a comma where at least one in twenty has one, since points are read beside commas.
    package func decimalMark(of columns: [Int]) -> CSVDialect.DecimalMark {
        let values = columns.flatMap { self.values(of: $0) }.filter(isNumber)
        let commas = values.count { $0.contains(UInt8(ascii: ",")) }
        let points = values.count { $0.contains(UInt8(ascii: ".")) }
        return commas > 0 && commas * 20 >= points ? .comma : .point
    }
}
