/// Names of cells and squares, which are no coordinates yet: told from other text by the name of their column.
struct PlaceCodes {
    /// The folded names of columns with such codes.
    private let names: Set<String>
    /// What they are called, with a verb.
    let words: String
    private let letters: ClosedRange<Int>
    private let alphabet: Set<UInt8>

    private static let notations = [
        PlaceCodes(
            "geohash gh ghash geohashes", "geohashes are", 1...12,
            "0123456789bcdefghjkmnpqrstuvwxyzBCDEFGHJKMNPQRSTUVWXYZ"),
        PlaceCodes(
            "mgrs usng mgrscoordinates mgrscoordinate", "MGRS is", 3...24,
            "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ "),
        PlaceCodes(
            "pluscode olc pluscodes openlocationcode", "plus codes are", 4...18, "23456789CFGHJMPQRVWX0+"),
        PlaceCodes("h3 h3index hexid h3cell h3id", "H3 cells are", 15...16, "0123456789abcdefABCDEF"),
        PlaceCodes("s2 s2token s2cell s2id s2cellid", "S2 cells are", 1...20, "0123456789abcdefABCDEF"),
        PlaceCodes("quadkey quadkeys", "quadkeys are", 1...31, "0123"),
        PlaceCodes(
            "maidenhead gridsquare grid locator qth", "Maidenhead squares are", 4...12,
            "0123456789abcdefghijklmnopqrstuvwxABCDEFGHIJKLMNOPQRSTUVWX"),
        PlaceCodes(
            "utm utmcoordinates", "UTM references are", 5...32, "0123456789.,ABCDEFGHJKLMNPQRSTUVWXZmEN "),
    ]

    private init(_ names: String, _ words: String, _ letters: ClosedRange<Int>, _ alphabet: String) {
        self.names = Set(names.split(separator: " ").map(String.init))
        self.words = words
        self.letters = letters
        self.alphabet = Set(alphabet.utf8)
    }

    /// The notation whose columns are called so, but for a number behind it: `h3_07`.
    static func notation(named name: String) -> PlaceCodes? {
        let letters = String(name.reversed().drop { $0.isNumber }.reversed())
        return notations.first { $0.names.contains(name) || $0.names.contains(letters) }
    }

    /// Whether a value may be such a code.
    func fits(_ value: [UInt8]) -> Bool {
        letters.contains(value.count) && value.allSatisfy(alphabet.contains)
    }
}
