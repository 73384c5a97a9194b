import App
import CellGraphics
import MapModel
import Streets
import TerminalInput

/// Draws the cells of a street map over the basemap, and its names.
///
/// Streets are light on dark ground, brighter with their rank; areas are tints; only the user's rows are warm.
struct StreetPainter {
    let view: StreetView
    let appearance: Appearance

    private var mode: ColorMode { appearance.theme.mode }
    private var isTinted: Bool { mode.isTinted }
    /// 256 colours have no dim green, and fewer no tints at all: dots mark parks there.
    private var marksParks: Bool { !isTinted || hasGreenDots }
    /// Of the 256 a bright green on grey in every second dot is a dim one.
    private var hasGreenDots: Bool { mode == .indexed && appearance.theme.background == .dark }

    // MARK: - Cells

    /// Draws the cells that tiles cover into `rect`, whose top left is the view's.
    func draw(into frame: inout CellBuffer, rect: CellRect) {
        for row in 0..<min(rect.height, view.frame.height) {
            for column in 0..<min(rect.width, view.frame.width) {
                let cell = view[column, row]
                guard cell.cover != .none else { continue }
                let point = CellPoint(column: rect.column + column, row: rect.row + row)
                frame[point.column, point.row] = drawn(
                    cell, column, row, over: frame[point.column, point.row])
            }
        }
    }

    private func drawn(_ cell: StreetCell, _ column: Int, _ row: Int, over beneath: Cell) -> Cell {
        let land = cell.cover == .whole ? landPaper : beneath.style.paper
        if let line = cell.lineClass, isDrawn(line) {
            return Cell(
                lineGlyph(cell.dots, line),
                Style(ink: role(of: line).index, paper: paper(of: cell.area, land)))
        }
        if !isTinted, cell.shore != 0 {
            return Cell(lineGlyph(cell.shore, nil), Style(ink: Role.waterEdge.index, paper: .standard))
        }
        if marksParks, cell.area == .park || cell.area == .wood {
            let isDot =
                hasGreenDots && appearance.charset != .ascii
                || Self.isPatternDot(view.frame.column + column, view.frame.row + row)
            return Cell(
                isDot ? parkGlyph : .space,
                Style(ink: Role.parkPattern.index, paper: paper(of: cell.area, land)))
        }
        // Land that the tiles say nothing about stays what the basemap makes of it, but for a pattern that would be noise
        // between streets.
        let isLand = cell.area == .land && cell.upper == .land && cell.lower == .land
        if cell.cover != .whole, isLand, isTinted || beneath.style.ink == Role.coast.index { return beneath }
        guard isTinted else { return Cell(.space, Style()) }
        guard cell.upper != cell.lower, appearance.charset != .ascii else {
            return Cell(
                .space, Style(paper: paper(of: appearance.charset == .ascii ? cell.area : cell.upper, land)))
        }
        return Cell(
            Glyph(Self.quadrants[Int(cell.quarters & 15)]),
            Style(ink: paper(of: cell.upper, land), paper: paper(of: cell.lower, land)))
    }

    private var parkGlyph: Glyph {
        switch appearance.charset {
        case .braille: Glyph(hasGreenDots ? "⢕" : "⠂")
        case .block: Glyph(hasGreenDots ? "░" : "·")
        case .ascii: Glyph(".")
        }
    }

    /// Where a cell has but one character, paths and drives would bury the streets.
    private func isDrawn(_ line: LineClass) -> Bool {
        appearance.charset == .braille || line >= .river || line == .stream
    }

