/// Text that does not appear when the value that holds it is printed.
struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    var description: String { "(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Removes a password from text.
struct PasswordStripper: Sendable {
    private let forms: [Secret]

    /// Shorter passwords cannot be distinguished from words and never appear in messages anyway.
    private static let shortest = 3

    init(_ password: String) {
        guard password.utf8.count >= Self.shortest else {
            forms = []
            return
        }
        let encoded = password.utf8.map { byte -> String in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte | 0x20 ^ 0x20)
            return isPlain || "-._~".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        forms = Set([password, encoded, encoded.uppercasedEscapes]).sorted { $0.utf8.count > $1.utf8.count }
            .map { Secret(value: $0) }
    }

    func stripped(_ text: String) -> String {
        forms.reduce(text) { $0.replacing($1.value, with: "***") }
    }
}

extension String {
    /// `%2f` as `%2F`.
    fileprivate var uppercasedEscapes: String {
        var result = ""
        var escape = 0
        for character in self {
            result += escape > 0 ? character.uppercased() : String(character)
            escape = character == "%" ? 2 : max(escape - 1, 0)
        }
        return result
    }
}
