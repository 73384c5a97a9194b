/// Words that names have whole or short: Saint and St, Mount and Mt, Fort and Ft.
enum ShortWords {
    private static let shorts: [(word: [UInt8], short: [UInt8])] = [
        ("sainte", "ste"), ("saint", "st"), ("sankt", "st"), ("sint", "st"), ("mount", "mt"), ("fort", "ft"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    /// A name with its short words; nil where it has none of them. Case and other words stay.
    static func shortened(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var result: [UInt8]?
        var copied = 0
        var offset = 0
        while offset < name.count {
            guard offset == 0 || !isLetter(name[offset - 1]), let (word, short) = short(name, at: offset)
            else {
                offset += 1
                continue
            }
            result = (result ?? []) + name[copied..<offset] + short
            offset += word.count
            copied = offset
        }
        return result.map { $0 + name[copied...] }
    }

    /// The words of a query with their short forms; nil where it has none of them.
    static func shortened(_ terms: [SearchTerm]) -> [SearchTerm]? {
        var isChanged = false
        let result = terms.map { term in
            guard let short = shorts.first(where: { $0.word == term.typed })?.short else { return term }
            isChanged = true
            return SearchTerm(short.map { SearchPattern.Byte(byte: $0) })
        }
        return isChanged ? result : nil
    }

    private static func short(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> (
        word: [UInt8], short: [UInt8]
    )? {
        switch name[offset] | 0x20 {
        case UInt8(ascii: "s"), UInt8(ascii: "m"), UInt8(ascii: "f"):
            shorts.first { word, _ in
                let end = offset + word.count
                return end <= name.count && (end == name.count || !isLetter(name[end]))
                    && zip(word, name[offset..<end]).allSatisfy { $0 == $1 | 0x20 }
            }
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
