import App
import CellGraphics
import DataSets
import MapModel

/// Draws areas in the colours of their classes, over the terrain and under the names.
///
/// A quarter of a cell has the colour of the area that most of it lies in; the terrain says what is land.
struct AreaPainter {
    /// All that the cells of a view depend on.
    struct Key: Equatable {
        /// Of the rows.
        var generation: Int
        var set: String
        var reading: Int
        var viewport: Viewport
        var area: CellRect
        var appearance: Appearance
        /// Of the terrain; nil without one.
        var terrain: Int?
        var palette: AreaPalette
        var classes: AreaClasses
        var hidden: Set<Int>
        var selected: Int?
        /// Where the legend and badges stand.
        var taken: [CellRect]
    }

    /// What a cell of the map has become.
    enum Content: UInt8 {
        /// What it was.
        case terrain
        /// Land without a class: the coast stays.
        case ground
        case filled
        /// A sign in a cell that has no fill.
        case sign
    }

    let key: Key
    let look: AreaLook
    let raster: AreaRaster
    let terrain: Terrain?
    /// Own files are filled at sea, too.
    let isCutByCoast: Bool

    /// Of the cells of the map, row by row.
    var cells: [Cell]
    var contents: [Content]
    /// The area that most of a cell's fill belongs to.
    var areas: [UInt32]
    private(set) var labels: [AreaLabel] = []
    private(set) var callout: AreaCallout?

    /// Fills are papers: ASCII has signs in all modes.
    var isTinted: Bool { key.appearance.theme.mode.isTinted && !isASCII }
    var isASCII: Bool { key.appearance.charset == .ascii }

    init(_ key: Key, _ answer: AreaAnswer, _ text: AreaText, _ raster: AreaRaster, _ terrain: Terrain?) {
        self.key = key
        self.raster = raster
        self.terrain = terrain
        isCutByCoast = answer.set.kind == .shipped
        look = AreaLook(answer, key.palette, key.appearance.theme, hidden: key.hidden)
        let count = key.area.width * key.area.height
        cells = [Cell](repeating: .blank, count: count)
        contents = [Content](repeating: .terrain, count: count)
        areas = [UInt32](repeating: AreaRaster.none, count: count)
        var seen = [Bool](repeating: false, count: answer.set.count)
        isTinted ? compose(&seen) : composeWithFewColors(&seen)
        drawSmallAreas(answer.set.geometry, seen)
        var occupancy = CellOccupancy(area: key.area)
        for rect in key.taken { occupancy.take(rect) }
        if let selected = key.selected, (0..<answer.set.count).contains(selected) {
            outline(UInt32(selected))
            callout = AreaCallout(selected, text, self, answer.set.geometry, occupancy)
            if let callout { occupancy.take(callout.rect) }
        }
        labels = AreaLabels(self, answer, text, occupancy).labels
    }

    func index(_ column: Int, _ row: Int) -> Int { row * key.area.width + column }

    /// The dots of land of a cell of the map.
    @inline(__always)
    func landBits(_ column: Int, _ row: Int) -> UInt8 {
        guard let terrain else { return 0xFF }
        return terrain.dots(of: terrain.land, column: key.area.column + column, row: key.area.row + row)
    }

    // MARK: - Drawing

    /// The fills, and the outline of the selected area.
    func draw(into frame: inout CellBuffer) {
        for row in 0..<key.area.height {
            for column in 0..<key.area.width {
                let index = index(column, row)
                let content = contents[index]
                if content == .terrain { continue }
                let (x, y) = (key.area.column + column, key.area.row + row)
                var cell = cells[index]
                let before = frame[x, y]
                if content == .ground {
                    if before.style.ink == Role.coast.index, cell.glyph == .space { continue }
                    if cell.style.paper == .standard { cell.style.paper = before.style.paper }
                } else if content == .sign {
                    cell.style.paper = before.style.paper
                }
                frame[x, y] = cell
            }
        }
    }

