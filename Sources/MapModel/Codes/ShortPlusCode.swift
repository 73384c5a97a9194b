/// A plus code without its first digits, and the name of the place near which it lies: `9G8F+6X Zürich`.
///
/// Source: Google, "Open Location Code specification", 2021.
public struct ShortPlusCode: Equatable, Sendable {
    /// The digits that are given, with `+`.
    public let digits: String
    /// What follows them: the name of a place, or nothing.
    public let place: String

    /// Nil for text that does not begin with a short plus code.
    public init?(_ text: String) {
        var text = text
        let parts: (String, String)? = text.withUTF8 { buffer in
            let bytes = buffer[...].drop { $0 <= 0x20 }
            let end = bytes.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? bytes.endIndex
            guard Self.isShort(UnsafeBufferPointer(rebasing: bytes[..<end])) else { return nil }
            let rest = bytes[end...].drop { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
            return (String(decoding: bytes[..<end], as: UTF8.self), String(decoding: rest, as: UTF8.self))
        }
        guard let (digits, place) = parts else { return nil }
        self.digits = digits
        self.place = place
    }

    /// Whether a text is 2, 4 or 6 digits, `+`, and 2 to 7 more digits or none; a name may follow.
    static func isShort(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let code = text.prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        guard let plus = code.firstIndex(of: PlusCode.plus), plus == 2 || plus == 4 || plus == 6 else {
            return false
        }
        let after = code.count - plus - 1
        return after != 1 && after <= PlusCode.mostDigits - PlusCode.digitsBeforePlus
            && code.allSatisfy { $0 == PlusCode.plus || PlusCode.digit($0) != nil }
            && code.count { $0 == PlusCode.plus } == 1
    }

    /// The full plus code whose cell is the nearest of all that end so.
    ///
    /// - Parameter reference: the place, within half of what the missing digits span (50 km for four of them).
    public func recovered(near reference: Coordinate) -> String? {
        let given = Array(digits.utf8)
        guard let plus = given.firstIndex(of: PlusCode.plus) else { return nil }
        let missing = PlusCode.digitsBeforePlus - plus
        let prefix = PlusCode(reference, digitCount: 10).text.utf8.prefix(missing)
        guard let first = try? (Array(prefix) + given).withUnsafeBufferPointer(PlusCode.init) else {
            return nil
        }
        let span = missing == 2 ? 20.0 : missing == 4 ? 1 : 0.05
        var middle = first.box.middle
        if reference.latitude + span / 2 < middle.latitude, middle.latitude - span >= -90 {
            middle.latitude -= span
        } else if reference.latitude - span / 2 > middle.latitude, middle.latitude + span <= 90 {
            middle.latitude += span
        }
        if reference.longitude + span / 2 < middle.longitude {
            middle.longitude -= span
        } else if reference.longitude - span / 2 > middle.longitude {
            middle.longitude += span
        }
        middle.longitude = Coordinate.wrapped(longitude: middle.longitude)
        return PlusCode(middle, digitCount: first.digitCount).text
    }
}
