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
        let seconds =
            parts[0] * 3600 + (parts.count > 1 ? parts[1] * 60 : 0) + (parts.count > 2 ? parts[2] : 0)
        let magnitude = (seconds + 1800) / 3600
        units = degrees.sign == .minus || letter?.isNegative == true ? -magnitude : magnitude
        axis = letter?.axis
        partCount = parts.count
    }

    /// A decimal number alone.
    init(_ number: DegreeToken.Number) {
        units = number.units
        axis = nil
        partCount = 1
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
