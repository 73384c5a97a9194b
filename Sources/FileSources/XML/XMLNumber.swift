import RowValues

/// Numbers that are all of a text of XML, in JSON's notation; a decimal comma, as programs in some locales write it, is read, too.
enum XMLNumber {
    /// Nil for what is no number.
    static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        JSONNumber.value(text.span) ?? withPoint(text).flatMap { JSONNumber.value($0.span) }
    }

    /// The number with a point in place of its comma; nil where it has none, or is no number.
    static func withPoint(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        var number = Array(text)
        number[comma] = UInt8(ascii: ".")
        return JSONNumber.value(number.span) == nil ? nil : number
    }
}