    private static let quadrants: [Unicode.Scalar] = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)

    /// Where (x + 2y) mod 4 is 0, in cells of the world.
    private static func isPatternDot(_ column: Int, _ row: Int) -> Bool { (column + 2 * row) & 3 == 0 }

    private var landPaper: PaletteIndex { isTinted ? Role.land.index : .standard }

    private func paper(of area: AreaClass, _ land: PaletteIndex) -> PaletteIndex {
        guard isTinted else { return .standard }
        switch area {
        case .land: return land
        case .industrial: return Role.industrial.index
        case .field: return Role.field.index
        case .sand: return Role.sand.index
        case .wood: return Role.wood.index
        case .park: return Role.park.index
        case .plaza: return Role.plaza.index
        case .water: return Role.sea.index
        case .building: return Role.building.index
        }
    }

    private func lineGlyph(_ dots: UInt8, _ line: LineClass?) -> Glyph {
        switch appearance.charset {
        case .braille: return Glyph(braille: dots)
        case .ascii: return line == .river || line == .stream ? Glyph("~") : AsciiPattern.glyph(for: dots)
        case .block: return Glyph(Self.quadrants[Self.quarters(of: dots)])
        }
    }

    /// The quarters of a cell that have a dot.
    private static func quarters(of dots: UInt8) -> Int {
        let masks: [UInt8] = [0b0000_0011, 0b0001_1000, 0b0100_0100, 0b1010_0000]
        return masks.enumerated().reduce(0) { $0 | (dots & $1.element != 0 ? 1 << $1.offset : 0) }
    }

    private func role(of line: LineClass) -> Role {
        switch line {
        case .motorway: .motorway
        case .major: .majorRoad
        case .medium, .ramp, .runway: .mediumRoad
        case .minor: view.frame.zoom < 15 ? .streetMesh : view.frame.zoom < 16 ? .minorStreet : .nearStreet
        case .pedestrian: .pedestrianStreet
        case .service, .taxiway: .serviceRoad
        case .path: .footpath
        case .rail, .tram: .railway
        case .river, .stream: .waterway
        case .ferry: .ferry
        }
    }

    // MARK: - Names

    /// Draws the names, but those that something else covers.
    func draw(_ labels: [StreetLabel], into frame: inout CellBuffer, within area: CellRect) {
        for label in labels { draw(label, into: &frame, within: area) }
    }

    private func draw(_ label: StreetLabel, into frame: inout CellBuffer, within area: CellRect) {
        if label.kind == .shield { return drawShield(label, into: &frame, within: area) }
        if !isTinted { clearAir(around: label, into: &frame, within: area) }
        let (role, attributes) = look(of: label.kind)
        frame.put(
            label.text, at: label.point, style: Style(role, attributes), keepingPaper: true, within: area)
        guard let sign = label.sign else { return }
        frame.put(
            label.kind == .station ? "■" : "·", at: sign,
            style: Style(role, label.kind == .station ? [] : .bold),
            keepingPaper: true, within: area)
    }

    private func look(of kind: StreetLabel.Kind) -> (Role, Attributes) {
        let italic: Attributes = appearance.hasItalic ? .italic : []
        switch kind {
        case .motorway: return (.motorwayLabel, .bold)
        case .majorStreet: return (.majorRoadLabel, [])
        case .street: return (.streetLabel, [])
        case .water: return (.waterLabel, italic)
        case .park: return (.parkLabel, italic)
        case .settlement: return (.settlementLabel, [])
        case .city: return (.settlementLabel, .bold)
        case .station: return (.stationLabel, [])
        case .pointOfInterest: return (.pointOfInterestLabel, [])
        case .shield: return (.shieldText, [])
        case .row: return (.placeLabel, [])
        }
    }

    private func drawShield(_ label: StreetLabel, into frame: inout CellBuffer, within area: CellRect) {
        let left = CellPoint(column: label.point.column - 1, row: label.point.row)
        let right = CellPoint(column: label.point.column + label.text.width, row: label.point.row)
        if appearance.charset == .ascii || mode == .mono {
            frame.put(
                "[" + label.text + "]", at: left, style: Style(.majorRoadLabel), keepingPaper: true,
                within: area)
            return
        }
        frame.put("▐", at: left, style: Style(.shield), keepingPaper: true, within: area)
        frame.put(label.text, at: label.point, style: Style(.shieldText, on: .shield), within: area)
        frame.put("▌", at: right, style: Style(.shield), keepingPaper: true, within: area)
    }

    /// Without tints the dots of streets would run into names: a blank on both sides keeps them apart.
    private func clearAir(around label: StreetLabel, into frame: inout CellBuffer, within area: CellRect) {
        for column in [label.rect.column - 1, label.rect.endColumn] {
            let cell = CellPoint(column: column, row: label.point.row)
            guard area.contains(cell) else { continue }
            frame[column, cell.row] = Cell(.space, Style(paper: frame[column, cell.row].style.paper))
        }
    }
}
