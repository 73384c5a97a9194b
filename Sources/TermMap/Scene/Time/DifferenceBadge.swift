import App
import CellGraphics

/// The colours of more and fewer rows than before.
struct DifferencePalette {
    let theme: Theme

    /// Fewer are blue, more amber, each in four steps; equal is grey.
    func paper(ofStep step: Int) -> Role {
        let less: [Role] = [.less1, .less2, .less3, .less4]
        let more: [Role] = [.badge3, .badge4, .badge5, .badge6]
        return step == 0 ? .quietBadge2 : (step < 0 ? less : more)[min(abs(step), 4) - 1]
    }

    /// Digits on that colour.
    func ink(ofStep step: Int) -> Role {
        let paper = paper(ofStep: step)
        guard theme.mode.isTinted else { return theme.inkWithFewColors(on: paper) }
        if step == 0 { return .quietBadge2Text }
        let more: [Role] = [.badge3Text, .badge4Text, .badge5Text, .badge6Text]
        if step > 0 { return more[min(step, 4) - 1] }
        let isDark = theme.background == .dark ? step == -1 : step == -4
        return isDark ? .classTextLight : .classText
    }

    /// A single row that came or went.
    func sign(ofStep step: Int) -> Role {
        switch theme.background {
        case .dark: step < 0 ? .less3 : .badge5
        case .light: step < 0 ? .less4 : .badge5
        }
    }
}

extension BadgePainter {
    /// A badge that says how many more or fewer rows there are.
    func draw(_ difference: WindowDifference, _ rect: CellRect, _ mark: Mark, into frame: inout CellBuffer) {
        let palette = DifferencePalette(theme: theme)
        let row = rect.row + rect.height / 2
        guard rect.width >= difference.text.width + 2 else {
            let sign: DisplayText = difference.step == 0 ? "=" : difference.step < 0 ? "−" : "+"
            let ink = mark == .none ? palette.sign(ofStep: difference.step) : Role.selection
            return put(&frame, sign, rect.column, row, mode == .mono ? .text : ink, .bold)
        }
        let text = difference.text
        // Without colours the sign says it; with few only the large ones have a paper.
        if !mode.isTinted || charset == .ascii {
            let ink: Role =
                mode == .mono || difference.step == 0 ? .text : palette.sign(ofStep: difference.step)
            let caps: (DisplayText, DisplayText) =
                mark == .none ? ("(", ")") : charset == .ascii ? (">", "<") : ("[", "]")
            let weight: Attributes = abs(difference.step) > 1 ? .bold : difference.step == 0 ? .dim : []
            return put(&frame, caps.0 + text + caps.1, rect.column, row, ink, weight)
        }
        let paper = mark == .selected ? Role.selection : palette.paper(ofStep: difference.step)
        let ink = mark == .selected ? Role.selectionText : palette.ink(ofStep: difference.step)
        let caps: (DisplayText, DisplayText) = mark == .none ? ("▐", "▌") : ("[", "]")
        let capInk = mark == .none ? paper : mark == .selected ? ink : .selection
        put(
            &frame, caps.0, rect.column, row, capInk, mark == .none ? [] : .bold,
            on: mark == .selected ? paper : nil)
        put(&frame, text, rect.column + 1, row, ink, .bold, on: paper)
        put(
            &frame, caps.1, rect.endColumn - 1, row, capInk, mark == .none ? [] : .bold,
            on: mark == .selected ? paper : nil)
    }

    /// Marks what playing does to a badge: its caps are bright when rows came, a single row that goes is small.
    func draw(_ motion: BadgeMotion, of annotation: PlacedAnnotation, into frame: inout CellBuffer) {
        let (rect, row) = (annotation.rect, annotation.rect.row + annotation.rect.height / 2)
        let weight: Attributes = mode == .mono ? .bold : []
        switch motion {
        case .none: break
        case .leaving:
            if rect.width == 1 {
                put(&frame, charset == .ascii ? "." : "•", rect.column, row, .badge4, weight)
            }
        case .arrived:
            let ink: Role = mode == .mono ? .text : .badge6
            if rect.width == 1 {
                return put(&frame, charset == .ascii ? "o" : "●", rect.column, row, ink, .bold)
            }
            for column in [rect.column, rect.endColumn - 1] {
                let glyph = frame[column, row].glyph
                frame[column, row] = Cell(
                    glyph, Style(ink: ink.index, paper: frame[column, row].style.paper, .bold))
            }
        }
    }
}
