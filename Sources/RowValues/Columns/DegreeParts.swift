import MapModel
import Streams

/// Columns that give the latitude and the longitude of a row in parts: degrees with minutes and seconds, and letters for the
/// hemispheres, such as `LatD,LatM,LatS,NS`.
package struct DegreeParts: Sendable, Equatable {
    /// The columns of a latitude or a longitude, counted from 0.
    package struct Angle: Sendable, Equatable {
        /// The column of degrees, or of degrees and minutes in one number.
        package var degrees: Int
        /// The column of minutes, 0 to 60.
        package var minutes: Int?
        /// The column of seconds, 0 to 60.
        package var seconds: Int?
        /// The column of letters or words for the hemisphere.
        package var hemisphere: Int?
        /// Numbers without a sign are south or west: the name of the column says so, as in `Longitude (W)`.
        package var isSouthOrWest: Bool
        /// The letter O is the west, as in `oeste`; false: the east, as in `Ost`; nil: nothing says which.
        package var isOWest: Bool?

        /// The columns of a latitude or a longitude.
        package init(
            degrees: Int, minutes: Int? = nil, seconds: Int? = nil, hemisphere: Int? = nil,
            isSouthOrWest: Bool = false, isOWest: Bool? = nil
        ) {
            (self.degrees, self.minutes) = (degrees, minutes)
            (self.seconds, self.hemisphere) = (seconds, hemisphere)
            (self.isSouthOrWest, self.isOWest) = (isSouthOrWest, isOWest)
        }

        /// All of them, the degrees first.
        package var columns: [Int] { [degrees, minutes, seconds, hemisphere].compactMap(\.self) }

        /// The same in a table whose columns have other numbers.
        package func mapped(_ number: (Int) -> Int) -> Angle {
            Angle(
                degrees: number(degrees), minutes: minutes.map(number), seconds: seconds.map(number),
                hemisphere: hemisphere.map(number), isSouthOrWest: isSouthOrWest,
                isOWest: isOWest)
        }
    }

    /// What the numbers in the columns of degrees are.
    package enum Form: Int, Sendable {
        /// Degrees.
        case degrees
        /// Degrees and minutes in one number, as NMEA writes them: 4722.614.
        case degreesAndMinutes
        /// Degrees, minutes and seconds in one number: 472236.8.
        case degreesMinutesAndSeconds
        /// Radians.
        case radians
    }

    /// The columns of the latitude.
    package var latitude: Angle
    /// The columns of the longitude.
    package var longitude: Angle
    /// What the numbers in both columns of degrees are.
    package var form: Form

    /// Columns of a latitude and a longitude.
    package init(latitude: Angle, longitude: Angle, form: Form = .degrees) {
        (self.latitude, self.longitude, self.form) = (latitude, longitude, form)
    }

    /// All columns, those of the latitude first.
    package var columns: [Int] { latitude.columns + longitude.columns }

    /// The columns of an axis.
    package func angle(_ axis: CoordinateAxis) -> Angle { axis == .latitude ? latitude : longitude }

    /// More than two columns of degrees.
    var isMore: Bool {
        columns.count > 2 || form != .degrees || latitude.isSouthOrWest || longitude.isSouthOrWest
            || longitude.isOWest != nil
    }

    /// The same with the columns of the latitude and the longitude exchanged.
    var swapped: DegreeParts { DegreeParts(latitude: longitude, longitude: latitude, form: form) }

    /// The same in a table whose columns have other numbers.
    package func mapped(_ number: (Int) -> Int) -> DegreeParts {
        DegreeParts(latitude: latitude.mapped(number), longitude: longitude.mapped(number), form: form)
    }
}

