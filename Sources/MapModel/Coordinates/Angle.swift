/// A latitude or longitude as it is written: decimals, or degrees with minutes and seconds; with a sign, or with
/// a letter for its hemisphere before or after it.
struct Angle: Equatable {
    /// Units of 1e-7 degrees, rounded to the nearest, halves away from zero; any size.
    let units: Int64
    /// The hemisphere of the letter; nil without one.
    let axis: CoordinateAxis?
    /// One to three: degrees, minutes, seconds.
    let partCount: Int

    /// Nil unless all tokens together are one angle.
    init?(_ tokens: ArraySlice<DegreeToken>) {
        var rest = tokens
        var letter = Self.takeLetter(&rest)
        guard case .number(let degrees) = rest.popFirst() else { return nil }
        var parts = [degrees.magnitude]
        var previous = degrees
        var hasWordForMinutes = false
        while true {
            let slot = parts.count - 1
            guard let mark = Self.takeMark(&rest, slot, afterWord: hasWordForMinutes) else { return nil }
            hasWordForMinutes = slot == 1 && mark == .word
            guard slot < 2, case .number(let next) = rest.first else {
                if mark == .colon { return nil }
                break
            }
            guard !previous.hasFraction, next.sign == nil, next.magnitude < 60 * DegreeScanner.unitsPerDegree
            else {
                return nil
            }
            rest.removeFirst()
            parts.append(next.magnitude)
            previous = next
        }
        if letter == nil { letter = Self.takeLetter(&rest) }
        // A sign and a letter together contradict each other or mean nothing.
        guard rest.isEmpty, letter == nil || degrees.sign == nil else { return nil }
        if parts.count == 1, let letter, let split = Self.splitDigits(degrees, letter.axis) { parts = split }
        let seconds =
            parts[0] * 3600 + (parts.count > 1 ? parts[1] * 60 : 0) + (parts.count > 2 ? parts[2] : 0)
        let magnitude = (seconds + 1800) / 3600
        units = degrees.sign == .minus || letter?.isNegative == true ? -magnitude : magnitude
        axis = letter?.axis
        partCount = parts.count
    }

    /// Degrees, minutes and seconds of one number without marks between them, as 432501S and 4722.614N are written; nil
    /// for another count of digits, and where minutes or seconds would be 60 or more.
    private static func splitDigits(_ number: DegreeToken.Number, _ axis: CoordinateAxis) -> [Int64]? {
        let isLongitude = axis == .longitude
        let unit = DegreeScanner.unitsPerDegree
        let parts: [Int64]
        switch number.wholeDigits {
        case 4, isLongitude ? 5 : 4:
            let degrees = number.magnitude / (100 * unit)
            parts = [degrees * unit, number.magnitude - degrees * 100 * unit]
        case 6, isLongitude ? 7 : 6:
            let degrees = number.magnitude / (10_000 * unit)
            let rest = number.magnitude - degrees * 10_000 * unit
            let minutes = rest / (100 * unit)
            parts = [degrees * unit, minutes * unit, rest - minutes * 100 * unit]
        default: return nil
        }
        return parts.dropFirst().allSatisfy { $0 < 60 * unit } ? parts : nil
    }

    /// A decimal number alone.
    ///
    /// - Parameter axis: what it is labelled as; nil without a label.
    init(_ number: DegreeToken.Number, axis: CoordinateAxis? = nil) {
        units = number.units
        self.axis = axis
        partCount = 1
    }

    /// Degrees of a known axis, in units of 1e-7.
    init(units: Int64, axis: CoordinateAxis) {
        (self.units, self.axis, partCount) = (units, axis, 1)
    }

    private static func takeLetter(_ tokens: inout ArraySlice<DegreeToken>) -> DegreeToken.Hemisphere? {
        switch tokens.first {
        case .hemisphere(let hemisphere):
            tokens.removeFirst()
            return hemisphere
        case .lowercaseS:
            tokens.removeFirst()
            return .south
        default: return nil
        }
    }

    private enum Mark {
        case none, sign, word, colon
    }

    /// The mark after a number, which may be left out; nil when it is the mark of another part.
    private static func takeMark(_ tokens: inout ArraySlice<DegreeToken>, _ slot: Int, afterWord: Bool)
        -> Mark?
    {
        switch tokens.first {
        case .mark(let own, let isWord):
            guard own.rawValue == slot else { return nil }
            tokens.removeFirst()
            return isWord ? .word : .sign
        case .colon:
            guard slot < 2 else { return nil }
            tokens.removeFirst()
            return .colon
        case .lowercaseS where slot == 2 && afterWord:
            tokens.removeFirst()
            return .word
        default: return Mark.none
        }
    }
}
