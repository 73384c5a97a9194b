import App
import CellGraphics

/// Draws the fold: a grid of shades with bars above and at the right.
struct FoldPainter {
    private let picture: FoldPicture
    private let appearance: Appearance

    private var theme: Theme { appearance.theme }
    private var isASCII: Bool { appearance.charset == .ascii }
    /// Outside the choice the lower part of the ramp: what is chosen is brighter than all of it.
    private static let shareOutside = 0.45

    init(_ picture: FoldPicture, _ appearance: Appearance) {
        (self.picture, self.appearance) = (picture, appearance)
    }

    func draw(into frame: inout CellBuffer) {
        frame.fill(picture.area, paper: Role.panel.index)
        let padding = picture.area.width >= 40 ? 2 : 1
        let title = CellRect(
            column: picture.area.column + padding, row: picture.area.row,
            width: picture.area.width - 2 * padding, height: 1)
        TimeTitle(start: picture.title, end: picture.titleEnd, row: title).draw(into: &frame)
        drawColumnBars(&frame)
        for row in picture.rows {
            for column in picture.columns { draw(column: column, row: row, &frame) }
        }
        drawRowBars(&frame)
        drawLabels(&frame)
        drawBrackets(&frame)
    }

    private func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ style: Style
    ) {
        frame.put(text, at: CellPoint(column: column, row: row), style: style, within: picture.area)
    }

    private func point(column: Int, row: Int) -> CellPoint {
        CellPoint(
            column: picture.grid.column + (column - picture.columns.lowerBound) * picture.cellColumns,
            row: picture.grid.row + row - picture.rows.lowerBound)
    }

    // MARK: - Cells

    private func draw(column: Int, row: Int, _ frame: inout CellBuffer) {
        let (cell, place) = (picture.cell(column: column, row: row), point(column: column, row: row))
        guard theme.mode.isTinted, !isASCII else { return drawSign(cell, place, &frame) }
        let levels = theme.densityLevels
        let share = cell.isInside ? 1 : Self.shareOutside
        let level = 1 + min(Int(cell.level * share * Double(levels)), levels - 1)
        let paper = Role.density(level: level)
        let ink = ink(onLevel: level, of: levels)
        let rect = CellRect(
            column: place.column, row: place.row, width: picture.cellColumns, height: 1)
        frame.fill(rect, paper: paper.index)
        let left = max(picture.cellColumns - 1 - cell.text.width, 0) / 2
        put(&frame, cell.text, place.column + left, place.row, Style(ink, on: paper, .bold))
    }

    /// Dark digits on bright shades, bright ones on dark shades.
    private func ink(onLevel level: Int, of levels: Int) -> Role {
        let isHigh = level * 100 > levels * (theme.background == .dark ? 38 : 55)
        return isHigh == (theme.background == .dark) ? .classText : .classTextLight
    }

    private func drawSign(_ cell: FoldPicture.Cell, _ place: CellPoint, _ frame: inout CellBuffer) {
        let signs: [DisplayText] =
            isASCII ? [" ", ".", ":", "-", "=", "+", "*", "#"] : [" ", "░", "▒", "▓", "█"]
        let sign = signs[min(Int(cell.level * Double(signs.count)), signs.count - 1)]
        let ink: Role = cell.isInside ? .timeInside : .timeOutside
        let weight: Attributes = theme.mode == .mono && cell.isInside ? .bold : []
        for column in 0..<picture.cellColumns {
            put(&frame, sign, place.column + column, place.row, Style(ink, on: .panel, weight))
        }
        let left = max(picture.cellColumns - 1 - cell.text.width, 0) / 2
        put(
            &frame, cell.text, place.column + left, place.row,
            Style(.panelStrong, on: .panel, .bold))
    }

    private func drawBrackets(_ frame: inout CellBuffer) {
        let style = Style(.selection, on: .panel, .bold)
        for row in picture.rows {
            for column in picture.columns {
                let (cell, place) = (
                    picture.cell(column: column, row: row), point(column: column, row: row)
                )
                if cell.opens { put(&frame, "[", place.column - 1, place.row, style) }
                guard cell.closes else { continue }
                let end = place.column + picture.cellColumns - (picture.cellColumns > 3 ? 1 : 0)
                put(&frame, "]", end, place.row, style)
            }
        }
    }

    // MARK: - Bars and labels

    private func drawColumnBars(_ frame: inout CellBuffer) {
        let width = max(picture.cellColumns - 1, 1)
        for (index, height) in picture.columnBars.enumerated() {
            let glyph = BarGlyph(filled: height, ink: .histogram, on: appearance)
            for column in 0..<width {
                put(
                    &frame, glyph.text, picture.grid.column + index * picture.cellColumns + column,
                    picture.area.row + 1, Style(.histogram, on: glyph.paper ?? .panel))
            }
        }
    }

    private func drawRowBars(_ frame: inout CellBuffer) {
        // As the bars of lists: half cells.
        for (index, eighths) in picture.rowBars.enumerated() {
            let halves = max((eighths + 2) / 4, 1)
            for column in 0..<(halves + 1) / 2 where eighths > 0 {
                let isHalf = column * 2 + 1 == halves
                let sign: DisplayText = isASCII ? "=" : isHalf ? "▖" : "▄"
                put(
                    &frame, sign, picture.grid.endColumn + 1 + column, picture.grid.row + index,
                    Style(.histogram, on: .panel))
            }
        }
    }

    private func drawLabels(_ frame: inout CellBuffer) {
        for label in picture.columnLabels {
            put(
                &frame, label.text, label.position, picture.grid.row - 1,
                label.isStrong ? Style(.panelStrong, on: .panel) : Style(.panelDim, on: .panel))
        }
        let left = picture.area.column + (picture.area.width >= 40 ? 2 : 1)
        for label in picture.rowLabels {
            put(&frame, label.text, left, label.position, Style(.panelText, on: .panel))
        }
    }
}
