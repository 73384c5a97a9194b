import MapModel
import Streams

/// Whether values are parts of angles: minutes, letters for hemispheres.
extension ColumnSample {
    /// Shares are of the values that are there.
    private static func most(_ count: Int, of all: Int) -> Bool { all > 0 && count * 20 >= all * 19 }

    /// Numbers of a column whose marks may be those of degrees, minutes and seconds; nil for what is no number.
    private func numbers(of column: Int) -> [Double?] {
        values(of: column).map { text in
            let bare = DegreeParts.bare(text).map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
            return Double(String(decoding: bare, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
                ?? degrees(bare)
        }
    }

    private func degrees(_ text: [UInt8]) -> Double? {
        guard case .value(let units) = NumberParser(decimalMark: .point).degrees(text, axis: .longitude)
        else { return nil }
        return Double(units) / Double(NumberParser.unitsPerDegree)
    }

    /// Of a column whose name says what it is, most values must be so; else nearly all. The others are errors, and skipped.
    private static func enough(_ count: Int, of all: Int, isNamed: Bool) -> Bool {
        count > 0 && (isNamed ? count * 2 > all : count * 10 >= all * 9)
    }

    /// Enough values of a column are numbers whose magnitude is below a limit.
    func areParts(_ column: Int, below limit: Double, isNamed: Bool = false) -> Bool {
        let all = numbers(of: column)
        let count = all.count { $0.map { $0.magnitude < limit } == true }
        return Self.enough(count, of: all.count, isNamed: isNamed)
    }

    /// Nearly all values of a column are whole numbers, also such as 47.0.
    func areWhole(_ column: Int) -> Bool {
        let all = numbers(of: column)
        return all.count { $0.map { $0 == $0.rounded() } == true } * 10 >= all.count * 9
    }

    /// Enough values of a column are letters or words for the hemispheres of an axis.
    func areHemispheres(
        _ column: Int, _ axis: CoordinateAxis, isNamed: Bool = false, isOWest: Bool? = nil
    ) -> Bool {
        func count(_ values: [[UInt8]]) -> Int {
            values.count { Hemispheres.isMinus(DegreeParts.bare($0), axis, isOWest: isOWest) != nil }
        }
        // Nearly all columns are something else.
        guard count(values(of: column, limit: 3)) > 0 else { return false }
        let all = values(of: column)
        return Self.enough(count(all), of: all.count, isNamed: isNamed)
    }

    /// Some letter or word of a column means south or west.
    func hasMinus(_ column: Int, _ axis: CoordinateAxis, isOWest: Bool? = nil) -> Bool {
        values(of: column).contains {
            Hemispheres.isMinus(DegreeParts.bare($0), axis, isOWest: isOWest) == true
        }
    }

    /// Whether an O among letters for the hemispheres is the west, as beside an E, or the east, as beside a W; nil beside
    /// neither, and beside both.
    func isOWest(_ column: Int) -> Bool? {
        let others = Set(
            values(of: column).compactMap { Hemispheres.isMinus(DegreeParts.bare($0), .longitude) })
        return others.count == 1 ? others.first.map { !$0 } : nil
    }

    /// All letters of a column are an O.
    func areAllO(_ column: Int) -> Bool {
        let all = values(of: column)
        return !all.isEmpty && all.allSatisfy { [[0x4F], [0x6F]].contains(DegreeParts.bare($0)) }
    }

    /// Whether an O before or behind the numbers of a column is the west, as beside an E, or the east, as beside a W; `byName` where
    /// neither decides, nil where no number has one.
    func isOWest(inNumbers column: Int, byName: Bool?) -> Bool? {
        let all = values(of: column).map(DegreeParts.bare)
        func has(_ letter: Unicode.Scalar) -> Bool {
            all.contains { DegreeParts.letter(letter, of: $0) != nil }
        }
        guard has("O") else { return nil }
        let (east, west) = (has("E"), has("W"))
        return east == west ? byName : east
    }

    /// The same of a column with both coordinates.
    func isOWest(inPairs column: Int, byName: Bool?) -> Bool? {
        let all = values(of: column, limit: 1_000)
        func has(_ letter: Unicode.Scalar) -> Bool {
            all.contains { text in
                text.withUnsafeBufferPointer { DegreeParts.letterAlone(letter, in: $0) } != nil
            }
        }
        guard has("O") else { return nil }
        let (east, west) = (has("E"), has("W"))
        return east == west ? byName : east
    }

    /// Whether letters say more than the numbers beside them: not where these have letters themselves, or signs that say the same,
    /// or signs that say something else.
    func needsLetters(
        _ numbers: Int, in letters: Int, _ axis: CoordinateAxis, isOWest: Bool? = nil
    ) -> Bool {
        var (count, against, minus, signed) = (0, 0, 0, 0)
        for fields in records where max(numbers, letters) < fields.count {
            let number = DegreeParts.bare(fields[numbers])
            guard let first = number.first, let last = number.last,
                let isMinus = Hemispheres.isMinus(
                    DegreeParts.bare(fields[letters]), axis, isOWest: isOWest)
            else { continue }
            count += 1
            let isNegative = first == UInt8(ascii: "-")
            let isLetter = [first, last].contains { (0x41...0x5A).contains($0 & 0xDF) }
            if isLetter || isNegative && !isMinus { against += 1 }
            if isMinus { minus += 1 }
            if isMinus, isNegative { signed += 1 }
        }
        return against * 4 <= count && !(minus > 0 && signed == minus)
    }

    /// All numbers of a column are without a sign and a letter, and nearly all values are numbers.
    func areUnsigned(_ column: Int) -> Bool {
        let all = values(of: column)
        let numbers = all.filter(isNumber).map(DegreeParts.bare)
        return Self.most(numbers.count, of: all.count) && numbers.allSatisfy(DegreeParts.isUnsigned)
    }

    /// Most values are three numbers or more with nothing but blanks between them.
    func areSeparated(_ column: Int) -> Bool {
        let all = values(of: column, limit: 100)
        let count = all.count { text in
            text.allSatisfy { (0x30...0x39).contains($0) || " \t.+-".utf8.contains($0) }
                && text.split { $0 <= 0x20 }.count > 2
        }
        return count * 2 > all.count
    }

    /// What the numbers beside letters for hemispheres are, where they are no degrees: ddmm.mmm or ddmmss; nil for degrees.
    func form(latitude: Int, longitude: Int) -> DegreeParts.Form? {
        let north = numbers(of: latitude).compactMap { $0?.magnitude }
        let east = numbers(of: longitude).compactMap { $0?.magnitude }
        guard !north.isEmpty, !east.isEmpty else { return nil }
        let areFar = north.count { $0 > 90 } * 2 > north.count || east.count { $0 > 180 } * 2 > east.count
        guard areFar || (areZeroed(latitude, 4) && areZeroed(longitude, 5)) else { return nil }
        func fit(_ limit: Double, _ parts: [Double]) -> Bool {
            func fits(_ number: Double, _ limit: Double) -> Bool {
                number <= limit && parts.allSatisfy { number.truncatingRemainder(dividingBy: $0) < $0 * 0.6 }
            }
            return Self.most(north.count { fits($0, 90 * limit) }, of: north.count)
                && Self.most(east.count { fits($0, 180 * limit) }, of: east.count)
        }
        if fit(100, [100]) { return .degreesAndMinutes }
        return fit(10_000, [10_000, 100]) ? .degreesMinutesAndSeconds : nil
    }

    /// Nearly all numbers of a column have so many digits before a point, which zeros fill, as NMEA writes 0012.5.
    private func areZeroed(_ column: Int, _ digits: Int) -> Bool {
        let all = values(of: column)
        let count = all.count { text in
            let bare = DegreeParts.bare(text)
            return bare.prefix { (0x30...0x39).contains($0) }.count == digits
                && bare.dropFirst(digits).first == UInt8(ascii: ".")
        }
        return Self.most(count, of: all.count)
    }
}
