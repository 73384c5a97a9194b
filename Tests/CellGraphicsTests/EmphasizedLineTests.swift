import CellGraphics
import Testing

@Suite struct EmphasizedLineTests {
    /// Emphasised parts in brackets, lines joined by a bar.
    private func wrap(_ text: String, _ columns: Int, _ parts: String...) -> String {
        let text = DisplayText(sanitising: text)
        let ranges = parts.compactMap { text.text.range(of: $0) }
        return text.wrapped(to: columns, emphasizing: ranges).map { line in
            line.pieces.map { $0.isEmphasized ? "[\($0.text.text)]" : $0.text.text }.joined()
        }.joined(separator: "|")
    }

    @Test func marksPartsOnTheirLines() {
        #expect(
            wrap("Berlin-Tegel International Airport", 20, "Berl") == "[Berl]in-Tegel|International|Airport")
        #expect(wrap("New Berlin Airport", 10, "Berlin", "port") == "New [Berlin]|Air[port]")
    }

    @Test func aPartMayRunOverALineEnd() {
        #expect(wrap("Saint Helena", 6, "nt Hel") == "Sai[nt]|[Hel]ena")
        #expect(wrap("abcdefgh", 3, "cdefg") == "ab[c]|[def]|[g]h")
    }

    @Test func blanksThatWrappingDropsDoNotShiftTheMarks() {
        #expect(wrap("a   b   cd", 20, "cd") == "a b [cd]")
        #expect(wrap("  lead", 20, "le") == "[le]ad")
    }

    @Test func marksStayWithTheirLetters() {
        #expect(wrap("Ze\u{301}ro", 10, "Ze\u{301}") == "[Ze\u{301}]ro")
    }

    @Test func linesAreThoseOfPlainWrapping() {
        let text = DisplayText(sanitising: "東京都 千代田区 Chiyoda\u{7} City")
        let range = text.text.startIndex..<text.text.index(text.text.startIndex, offsetBy: 3)
        for columns in 1...30 {
            let lines = text.wrapped(to: columns, emphasizing: [range])
            #expect(
                lines.map { $0.pieces.map(\.text.text).joined() } == text.wrapped(to: columns).map(\.text))
            #expect(lines.map(\.width) == text.wrapped(to: columns).map(\.width))
        }
    }

    @Test func nothingToMarkIsPlain() {
        #expect(wrap("", 10) == "")
        #expect(wrap("plain text", 5) == "plain|text")
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
