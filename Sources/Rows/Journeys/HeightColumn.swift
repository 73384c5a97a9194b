/// The column with the heights of rows, by its name.
struct HeightColumn {
    let number: Int
    let metersPerUnit: Double

    /// The first of columns whose name says so.
    init?(_ columns: [String]) {
        for (number, column) in columns.enumerated() {
            if let meters = Self.metersPerUnit(column) {
                (self.number, metersPerUnit) = (number, meters)
                return
            }
        }
        return nil
    }

    /// What a unit of a column of heights is in metres, such as `Elevation [ft]`, `altitudeMeters`, `gps_alt_m`; nil for others.
    private static func metersPerUnit(_ column: String) -> Double? {
        var words = words(of: column)
        if let first = words.first, first.hasPrefix("gps") { words[0] = String(first.dropFirst(3)) }
        words.removeAll(where: \.isEmpty)
        let unit = words.last.flatMap { units[$0] }
        if unit != nil { words.removeLast() }
        if words.count > 1, let last = words.last, levels.contains(last) { words.removeLast() }
        return words.count == 1 && names.contains(words[0]) ? unit ?? 1 : nil
    }

    /// In small letters: runs of letters and digits, of which a capital behind a small letter begins another.
    private static func words(of column: String) -> [String] {
        var words = [""]
        var isBehindSmall = false
        for letter in column {
            let isPart = letter.isLetter || letter.isNumber
            if !isPart || isBehindSmall && letter.isUppercase { words.append("") }
            if isPart { words[words.count - 1] += letter.lowercased() }
            isBehindSmall = letter.isLowercase
        }
        return words.filter { !$0.isEmpty }
    }

    private static let names: Set = [
        "alt", "altitude", "elevation", "ele", "height", "elev", "altmsl", "höhe", "hoehe",
    ]
    /// What heights are counted from.
    private static let levels: Set = ["msl", "amsl"]
    private static let units = [
        "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "ft": 0.3048, "foot": 0.3048,
        "feet": 0.3048,
    ]
}
