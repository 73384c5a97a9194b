import MapModel

/// The forms in which a town may be known, from its name as it is written.
enum TownForms {
    /// With words written short or in full: one of them, then all; ä, ö and ü for ae, oe and ue.
    static func shortForms(of name: FoldedName) -> [FoldedName] {
        let words = name.words
        var forms: [FoldedName] = []
        for (place, word) in words.enumerated() {
            for other in ShortForms.words(for: word) {
                forms.append(FoldedName(words: words[..<place] + [other[...]] + words[(place + 1)...]))
            }
        }
        if forms.count > 1, words.count > 1 {
            let all = words.map { ShortForms.words(for: $0).first?[...] ?? $0 }
            let whole = FoldedName(words: all)
            if !forms.contains(whole) { forms.append(whole) }
        }
        if let vowels = withoutUmlauts(name) { forms.append(vowels) }
        return forms
    }

    /// What stands before a bracket, between marks, in the bracket, or has no digits.
    ///
    /// - Parameter isArea: whether a text is the name of a region; behind a mark it says where the town is.
    static func parts(
        of text: String, _ name: FoldedName, where isArea: (FoldedName) -> Bool
    ) -> [FoldedName] {
        let bytes = Array(text.utf8)
        var parts: [FoldedName] = []
        func add(_ part: FoldedName) {
            if !part.isEmpty, part != name, !parts.contains(part) { parts.append(part) }
        }
        let bare = withoutBrackets(bytes)
        if bare.count < bytes.count { add(FoldedName(folding: bare)) }
        for (place, piece) in pieces(of: bare).enumerated() {
            let piece = FoldedName(folding: piece)
            if place == 0 || !isArea(piece) { add(piece) }
        }
        if let open = bytes.firstIndex(of: UInt8(ascii: "(")) {
            let inner = FoldedName(folding: bytes[(open + 1)...].prefix { $0 != UInt8(ascii: ")") })
            if inner.count > 3 { add(inner) }
        }
        let words = name.words.filter { word in !word.contains { (0x30...0x39).contains($0) } }
        if words.count < name.words.count { add(FoldedName(words: words)) }
        return parts
    }

    /// With or without words such as City.
    static func genericForms(of name: FoldedName) -> [FoldedName] {
        let shorter = ShortForms.generic.flatMap { word in
            [name.dropping(suffix: word), name.dropping(prefix: word)].compactMap { $0 }
        }
        return shorter + [FoldedName(bytes: name.bytes + Array(" city".utf8))]
    }

    /// The text before the last comma or bracket and what follows it; nil where one of them is empty.
    static func headAndTail(of text: String) -> (head: String, tail: String)? {
        guard let mark = text.utf8.lastIndex(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "(") })
        else {
            return nil
        }
        let (head, tail) = (String(text[..<mark]), String(text[text.utf8.index(after: mark)...]))
        return BlankText.isBlank(head) || BlankText.isBlank(tail) ? nil : (head, tail)
    }

    private static func withoutUmlauts(_ name: FoldedName) -> FoldedName? {
        var bytes: [UInt8] = []
        for byte in name.bytes {
            let isSecond = byte == UInt8(ascii: "e") && (bytes.last.map { "aou".utf8.contains($0) } ?? false)
            if !isSecond { bytes.append(byte) }
        }
        return bytes.count < name.count ? FoldedName(bytes: bytes) : nil
    }

    /// Without what stands in brackets, to the end where one is not closed.
    private static func withoutBrackets(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var isInside = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): isInside = true
            case UInt8(ascii: ")"), UInt8(ascii: "]"): isInside = false
            default: if !isInside { kept.append(byte) }
            }
        }
        return kept
    }

    /// What stands between `/`, `;`, `,` and dashes with blanks around them.
    private static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        var place = 0
        while place < bytes.count {
            let length = separatorLength(bytes, at: place)
            if length > 0 {
                pieces.append(bytes[start..<place])
                start = place + length
            }
            place += max(length, 1)
        }
        if pieces.isEmpty { return [] }
        return pieces + [bytes[start...]]
    }

    private static let dashes = [" - ", " – ", " — "].map { Array($0.utf8) }

    private static func separatorLength(_ bytes: [UInt8], at place: Int) -> Int {
        switch bytes[place] {
        case UInt8(ascii: "/"), UInt8(ascii: ";"), UInt8(ascii: ","): 1
        case UInt8(ascii: " "): dashes.first { bytes[place...].starts(with: $0) }?.count ?? 0
        default: 0
        }
    }
}