    /// The names and figures, and what is said of the selected area, as far as they lie in `visible`.
    func drawLabels(
        into frame: inout CellBuffer, within visible: CellRect, taking occupancy: inout CellOccupancy
    ) {
        take(from: &occupancy)
        for label in labels where label.rect.lies(in: visible) { draw(label, &frame) }
        guard let callout, callout.rect.lies(in: visible) else { return }
        callout.draw(into: &frame)
    }

    private func draw(_ label: AreaLabel, _ frame: inout CellBuffer) {
        let step = look.step(of: label.area)
        let ink: Role =
            isTinted ? step.map { key.palette.ink($0, in: key.appearance.theme) } ?? .countryLabel : .text
        let paper = isTinted ? step.map { key.palette.fill($0) } : nil
        for (offset, line) in label.lines.enumerated() {
            let column = label.rect.column + (label.rect.width - line.text.width) / 2
            frame.put(
                line.text, at: CellPoint(column: column, row: label.rect.row + offset),
                style: Style(ink, on: paper, line.isFigure ? .bold : []), keepingPaper: paper == nil)
        }
    }

    /// Keeps other names off what is filled and written.
    private func take(from occupancy: inout CellOccupancy) {
        for rect in key.taken { occupancy.take(rect) }
        for row in 0..<key.area.height {
            var column = 0
            while column < key.area.width {
                let first = column
                while column < key.area.width, contents[index(column, row)] != .terrain { column += 1 }
                if column > first {
                    occupancy.take(
                        CellRect(
                            column: key.area.column + first, row: key.area.row + row, width: column - first,
                            height: 1))
                }
                column += 1
            }
        }
        for label in labels { occupancy.take(label.rect) }
        if let callout { occupancy.take(callout.rect) }
    }
}

/// The classes of areas as colours.
struct AreaLook {
    private let classes: AreaClasses
    let palette: AreaPalette
    let theme: Theme
    /// Of each class, that of no value first; nil where it is drawn as land.
    private let steps: [Int?]

    init(_ answer: AreaAnswer, _ palette: AreaPalette, _ theme: Theme, hidden: Set<Int>) {
        classes = answer.classes
        self.palette = palette
        self.theme = theme
        steps = (0...max(classes.count, 0)).map { [classes] number in
            number == 0 || hidden.contains(number)
                ? nil : AreaPalette.step(ofClass: number, of: classes.count)
        }
    }

    /// The class of an area, 0 for one that is drawn as land.
    @inline(__always)
    func classNumber(of area: UInt32) -> Int {
        guard area != AreaRaster.none, Int(area) < classes.classOfArea.count else { return 0 }
        let number = Int(classes.classOfArea[Int(area)])
        return steps[number] == nil ? 0 : number
    }

    /// The place of the area's colour in the palette; nil where it is drawn as land.
    @inline(__always)
    func step(of area: UInt32) -> Int? { steps[classNumber(of: area)] }

    /// Dots of a cell by step, without tints.
    static let dots = [1, 2, 3, 4, 6, 8]
    private static let signs: [Glyph] = [".", ":", "=", "+", "#", "@"].map { Glyph($0) }
    private static let order: [Int] = [1, 6, 7, 4, 3, 8, 5, 2]

    /// The dots of a step in a cell, as of a Braille pattern.
    static func bits(of step: Int) -> UInt8 {
        (0..<8).reduce(0) { order[$1] <= dots[step] ? $0 | AreaRaster.brailleBits[$1] : $0 }
    }

    /// What fills a cell without tints.
    static func glyph(of step: Int, dots: UInt8, _ charset: Charset) -> Glyph {
        switch charset {
        case .ascii: signs[step]
        case .block: DensityShading.quadrant(UInt8(1 << ((Self.dots[step] + 1) / 2) - 1))
        case .braille: Glyph(braille: dots)
        }
    }

    /// How a fill is written without tints: weight says what colours do not.
    func style(of step: Int) -> Style { Self.style(of: step, palette, theme) }

    static func style(of step: Int, _ palette: AreaPalette, _ theme: Theme) -> Style {
        if theme.mode == .sixteen { return Style(palette.fill(step)) }
        if theme.mode.isTinted { return Style(palette.fill(step), on: .land) }
        return Style(.text, step < 2 ? .dim : step > 3 ? .bold : [])
    }
}
