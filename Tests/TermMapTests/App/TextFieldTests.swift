import Testing

@testable import App

@Suite struct TextFieldTests {
    private func field(_ edits: [TextEdit]) -> TextField {
        edits.reduce(into: TextField()) { $0.apply($1) }
    }

    @Test(
        arguments: [
            ([.insert("abc")], "abc", "abc"), ([.insert("abc"), .left, .insert("x")], "abxc", "abx"),
            ([.insert("abc"), .deleteBackward], "ab", "ab"),
            ([.insert("abc"), .start, .deleteBackward], "abc", ""),
            ([.insert("abc"), .start, .deleteForward], "bc", ""),
            ([.insert("abc"), .deleteForward], "abc", "abc"),
            ([.insert("one two  "), .deleteWord], "one ", "one "),
            ([.insert("one two"), .left, .deleteWord], "one o", "one "),
            ([.insert("one two"), .left, .left, .deleteToStart], "wo", ""),
            ([.insert("one two"), .start, .right, .deleteToEnd], "o", "o"),
            ([.insert("ab"), .start, .left, .end, .right, .insert("!")], "ab!", "ab!"),
            ([.insert("a\nb\tc\r\nd")], "a b c d", "a b c d"),
            ([.insert("e\u{301}東"), .deleteBackward], "e\u{301}", "e\u{301}"),
            ([.insert("x"), .accept, .cancel], "x", "x"), ([.deleteWord], "", ""),
        ] as [([TextEdit], String, String)])
    func editsLikeAShellLine(edits: [TextEdit], text: String, beforeCaret: String) {
        #expect(field(edits).text == text)
        #expect(field(edits).textBeforeCaret == beforeCaret)
    }

    @Test func aHugePasteIsCut() {
        let field = field([.insert("12"), .start, .insert(String(repeating: "x", count: 1_000_000))])
        #expect(field.characters.count == TextField.limit)
        #expect(field.text.hasSuffix("x12"))
        #expect(field.caret == TextField.limit - 2)
    }
}
