import MapModel
import RowValues

/// The names of columns with codes of cells and squares.
enum CodeColumnNames {
    private static let names: [(CodeNotation, String)] = [
        (.geohash, "geohash gh ghash geohashes"),
        (.mgrs, "mgrs usng mgrscoordinates mgrscoordinate"),
        (.plusCode, "pluscode olc pluscodes openlocationcode"),
        (.h3, "h3 h3index hexid h3cell h3id hex h3hex"),
        (.s2, "s2 s2token s2cell s2id s2cellid"),
        (.quadkey, "quadkey quadkeys"),
        (.maidenhead, "maidenhead gridsquare grid locator qth qthlocator"),
        (.utm, "utm utmcoordinates"),
    ]

    /// The notation whose columns are called so, but for numbers and words of their own: `h3_07`, `pickup_h3`.
    static func notation(of name: String) -> CodeNotation? {
        guard name.utf8.count <= PlaceWords.longestName else { return nil }
        let folded = ColumnNames.folded(name)
        let letters = String(folded.reversed().drop { $0.isNumber }.reversed())
        if let found = notation(named: folded) ?? notation(named: letters) { return found }
        let words = PlaceWords.words(name)
        return words.lazy.compactMap {
            $0.count > 1 && $0 != "hex" && $0 != "grid" ? notation(named: $0) : nil
        }.first
    }

    private static func notation(named name: String) -> CodeNotation? {
        names.first { $0.1.split(separator: " ").contains { $0 == name } }?.0
    }
}