extension DegreeParts {
    /// Reads the latitude or longitude of a row.
    ///
    /// A sign and a letter must agree. Minutes and seconds are below 60, and only the last part has a fraction. An empty part
    /// is a missing coordinate, but for the letter of a number that has a sign.
    /// - Parameter text: the value of a column.
    package func degrees(
        _ axis: CoordinateAxis, decimalMark: CSVDialect.DecimalMark, text: (Int) -> [UInt8]
    ) -> ParsedDegrees {
        let angle = angle(axis)
        var number = Self.bare(text(angle.degrees))
        if axis == .longitude, angle.hemisphere == nil, let isOWest = angle.isOWest,
            let place = Self.letter("O", of: number)
        {
            number[place] = isOWest ? UInt8(ascii: "W") : UInt8(ascii: "E")
        }
        let first = signed(number, axis, decimalMark)
        guard case .value(let units) = first else { return first }
        let isNegative = units < 0 || number.first == UInt8(ascii: "-")
        var parts: [Int64] = [Int64(units.magnitude)]
        switch form {
        case .degrees, .radians: break
        case .degreesAndMinutes: parts = Self.split(parts[0], at: [100])
        case .degreesMinutesAndSeconds: parts = Self.split(parts[0], at: [10_000, 100])
        }
        for column in [angle.minutes, angle.seconds].compactMap(\.self) {
            let part = Self.bare(text(column))
            switch NumberParser(decimalMark: decimalMark).degrees(part, axis: axis) {
            case .missing: return .missing
            case .notANumber: return .notANumber
            // Each part may have the sign of the whole.
            case .value(let value):
                guard value >= 0 || isNegative else { return .notANumber }
                parts.append(Int64(value.magnitude))
            }
        }
        guard let magnitude = Self.sum(parts) else { return .notANumber }
        var isMinus = isNegative
        if let column = angle.hemisphere {
            let word = Self.bare(text(column))
            if word.withUnsafeBufferPointer(DegreeText.isMissing) {
                let hasSign = isNegative || magnitude == 0 || !(0x30...0x39).contains(number.first ?? 0)
                guard hasSign else { return .missing }
            } else {
                guard let isLetterMinus = Hemispheres.isMinus(word, axis, isOWest: angle.isOWest),
                    isLetterMinus || !isNegative
                else {
                    return .notANumber
                }
                isMinus = isLetterMinus
            }
        } else if angle.isSouthOrWest, Self.isUnsigned(number) {
            isMinus = true
        }
        return .value(isMinus ? -magnitude : magnitude)
    }

    /// Where a letter for the hemisphere stands, before or behind a number; nil where it does not.
    static func letter(_ letter: Unicode.Scalar, of number: [UInt8]) -> Int? {
        func isLetter(_ offset: Int) -> Bool { (0x41...0x5A).contains(number[offset] & 0xDF) }
        guard number.count > 1, number.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        let last = number.count - 1
        return [(last, last - 1), (0, 1)].first { place, beside in
            number[place] & 0xDF == UInt8(ascii: letter) && !isLetter(beside)
        }?.0
    }

    /// The text of a pair with an E or a W for an O that stands alone in it; nil without one, and with several.
    static func pair(_ text: UnsafeBufferPointer<UInt8>, isOWest: Bool) -> [UInt8]? {
        guard let place = letterAlone("O", in: text) else { return nil }
        var result = Array(text)
        result[place] = isOWest ? UInt8(ascii: "W") : UInt8(ascii: "E")
        return result
    }

    /// Where a letter stands alone in a text with digits; nil where it does not, or more than once.
    static func letterAlone(_ letter: Unicode.Scalar, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        func isLetter(_ offset: Int) -> Bool {
            text.indices.contains(offset) && (0x41...0x5A).contains(text[offset] & 0xDF)
        }
        let found = text.indices.filter {
            text[$0] & 0xDF == UInt8(ascii: letter) && !isLetter($0 - 1) && !isLetter($0 + 1)
        }
        return found.count == 1 && text.contains { (0x30...0x39).contains($0) } ? found[0] : nil
    }

    /// Whether a number has neither a sign nor a letter.
    static func isUnsigned(_ number: [UInt8]) -> Bool {
        (0x30...0x39).contains(number.first ?? 0)
            && !number.contains { (0x41...0x5A).contains($0 & 0xDF) }
    }

    /// The values of the columns of an axis in one line, for messages.
    package func text(_ axis: CoordinateAxis, text: (Int) -> [UInt8]) -> [UInt8] {
        Array(angle(axis).columns.map { Self.bare(text($0)) }.joined(separator: Array(" ".utf8)))
    }

