import Testing

@testable import CellGraphics

@Suite struct DisplayTextTests {
    @Test func theFirstLineMayBeShorter() {
        let text = DisplayText(sanitising: "one two three four abcdefghijklm")
        #expect(
            text.wrapped(to: 10, first: 5).map(\.text) == ["one", "two three", "four", "abcdefghij", "klm"])
        #expect(text.wrapped(to: 10, first: 0).first?.text == "o")
        #expect(text.wrapped(to: 10, first: 20) == text.wrapped(to: 10))
    }

    @Test(
        arguments: [
            ("plain", "plain", 5), ("Zürich", "Zürich", 6), ("東京", "東京", 4), ("e\u{301}a", "e\u{301}a", 2),
            ("\u{1B}]0;owned\u{7}", #"\x1b]0;owned\x07"#, 16), ("a\tb\r\n", #"a\tb\r\n"#, 8),
            ("\u{0}\u{7F}", #"\x00\x7f"#, 8),
            ("\u{9B}2J", #"\x9b2J"#, 6), ("\u{85}", #"\x85"#, 4), ("a\u{202E}b", #"a\u202eb"#, 8),
            ("\u{2066}\u{2069}\u{200E}\u{61C}", #"\u2066\u2069\u200e\u061c"#, 24),
            ("\u{2028}\u{2029}", #"\u2028\u2029"#, 12),
            ("\u{E0041}", #"\ue0041"#, 7), ("👨\u{200D}👩\u{200D}👧", "👨👩👧", 6), ("🇫🇷", "FR", 2), ("👍🏽", "👍", 2),
            ("❤\u{FE0F}", "❤", 1),
            ("1\u{FE0F}\u{20E3}", "1\u{20E3}", 1), ("\u{FEFF}a\u{AD}b", "ab", 2),
            ("\u{301}", "\u{25CC}\u{301}", 1),
            ("", "", 0),
        ] as [(String, String, Int)])
    func becomesDrawable(data: String, text: String, width: Int) {
        let drawable = DisplayText(sanitising: data)
        #expect(Array(drawable.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(drawable.width == width)
    }

    @Test(arguments: [0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFE] as [UInt32])
    func noncharacterIsReplaced(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(DisplayText(sanitising: String(scalar)).text == "\u{FFFD}")
    }

    @Test(
        arguments: [
            (#"GET /a\x1b[2J b"#, [6], [#"\x1b[2J"#]), (#"a\u202eb\t"#, [1, 8], [#"\u202e"#, #"\t"#]),
            (#"東\x07"#, [2], [#"\x07"#]), (#"\x1b["#, [0], [#"\x1b"#]), (#"\x1"#, [], []),
            (#"C:\dir"#, [], []),
            ("plain", [], []),
        ] as [(String, [Int], [String])])
    func controlsAreFound(text: String, columns: [Int], escapes: [String]) {
        let found = DisplayText(sanitising: text).escapes
        #expect(found.map(\.column) == columns && found.map(\.text.text) == escapes)
    }

    @Test func marksAreLimited() {
        let text = DisplayText(sanitising: "a" + String(repeating: "\u{301}", count: 60) + "b")
        #expect(text.text.unicodeScalars.count == 10)
        #expect(text.width == 2)
    }

    /// All of the planes with characters and formats; of the empty and private ones each 97th.
    @Test func everyScalarIsHarmless() {
        for value in UInt32(0)...0x10FFFF {
            guard value < 0x30000 || (0xE0000..<0xE0200).contains(value) || value % 97 == 0 else { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = DisplayText(sanitising: String(scalar))
            let isHarmless = text.text.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && !$0.properties.isBidiControl
            }
            #expect(isHarmless, "U+\(String(value, radix: 16))")
        }
    }

    @Test func sanitisingTwiceChangesNothing() {
        let once = DisplayText(sanitising: "a\u{1B}🇫🇷e\u{301}👨\u{200D}👩\u{301}\u{202E}")
        #expect(DisplayText(sanitising: once.text) == once)
    }

    @Test func hugeTextIsReadToItsLimitOnly() {
        let short = DisplayText(sanitising: String(repeating: "東", count: 101), limit: 100)
        let text = DisplayText(sanitising: String(repeating: "東", count: 1_000_000), limit: 100)
        #expect(text == short && text.width == 200)
    }

    @Test func interpolationSanitises() {
        let name = "\u{1B}[2J"
        let text: DisplayText = "name \(name) \(DisplayText(sanitising: name)) \(3)"
        #expect(text.text == #"name \x1b[2J \x1b[2J 3"#)
        #expect(text.width == 22)
    }

    @Test(
        arguments: [
            ("Lyon", 4, "Lyon"), ("Lyon", 3, "Ly…"), ("Lyon", 1, "L"), ("Lyon", 0, ""), ("東京都", 6, "東京都"),
            ("東京都", 5, "東京…"),
            ("東京都", 4, "東…"), ("e\u{301}fgh", 2, "e\u{301}…"), ("Lyon", -3, ""),
        ] as [(String, Int, String)])
    func clipsToColumns(data: String, columns: Int, expected: String) {
        let clipped = DisplayText(sanitising: data).clipped(to: columns)
        #expect(clipped.text == expected)
        #expect(clipped.width <= max(columns, 0))
        #expect(DisplayText(sanitising: clipped.text).width == clipped.width)
    }

    @Test func clipsInASCII() {
        #expect(DisplayText(sanitising: "Marseille").clipped(to: 6, ellipsis: .dots).text == "Mar...")
        #expect(DisplayText(sanitising: "Marseille").clipped(to: 6, ellipsis: .tilde).text == "Marse~")
        #expect(DisplayText(sanitising: "Marseille").clipped(to: 2, ellipsis: .dots).text == "Ma")
    }

    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
            ("", 5, [""]),
            ("a  b", 9, ["a b"]), ("東京都 x", 3, ["東", "京", "都", "x"]), ("東a", 1, ["?", "a"]), ("a", 0, []),
            ("abcdef", 3, ["abc", "def"]), ("ab abcdef", 3, ["ab", "abc", "def"]),
        ] as [(String, Int, [String])])
    func wrapsAtWords(data: String, columns: Int, lines: [String]) {
        let wrapped = DisplayText(sanitising: data).wrapped(to: columns)
        #expect(wrapped.map(\.text) == lines)
        #expect(
            wrapped.allSatisfy { $0.width <= columns && $0.width == DisplayText(sanitising: $0.text).width })
    }

    /// Text that is plain is taken as it is; behind a combining mark every scalar is looked at.
    @Test func aScalarIsDrawnAlikeWithinPlainTextAndBehindAMark() {
        var different: [Unicode.Scalar] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let alone = DisplayText(sanitising: String(scalar))
            if alone.text.unicodeScalars.first == "\u{25CC}", scalar != "\u{25CC}" { continue }
            let behind = DisplayText(sanitising: "e\u{301}" + String(scalar))
            if behind.width != alone.width + 1
                || behind.text.unicodeScalars.dropFirst(2).elementsEqual(alone.text.unicodeScalars) == false
            {
                different.append(scalar)
            }
        }
        #expect(different.isEmpty)
    }
}
