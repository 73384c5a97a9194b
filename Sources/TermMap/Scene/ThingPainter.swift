import App
import CellGraphics
import MapModel
import Rows

/// Draws things as lit cells: an arrow by the heading on the colour of the thing.
struct ThingPainter {
    private static let arrows: [DisplayText] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
    /// The corner of the letter points the way.
    private static let plainArrows: [DisplayText] = ["^", "7", ">", "J", "v", "L", "<", "F"]
    /// Rows of one cell that are looked at for the one that is drawn.
    private static let mostLookedAt = 16

    let palette: ThingPalette
    private let state: AppState
    private var isASCII: Bool { state.screen.appearance.charset == .ascii }
    private var mode: ColorMode { palette.theme.mode }

    /// Nil where nothing moves.
    init?(_ state: AppState) {
        guard let palette = ThingPalette(state) else { return nil }
        self.palette = palette
        self.state = state
    }

    /// The thing that an annotation of one cell shows: the one that matters most; nil where it shows none.
    func lead(of annotation: PlacedAnnotation) -> Thing? {
        guard annotation.rect.width == 1, annotation.rect.height == 1 else { return nil }
        if let row = annotation.row { return palette.thing(ofRow: row) }
        var best: (thing: Thing, rank: (Int, Float))?
        for row in rows(of: annotation) {
            guard let thing = palette.thing(ofRow: row) else { continue }
            let rank = rank(thing)
            if best.map({ rank > $0.rank }) ?? true { best = (thing, rank) }
        }
        return best?.thing
    }

    private func rows(of annotation: PlacedAnnotation) -> [UInt32] {
        annotation.parts.prefix(Self.mostLookedAt).flatMap { part -> [UInt32] in
            if case .place(let row) = part.id { return [row] }
            let members = state.data.rows.members(of: part, in: state.annotations.set.window)
            return members.indices(offset: 0, limit: Self.mostLookedAt).map { state.data.tree.row(at: $0) }
        }
    }

    private func rank(_ thing: Thing) -> (Int, Float) {
        let standing =
            switch palette.standing(of: thing) {
            case .emergency: 4
            case .inAlert: 3
            case .usual: 2
            case .silent: 1
            }
        let isSelected = state.selection.current?.hasRow == true && state.selection.current?.row == thing.row
        return (isSelected ? 5 : standing, thing.altitude.isFinite ? thing.altitude : -1_000)
    }

    // MARK: - Cells

    func draw(
        _ thing: Thing, at annotation: PlacedAnnotation, mark: BadgePainter.Mark,
        highlight: BadgePainter.Highlight,
        into frame: inout CellBuffer, isFree: (CellPoint) -> Bool
    ) {
        let cell = CellPoint(column: annotation.rect.column, row: annotation.rect.row)
        guard mark == .none else { return drawSelected(thing, at: cell, into: &frame, isFree) }
        switch highlight {
        case .match: put(glyph(thing), .matchText, on: .match, at: cell, &frame)
        case .dimmed:
            frame.put(
                thing.direction == nil ? (isASCII ? "." : "•") : glyph(thing), at: cell,
                style: Style(.fadedText, mode.isTinted ? [] : .dim), keepingPaper: true)
        case .plain, .marked: drawUsual(thing, at: cell, into: &frame)
        }
        if annotation.markedCount > 0 {
            frame.put(
                BadgePainter.markSign(isASCII: isASCII),
                at: CellPoint(column: cell.column - 1, row: cell.row),
                style: Style(.mark, .bold), keepingPaper: true, within: state.visibleMap)
        }
    }

    /// The arrow of a thing, or its sign where it stands.
    func glyph(_ thing: Thing) -> DisplayText {
        if palette.standing(of: thing) == .emergency, mode == .mono { return "!" }
        guard let direction = thing.direction else { return palette.sign(of: thing, isASCII: isASCII) }
        return isASCII ? Self.plainArrows[direction] : Self.arrows[direction]
    }

    private func drawUsual(_ thing: Thing, at cell: CellPoint, into frame: inout CellBuffer) {
        let standing = palette.standing(of: thing)
        let hue = palette.hue(of: thing)
        let isLit = thing.direction != nil || standing == .emergency
        guard isLit, !(standing == .silent && !mode.isTinted) else {
            let attributes: Attributes = standing == .silent && !mode.isTinted ? .dim : .bold
            frame.put(glyph(thing), at: cell, style: Style(hue, attributes), keepingPaper: true)
            return
        }
        if mode.isTinted { return put(glyph(thing), palette.ink(of: thing), on: hue, at: cell, &frame) }
        let underline: Attributes = mode == .mono && standing == .inAlert ? .underline : []
        frame.put(
            glyph(thing), at: cell, style: Style(mode == .mono ? .text : hue, [.reverse, .bold, underline]),
            keepingPaper: true)
    }

    private func drawSelected(
        _ thing: Thing, at cell: CellPoint, into frame: inout CellBuffer, _ isFree: (CellPoint) -> Bool
    ) {
        if mode.isTinted {
            put(glyph(thing), .selectionText, on: .selection, at: cell, &frame)
        } else {
            frame.put(
                glyph(thing), at: cell, style: Style(mode == .mono ? .text : .selection, [.reverse, .bold]),
                keepingPaper: true)
        }
        for (text, side) in [(DisplayText("["), cell.column - 1), (DisplayText("]"), cell.column + 1)]
        where isFree(CellPoint(column: side, row: cell.row)) {
            frame.put(
                text, at: CellPoint(column: side, row: cell.row), style: Style(.selection, .bold),
                keepingPaper: true)
        }
    }

    private func put(
        _ text: DisplayText, _ ink: Role, on paper: Role, at cell: CellPoint, _ frame: inout CellBuffer
    ) {
        frame.put(text, at: cell, style: Style(ink, on: paper, .bold))
    }

    /// The arrow in front of a row of a list, in its colour.
    func sign(ofRow row: UInt32) -> (text: DisplayText, role: Role)? {
        palette.thing(ofRow: row).map { (glyph($0), palette.hue(of: $0)) }
    }
}
