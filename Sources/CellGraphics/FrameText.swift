extension CellBuffer {
    /// The frame as lines of text without colours and without blanks at their ends.
    public func plainText() -> String {
        var text = ""
        for row in 0..<height {
            var line = ""
            for cell in self.row(row) { line += glyphs.text(of: cell.glyph) }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }

    /// The frame as lines of text with the escape sequences (ECMA-48 SGR) that colour it.
    public func coloredText(palette: Palette) -> String {
        (0..<height).map { coloredText(of: CellRun(row: $0, columns: 0..<width), palette: palette) + "\n" }
            .joined()
    }

    /// Some cells of a row with the escape sequences that colour them; the last one ends all colours.
    public func coloredText(of run: CellRun, palette: Palette) -> String {
        var text = ""
        var current: Style?
        for cell in row(run.row).dropFirst(run.columns.lowerBound).prefix(run.columns.count)
        where cell.glyph != .covered {
            if cell.style != current {
                text += palette.graphicRendition(of: cell.style)
                current = cell.style
            }
            text += glyphs.text(of: cell.glyph)
        }
        return text + "\u{1B}[0m"
    }
}

extension Palette {
    /// The sequence that selects `style` from any other.
    func graphicRendition(of style: Style) -> String {
        let look = resolve(style)
        var codes = ["0"]
        let attributeCodes: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        for (attribute, code) in attributeCodes where look.attributes.contains(attribute) {
            codes.append(code)
        }
        if let ink = Self.codes(look.ink, named: 30, bright: 90, extended: 38) { codes.append(ink) }
        if let paper = Self.codes(look.paper, named: 40, bright: 100, extended: 48) { codes.append(paper) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static func codes(_ color: TerminalColor, named: Int, bright: Int, extended: Int) -> String? {
        switch color {
        case .standard: nil
        case .indexed(let index) where index < 8: "\(named + Int(index))"
        case .indexed(let index) where index < 16: "\(bright + Int(index) - 8)"
        case .indexed(let index): "\(extended);5;\(index)"
        case .rgb(let value): "\(extended);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
        }
    }
}
