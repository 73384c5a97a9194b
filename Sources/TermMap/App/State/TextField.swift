/// A line of text being edited, with its caret.
package struct TextField: Equatable, Sendable {
    /// More than any coordinate or command; a megabyte pasted by mistake does no harm.
    package static let limit = 4096

    package private(set) var characters: [Character] = []
    /// Characters left of the caret.
    package private(set) var caret = 0
    private var scalarCount = 0

    package init(_ text: String = "") { insert(text) }

    /// A text with the caret after so many bytes of UTF-8.
    package init(_ text: String, caretByte: Int) {
        insert(text)
        var passed = 0
        caret =
            characters.prefix { character in
                passed += character.utf8.count
                return passed <= caretByte
            }.count
    }

    /// Bytes of UTF-8 left of the caret.
    var caretByte: Int { characters[..<caret].reduce(0) { $0 + $1.utf8.count } }

    package var text: String { String(characters) }
    package var textBeforeCaret: String { String(characters[..<caret]) }

    package mutating func apply(_ edit: TextEdit) {
        switch edit {
        case .insert(let text): insert(text)
        case .deleteBackward: if caret > 0 { delete(caret - 1..<caret) }
        case .deleteForward: if caret < characters.count { delete(caret..<caret + 1) }
        case .deleteWord: delete(startOfWord..<caret)
        case .deleteToStart: delete(0..<caret)
        case .deleteToEnd: delete(caret..<characters.count)
        case .left: caret = max(caret - 1, 0)
        case .right: caret = min(caret + 1, characters.count)
        case .start: caret = 0
        case .end: caret = characters.count
        case .previous, .next, .accept, .cancel, .complete: break
        }
    }

    /// A character may be a million marks on one letter.
    private static func scalarCount(_ characters: some Sequence<Character>) -> Int {
        characters.reduce(0) { $0 + $1.unicodeScalars.count }
    }

    private mutating func insert(_ text: String) {
        var room = Self.limit - scalarCount
        let added = text.prefix { character in
            room -= character.unicodeScalars.count
            return room >= 0
        }.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        scalarCount += Self.scalarCount(added)
        characters.insert(contentsOf: added, at: caret)
        caret += added.count
    }

    private mutating func delete(_ range: Range<Int>) {
        scalarCount -= Self.scalarCount(characters[range])
        characters.removeSubrange(range)
        caret = range.lowerBound
    }

    private var startOfWord: Int {
        var start = caret
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }
}
