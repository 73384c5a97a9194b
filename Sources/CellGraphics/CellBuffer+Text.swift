extension CellBuffer {
    /// Writes `text` from `point` to the right, and returns the columns it used, clipped ones left out.
    ///
    /// Text outside `rect` (the whole frame by default) is cut. A wide character that an edge would halve
    /// becomes a blank, and so does the other half of a wide character that is overwritten.
    /// With `keepingPaper` each cell keeps its paper.
    @discardableResult
    public mutating func put(
        _ text: DisplayText, at point: CellPoint, style: Style, keepingPaper: Bool = false,
        within rect: CellRect? = nil
    ) -> Int {
        let clip = (rect ?? bounds).intersection(bounds)
        guard point.row >= clip.row, point.row < clip.endRow, point.column < clip.endColumn else { return 0 }
        var pen = Pen(
            column: point.column, row: point.row, clip: clip, style: style, keepsPaper: keepingPaper)
        if text.isASCII {
            for byte in text.text.utf8 where pen.isInside {
                write(Glyph(Unicode.Scalar(byte)), columns: 1, &pen)
            }
            return pen.used
        }
        var scalars = text.text.unicodeScalars.makeIterator()
        var next = scalars.next().map { (scalar: $0, columns: CharacterWidth.columns($0)) }
        while let base = next, pen.isInside {
            next = scalars.next().map { ($0, CharacterWidth.columns($0)) }
            var glyph = Glyph(base.scalar)
            if let mark = next, mark.columns <= 0 {
                var cluster = String(base.scalar)
                while let mark = next, mark.columns <= 0 {
                    cluster.unicodeScalars.append(mark.scalar)
                    next = scalars.next().map { ($0, CharacterWidth.columns($0)) }
                }
                // Marks that Unicode does not count to the same cluster (a lone Hangul vowel) cannot share a cell.
                if cluster.count == 1 { glyph = glyphs.glyph(for: Character(cluster)) }
            }
            write(glyph, columns: base.columns, &pen)
        }
        return pen.used
    }

    /// The position and style of the next character.
    private struct Pen {
        var column: Int
        let row: Int
        let clip: CellRect
        let style: Style
        let keepsPaper: Bool
        var used = 0

        var isInside: Bool { column < clip.endColumn }
    }

    private mutating func write(_ glyph: Glyph, columns: Int, _ pen: inout Pen) {
        defer { pen.column += columns }
        let first = Swift.max(pen.column, pen.clip.column)
        let end = Swift.min(pen.column + columns, pen.clip.endColumn)
        guard first < end else { return }
        let isWhole = end - first == columns
        for column in first..<end {
            let shown: Glyph = !isWhole ? .space : column == pen.column ? glyph : .covered
            set(shown, column, pen)
        }
        pen.used += end - first
    }

    private mutating func set(_ glyph: Glyph, _ column: Int, _ pen: Pen) {
        let old = self[column, pen.row]
        if old.glyph == .covered, glyph != .covered, column > 0 {
            self[column - 1, pen.row] = Cell(.space, self[column - 1, pen.row].style)
        }
        if column + 1 < width, self[column + 1, pen.row].glyph == .covered {
            self[column + 1, pen.row] = Cell(.space, self[column + 1, pen.row].style)
        }
        var style = pen.style
        if pen.keepsPaper { style.paper = old.style.paper }
        self[column, pen.row] = Cell(glyph, style)
    }
}

extension CellRect {
    /// The cells that both contain.
    public func intersection(_ other: CellRect) -> CellRect {
        let column = Swift.max(self.column, other.column)
        let row = Swift.max(self.row, other.row)
        return CellRect(
            column: column, row: row, width: Swift.min(endColumn, other.endColumn) - column,
            height: Swift.min(endRow, other.endRow) - row)
    }
}
