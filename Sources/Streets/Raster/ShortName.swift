/// Names of streets as maps shorten them: the first or the last word, where the whole is long.
///
/// Only for labels on the map: searches, details and the status line use the full name.
enum ShortName {
    /// Names up to this length stay as they are.
    private static let longestWhole = 14

    static func of(_ name: String) -> String {
        guard name.count > longestWhole else { return name }
        var words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if words.count > 1, let short = table[words[0]] {
            words[0] = short
        } else if words.count > 1, let last = words.last, let short = table[last] {
            words[words.count - 1] = short
        } else if let last = words.last, last.hasSuffix("straße"), last.count > 6 {
            words[words.count - 1] = last.dropLast(6) + "str."
        }
        return words.joined(separator: " ")
    }

    private static let table: [String: String] = [
        // English
        "Street": "St", "Avenue": "Ave", "Boulevard": "Blvd", "Alley": "Aly", "Place": "Pl", "Square": "Sq",
        "Highway": "Hwy", "Freeway": "Fwy", "Drive": "Dr", "Court": "Ct", "Terrace": "Ter", "Road": "Rd",
        "Lane": "Ln", "Expressway": "Expy", "Parkway": "Pkwy",
        // German
        "Straße": "Str.", "Strasse": "Str.",
        // Italian
        "Piazzale": "P.le", "Piazza": "P.za", "Viale": "V.le", "Lungarno": "L.no", "Borgo": "B.go",
        "Corso": "C.so",
        // French
        "Faubourg": "Fbg", "Quai": "Q.", "Allée": "All.", "Chemin": "Ch.",
        // Spanish and Portuguese
        "Avenida": "Avda.", "Calle": "C.", "Carrer": "C.", "Plaza": "Pza.", "Praça": "Pça.", "Rua": "R.",
    ]
}
