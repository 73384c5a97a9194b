import Streams

/// Numbers as people read them, the same in every locale.
extension Int {
    /// "1 row", "2,000 rows".
    package func counted(_ noun: String) -> String { grouped + " " + noun + (self == 1 ? "" : "s") }

    /// "1 fix", "2,000 fixes".
    package func counted(_ one: String, _ many: String) -> String { grouped + " " + (self == 1 ? one : many) }

    /// "1st", "22nd", "113th".
    package var ordinal: String {
        let isTeen = (11...13).contains(magnitude % 100)
        return grouped + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][magnitude % 10] ?? "th")
    }

    /// With a comma between thousands.
    package var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }
}

extension Double {
    /// With at most `digits` decimals, none of them a zero at the end.
    package func trimmed(_ digits: Int) -> String {
        var text = fixed(digits)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// With exactly `digits` decimals, at most nine, rounded half away from zero; no negative zero.
    package func fixed(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        let scaled = (self * scale).rounded()
        guard scaled.isFinite, abs(scaled) < 1e18 else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
        let number = Int(scaled)
        let text = String(number.magnitude)
        let padded = String(repeating: "0", count: Swift.max(digits + 1 - text.count, 0)) + text
        let sign = number < 0 ? "-" : ""
        if digits == 0 { return sign + padded }
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
