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
        let all = [password, password.percentEncoded(), password.percentEncoded(isUppercase: false)]
        forms = Set(all).sorted { $0.utf8.count > $1.utf8.count }.map { Secret(value: $0) }
    }

    func stripped(_ text: String) -> String {
        forms.reduce(text) { $0.replacing($1.value, with: "***") }
    }
}

extension String {
    /// The text for an address, with `%2F` for everything but letters, digits and a few signs.
    func percentEncoded(isUppercase: Bool = true) -> String {
        utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            return isPlain || "-._~".utf8.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: isUppercase)
        }.joined()
    }
}