    private func signed(
        _ text: [UInt8], _ axis: CoordinateAxis, _ decimalMark: CSVDialect.DecimalMark
    ) -> ParsedDegrees {
        guard form == .radians else {
            return NumberParser(decimalMark: decimalMark).degrees(text, axis: axis)
        }
        if text.withUnsafeBufferPointer(DegreeText.isMissing) { return .missing }
        let digits = text.map {
            decimalMark == .comma && $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0
        }
        guard let radians = JSONNumber.value(digits.span) else { return .notANumber }
        return PlaceRule.degrees(radians, unitsPerDegree: .pi / 180)
    }

    /// The digits of a number of units below each of some powers of ten, apart.
    private static func split(_ units: Int64, at powers: [Int64]) -> [Int64] {
        var (parts, rest) = ([Int64](), units)
        for power in powers {
            let part = rest / (power * NumberParser.unitsPerDegree)
            parts.append(part * NumberParser.unitsPerDegree)
            rest -= part * power * NumberParser.unitsPerDegree
        }
        return parts + [rest]
    }

    /// Degrees, minutes and seconds together; nil where minutes or seconds are 60 or more, and where a part before the last
    /// that is not 0 has a fraction.
    private static func sum(_ parts: [Int64]) -> Int64? {
        let unit = NumberParser.unitsPerDegree
        guard parts.count <= 3, parts.dropFirst().allSatisfy({ $0 < 60 * unit }) else { return nil }
        for index in parts.indices.dropLast() where parts[index] % unit != 0 {
            guard parts[(index + 1)...].allSatisfy({ $0 == 0 }) else { return nil }
        }
        let seconds =
            parts[0] * 3600 + (parts.count > 1 ? parts[1] * 60 : 0) + (parts.count > 2 ? parts[2] : 0)
        return (seconds + 1800) / 3600
    }

    /// A value without blanks, quotes and the marks of minutes and seconds around it.
    static func bare(_ text: [UInt8]) -> [UInt8] {
        var rest = text[...]
        while let first = rest.first, Self.margins.contains(first) { rest.removeFirst() }
        while true {
            if let last = rest.last, Self.margins.contains(last) {
                rest.removeLast()
            } else if rest.count > 3,
                rest.suffix(3).elementsEqual(Self.prime)
                    || rest.suffix(3).elementsEqual(Self.doublePrime)
            {
                rest.removeLast(3)
            } else {
                return Array(rest)
            }
        }
    }

    private static let margins = Array(" \t\"'".utf8)
    private static let prime = Array("′".utf8)
    private static let doublePrime = Array("″".utf8)
}

/// Letters and words for the hemispheres in columns of their own.
enum Hemispheres {
    private static let latitudes: [String: Bool] = {
        let plus = ["n", "north", "nord", "norte", "noord", "nb", "northern", "norr"]
        let minus = ["s", "south", "süd", "sud", "sued", "sur", "sul", "zuid", "zb", "southern", "söder"]
        return words(plus, minus)
    }()
    private static let longitudes: [String: Bool] = {
        let plus = ["e", "east", "ost", "est", "este", "leste", "oost", "eastern", "öst", "öster", "øst"]
        let minus = ["w", "west", "ouest", "oeste", "ovest", "western", "väst", "väster"]
        return words(plus, minus)
    }()

    private static func words(_ plus: [String], _ minus: [String]) -> [String: Bool] {
        Dictionary(
            uniqueKeysWithValues: plus.map { ($0, false) } + minus.map { ($0, true) })
    }

    /// Whether a letter or word means south or west; nil for one that is no hemisphere of the axis.
    ///
    /// - Parameter isOWest: what an O means; nil where it means nothing.
    static func isMinus(_ word: [UInt8], _ axis: CoordinateAxis, isOWest: Bool? = nil) -> Bool? {
        guard word.count <= 9 else { return nil }
        var text = String(decoding: word, as: UTF8.self).lowercased()
        if text.last == "." { text.removeLast() }
        if axis == .longitude, text == "o" { return isOWest }
        return axis == .latitude ? latitudes[text] : longitudes[text]
    }
}

extension AnglePair {
    /// The same of a text in which a lone O may be the west or the east; nil: it is neither.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>, isOWest: Bool?) {
        if let pair = AnglePair(bytes) {
            self = pair
        } else if let isOWest, bytes.count <= AnglePair.longest,
            let text = DegreeParts.pair(bytes, isOWest: isOWest),
            let pair = text.withUnsafeBufferPointer({ AnglePair($0) })
        {
            self = pair
        } else {
            return nil
        }
    }
}
