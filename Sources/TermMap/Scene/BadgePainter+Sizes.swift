import App
import CellGraphics
import MapModel

/// Single rows that are as large as their figure.
extension BadgePainter {
    /// A single row that takes more than a cell: it is filled, and says nothing.
    func drawDisc(
        _ annotation: PlacedAnnotation, _ mark: Mark, _ highlight: Highlight, _ frame: inout CellBuffer,
        _ isFree: (CellPoint) -> Bool
    ) {
        let rect = annotation.rect
        let row = annotation.middleRow
        let ink = ink(ofDisc: annotation, mark, highlight)
        func line(_ start: String, _ middle: String, _ end: String, _ row: Int) {
            let text = start + String(repeating: middle, count: max(rect.width - 2, 0)) + end
            put(&frame, DisplayText(sanitising: text), rect.column, row, ink, .bold)
        }
        if charset == .ascii {
            line("(", "#", ")", row)
        } else {
            line("▐", "█", "▌", row)
            if rect.height > 1 { line("▗", "▄", "▖", row - 1) }
            if rect.height > 2 { line("▝", "▀", "▘", row + 1) }
        }
        if annotation.markedCount > 0 {
            put(&frame, markSign, rect.column + rect.width / 2, row, .mark, .bold)
        }
        guard mark != .none else { return }
        let brackets: (DisplayText, DisplayText) = charset == .ascii ? (">", "<") : ("[", "]")
        for (text, side) in [(brackets.0, rect.column - 1), (brackets.1, rect.endColumn)]
        where isFree(CellPoint(column: side, row: row)) {
            put(&frame, text, side, row, .selection, .bold)
        }
    }

    private func ink(ofDisc annotation: PlacedAnnotation, _ mark: Mark, _ highlight: Highlight) -> Role {
        if mark != .none { return .selection }
        switch highlight {
        case .plain: return hue(of: annotation)?.line ?? .place
        case .match: return .match
        case .dimmed: return .fadedText
        case .marked: return .mark
        }
    }
}

extension LayerHue {
    /// With the sign of a single row of a size, of those that take a cell; as it is where there are no sizes.
    func withSign(ofSize sizeClass: Int?) -> LayerHue {
        guard let sizeClass else { return self }
        let signs: [(DisplayText, DisplayText)] = [("·", "."), ("•", "o"), ("●", "O")]
        let sign = signs[min(max(sizeClass, 1), signs.count) - 1]
        return LayerHue(
            line: line, land: land, sea: sea, badge: badge, sign: sign.0, plainSign: sign.1,
            patternBits: patternBits)
    }
}
