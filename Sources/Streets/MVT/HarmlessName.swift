/// Names from files of strangers.
enum HarmlessName {
    /// A name is at most this long, in scalars; a megabyte would be searched and measured for nothing.
    private static let lengthLimit = 120

    /// The name in one line, without control characters and marks that turn the direction of what follows.
    static func name(_ text: String) -> String {
        let plain = text.utf8.prefix(lengthLimit + 1)
        if plain.count <= lengthLimit, plain.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(lengthLimit) where isHarmless(scalar) {
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            false
        default: true
        }
    }
}
