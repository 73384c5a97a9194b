/// Names of files that are typed on the screen, where only `:save` takes them: no other file is read once the program has
/// locked itself.
enum TypedFile {
    /// Whether a text is the name of a file rather than that of something else: `zones.geojson`, `~/zones`.
    static func isMeant(by text: String) -> Bool {
        guard !text.contains(where: { "<>=!'\"()".contains($0) }) else { return false }
        if text.hasPrefix("/") || text.hasPrefix("~/") || text.hasPrefix("./") || text.hasPrefix("../") {
            return true
        }
        guard let point = text.lastIndex(of: "."), point > text.startIndex else { return false }
        let ending = text[text.index(after: point)...]
        return (2...8).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
            && ending.contains(where: \.isLetter)
    }
}
