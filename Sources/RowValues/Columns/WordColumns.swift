/// Finds the columns of words that people search for, by the values of the first records.
struct WordColumns {
    private static let valueLimit = 100
    private static let booleans: Set = ["true", "false", "yes", "no", "t", "f", "y", "n"]
    private static let months: Set = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let zones: Set = [
        "africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "europe", "etc",
        "indian",
        "pacific",
    ]
    private static let shapes: Set = [
        "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection",
    ]

    let sample: ColumnSample

    /// Most values contain letters and are not numbers, dates, truth values, web addresses, time zones or
    /// shapes.
    func isSearched(_ column: Int) -> Bool {
        let values = sample.values(of: column, limit: Self.valueLimit)
        return !values.isEmpty && values.count(where: isWords) * 2 > values.count
    }

    /// Those of `columns` that are columns of words.
    func areSearched(_ columns: [Int]) -> [Int] { columns.filter(isSearched) }

    private func isWords(_ value: [UInt8]) -> Bool {
        if Self.isPlain(value) { return true }
        let text = String(decoding: value.prefix(200), as: UTF8.self).lowercased()
        let words = text.split { !$0.isLetter }
        guard let first = words.first, !sample.isNumber(value) else { return false }
        if Self.booleans.contains(text) || text.contains("://") || text.hasPrefix("www.") { return false }
        if Self.zones.contains(String(first)), text.hasPrefix(first + "/") { return false }
        if Self.shapes.contains(String(first)), text.contains("(") { return false }
        return !isNumeral(text, words) && !isDate(text, words)
    }

    /// Letters and single marks between them that no number, date, address or shape has, longer than any other word
    /// that is none.
    private static func isPlain(_ value: [UInt8]) -> Bool {
        guard value.count > 12 else { return false }
        var isAfterLetter = false
        for byte in value {
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            let isMark = byte == 0x20 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            guard isLetter || isAfterLetter && isMark else { return false }
            isAfterLetter = isLetter
        }
        return true
    }

    /// 1.5e-7, 0xFF
    private func isNumeral(_ text: String, _ words: [Substring]) -> Bool {
        Double(text) != nil
    }

    /// 2024-05-01T10:00:00Z, 1 May 2024, Tue May 1 2024
    private func isDate(_ text: String, _ words: [Substring]) -> Bool {
        guard text.contains(where: \.isNumber) else { return false }
        if text.first?.isNumber == true, words.allSatisfy({ ["t", "z", "utc", "gmt"].contains($0) }) {
            return true
        }
        return words.count <= 2
            && words.contains { Self.months.contains(String($0.prefix(3))) && $0.count <= 9 }
            && text.split { !$0.isNumber }.count >= 2
    }
}
