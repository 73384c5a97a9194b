/// The texts of an array of JSON such as `["203.0.113.9","10.0.0.7"]`, by which some logs say who asked, and for whom.
package struct AddressArray {
    /// Its first texts, as they are written.
    package private(set) var texts: [Substring] = []

    /// A proxy adds one, a stranger may add thousands.
    private static let limit = 32

    /// Nil for a value that is no array of texts, such as `[2001:db8::7]:443`.
    package init?(_ value: some StringProtocol) {
        let text = Substring(value)
        var rest = text.dropFirst().drop(while: Self.isBlank)
        guard text.first == "[", rest.first == "\"" else { return nil }
        while rest.first == "\"", texts.count < Self.limit {
            rest = rest.dropFirst()
            guard let end = Self.end(of: rest) else { return nil }
            texts.append(rest[..<end])
            rest = rest[end...].dropFirst().drop(while: Self.isBlank)
            guard rest.first == "," else { break }
            rest = rest.dropFirst().drop(while: Self.isBlank)
        }
    }

    /// The quote that ends a text; one behind a backslash belongs to it.
    private static func end(of text: Substring) -> Substring.Index? {
        var isEscaped = false
        for index in text.indices {
            if text[index] == "\"", !isEscaped { return index }
            isEscaped = text[index] == "\\" && !isEscaped
        }
        return nil
    }

    private static func isBlank(_ character: Character) -> Bool { character.isWhitespace }

    /// Whether a value is an address, or an array that begins with one.
    package static func isAddress(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        if NetworkAddress(value) != nil { return true }
        guard value.count > 2, value[0] == UInt8(ascii: "["),
            let array = AddressArray(String(decoding: value, as: UTF8.self))
        else { return false }
        return array.texts.first.map { NetworkAddress($0) != nil } ?? false
    }
}
