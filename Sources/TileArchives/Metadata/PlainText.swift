/// The text of a piece of HTML in one line: no tags, entities decoded, no characters that control or reorder
/// others, single spaces.
struct PlainText {
    /// Unicode scalars; what is longer ends with "…".
    static let limit = 500
    private static let readLimit = 1 << 16
    private static let longestEntity = 10

    private(set) var text = ""
    private var count = 0
    private var isSpaceDue = false

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®",
        "trade": "™", "mdash": "—", "ndash": "–", "middot": "·", "bull": "•", "hellip": "…",
    ]

    /// Reads no more than the first `readLimit` scalars.
    init(html: String) {
        var rest = html.unicodeScalars.prefix(Self.readLimit)
        while let scalar = rest.popFirst(), count <= Self.limit {
            if scalar == "<", let next = rest.first, Self.beginsTag(next) {
                Self.skipTag(&rest)
            } else if scalar == "&", let (decoded, length) = Self.entity(rest) {
                rest = rest.dropFirst(length)
                append(decoded)
            } else {
                append(scalar)
            }
        }
        guard count > Self.limit else { return }
        text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.limit - 1))) + "…"
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .format, .surrogate, .privateUse, .unassigned: return
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isSpaceDue = count > 0
        default:
            if isSpaceDue { text += " " }
            count += isSpaceDue ? 2 : 1
            isSpaceDue = false
            text.unicodeScalars.append(scalar)
        }
    }

    /// Otherwise `<` is a character.
    private static func beginsTag(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "/" || scalar == "!" || scalar == "?" || scalar.isASCII && scalar.properties.isAlphabetic
    }

    /// Skips to the `>` outside of quotes, or all.
    private static func skipTag(_ rest: inout Substring.UnicodeScalarView) {
        var quote: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == ">" {
                return
            }
        }
    }

    /// The character of the entity after an `&`, and the length of what follows the `&`.
    private static func entity(
        _ rest: Substring.UnicodeScalarView
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        let name = rest.prefix(longestEntity).prefix { $0 != ";" }
        guard !name.isEmpty, rest.dropFirst(name.count).first == ";" else { return nil }
        let word = String(name)
        let scalar =
            if word.hasPrefix("#x") || word.hasPrefix("#X") {
                UInt32(word.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            } else if word.hasPrefix("#") {
                UInt32(word.dropFirst()).flatMap(Unicode.Scalar.init)
            } else {
                entities[word]
            }
        return scalar.map { ($0, name.count + 1) }
    }
}
