/// A distance as people write it: `5km`, `20 mi`, `3 nm`, `800 m`, `5,5 km`, or a bare number in a given unit.
public struct DistanceText: Equatable, Sendable {
    /// 0 or more, finite.
    public let meters: Double
    /// The unit that was written, or the given one.
    public let unit: DistanceUnit

    /// Why a text is not a distance. The cases quote it, at most 40 characters of it.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// Not a number with a unit.
        case notADistance(String)
        /// A number with letters that are not a unit.
        case unknownUnit(String)
        /// Below 0.
        case negative(String)
        /// 1,204 may be 1.204 or 1204.
        case ambiguous(String)

        /// One line that quotes the text and names what was expected.
        public var description: String {
            switch self {
            case .notADistance(let text):
                "not a distance: \"\(text)\" (expected a number and km, mi, nm, m or ft, such as 5km)"
            case .unknownUnit(let unit): "unknown unit: \"\(unit)\" (expected km, mi, nm, m or ft)"
            case .negative(let text): "distance is negative: \"\(text)\" (expected 0 or more)"
            case .ambiguous(let text):
                "ambiguous comma: \"\(text)\" (expected a decimal point and no thousands separator)"
            }
        }
    }

    private static let longestQuote = 40

    /// - Parameter defaultUnit: the unit of a number that has none.
    public init(_ text: String, defaultUnit: DistanceUnit) throws(Failure) {
        let trimmed = Self.trimmed(text[...])
        let quote = String(trimmed.prefix(Self.longestQuote))
        let digits = trimmed.prefix { "0123456789+-.,".contains($0) }
        if Self.isAmbiguous(digits) { throw .ambiguous(quote) }
        guard let number = Self.number(digits) else { throw .notADistance(quote) }
        let name = Self.trimmed(trimmed[digits.endIndex...])
        if name.isEmpty {
            unit = defaultUnit
        } else if let named = DistanceUnit(name: String(name)) {
            unit = named
        } else if name.allSatisfy(\.isLetter) {
            throw .unknownUnit(String(name.prefix(Self.longestQuote)))
        } else {
            throw .notADistance(quote)
        }
        guard number >= 0 else { throw .negative(quote) }
        meters = number * unit.meters
        guard meters.isFinite else { throw .notADistance(quote) }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    /// A single comma with three digits after it, and what may be thousands before it.
    private static func isAmbiguous(_ text: Substring) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let isPlain = parts.count == 2 && parts[1].count == 3 && !text.contains(".")
        return isPlain && (1...3).contains(parts[0].count) && !parts[0].hasPrefix("0")
    }

    /// A decimal number: a single comma is a decimal mark like a point.
    private static func number(_ text: Substring) -> Double? {
        let marks = text.count { $0 == "," || $0 == "." }
        return marks > 1 ? nil : Double(String(text.map { $0 == "," ? "." : $0 }))
    }
}

// MARK: - Writing

extension DistanceUnit {
    /// `meters` for people, in this unit or a smaller one: "8.9 km", "340 m", "1,204 km", "0.3 mi", "210 ft".
    ///
    /// Below 1 km in metres, below a tenth of a mile in feet; one decimal below 100, unless it is 0.
    public func text(meters: Double) -> String {
        let unit = smallerUnit(for: meters) ?? self
        let value = meters / unit.meters
        guard value.isFinite, abs(value) < 1e15 else { return "– \(unit.symbol)" }
        let isSmall = unit == .meters || unit == .feet
        let tenths = Int((value * 10).rounded())
        if !isSmall, abs(tenths) < 1_000, tenths % 10 != 0 {
            let sign = tenths < 0 ? "-" : ""
            return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) \(unit.symbol)"
        }
        return "\(Self.grouped(Int(value.rounded()))) \(unit.symbol)"
    }

    /// Metres below what rounds to 1 km, feet below what rounds to a tenth of a mile.
    func smallerUnit(for meters: Double) -> DistanceUnit? {
        switch self {
        case .kilometers: meters < 999.5 ? .meters : nil
        case .miles: meters < 0.1 * self.meters ? .feet : nil
        case .nauticalMiles: meters < 0.1 * self.meters ? .meters : nil
        case .meters, .feet: nil
        }
    }

    /// With a comma between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
