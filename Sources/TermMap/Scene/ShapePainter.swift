import App
import CellGraphics
import MapModel
import TerminalInput

/// Draws the lines and areas of rows over the terrain: outlines a dot wide, and inside a tint or a sparse pattern.
struct ShapePainter {
    /// All that the shapes of a view depend on.
    struct Key: Equatable {
        var shapes: ShapeIndex
        var viewport: Viewport
        var area: CellRect
        var charset: Charset
        var mode: ColorMode
        var layers = LayerRows()
        /// One bit a layer that is not drawn.
        var hiddenLayers: LayerMarks.Mask = 0
        /// The rows that are shown; nil for all.
        var rows: RowSet?
        /// The class of each row, and the colours of classes; nil where layers have theirs.
        var classOfRow: [UInt8]?
        var palette: ClassPalette?
        /// The row whose shape stands out.
        var selectedRow: UInt32?

        fileprivate func classNumber(ofRow row: UInt32) -> Int? {
            guard palette != nil, let classOfRow else { return nil }
            return Int(row) < classOfRow.count ? Int(classOfRow[Int(row)]) : 0
        }

        /// Of a class, or of a layer.
        fileprivate func hue(of index: Int) -> LayerHue {
            if let palette { return palette.hue(of: index) }
            return layers.count > 1 ? LayerPalette.hue(of: index) : LayerPalette.data
        }
    }

    private let charset: Charset
    private let mode: ColorMode
    private let cellCount: Int
    /// Cells that a line runs through, those in front last.
    private var lines: [(cell: CellPoint, bits: UInt8, role: Role)] = []
    /// Cells that lie inside areas, with the layer in front.
    private var areas: [(cell: CellPoint, hue: LayerHue)] = []

    init(_ key: Key) {
        charset = key.charset
        mode = key.mode
        cellCount = key.area.width * key.area.height
        let view = ShapeView(key.viewport)
        var canvases: [ShapeCanvas?] = Array(
            repeating: nil, count: key.palette == nil ? key.layers.count : ClassCounts.limit)
        key.shapes.visit(in: view.window, largerThan: ShapeCanvas.leastExtent(in: view)) { shape in
            let layer = key.layers.layer(of: key.shapes[shape].row)
            guard key.hiddenLayers >> LayerMarks.Mask(layer) & 1 == 0 else { return }
            let row = key.shapes[shape].row
            guard key.rows?.contains(row) ?? true else { return }
            let canvas = key.classNumber(ofRow: row) ?? layer
            if canvases[canvas] == nil { canvases[canvas] = ShapeCanvas(key.viewport) }
            canvases[canvas]?.draw(shape, of: key.shapes)
        }
        for (index, canvas) in canvases.enumerated() {
            guard let canvas else { continue }
            let hue = key.hue(of: index)
            add(canvas, hue, line: hue.line, in: key.area)
        }
        guard let shape = key.selectedRow.flatMap({ key.shapes.shape(of: $0) }) else { return }
        var canvas = ShapeCanvas(key.viewport)
        canvas.draw(shape, of: key.shapes, isExact: true)
        add(canvas, LayerPalette.selected, line: .selection, in: key.area)
    }

    private mutating func add(_ canvas: ShapeCanvas, _ hue: LayerHue, line: Role, in area: CellRect) {
        let hasAreas = !canvas.areas.isEmpty
        let hasLines = !canvas.lines.isEmpty
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let x = column * Viewport.dotsPerColumn
                let y = row * Viewport.dotsPerRow
                let cell = CellPoint(column: column, row: row)
                if hasAreas, canvas.areas.brailleBits(x: x, y: y).nonzeroBitCount >= 4 {
                    areas.append((cell, hue))
                }
                guard hasLines else { continue }
                let bits = canvas.lines.brailleBits(x: x, y: y)
                if bits != 0 { lines.append((cell, bits, line)) }
            }
        }
    }

    /// Names keep off the lines, unless these are so many that no name would find a place.
    func take(from occupancy: inout CellOccupancy) {
        guard lines.count * 4 <= cellCount else { return }
        for line in lines {
            occupancy.take(CellRect(column: line.cell.column, row: line.cell.row, width: 1, height: 1))
        }
    }

    func draw(into frame: inout CellBuffer) {
        // The one in front first: a cell that is tinted stays as it is.
        for (cell, hue) in areas.reversed() { drawArea(cell, hue, &frame) }
        // Of sixteen colours the bright ones: dark blue is not seen on black.
        let attributes: Attributes = mode == .sixteen ? .bold : []
        for (cell, bits, role) in lines {
            let paper = frame[cell.column, cell.row].style.paper
            frame[cell.column, cell.row] = Cell(glyph(bits), Style(ink: role.index, paper: paper, attributes))
        }
    }

    private func glyph(_ bits: UInt8) -> Glyph {
        charset == .ascii ? AsciiPattern.glyph(for: bits) : Glyph(braille: bits)
    }

    /// The tint lies on land and sea in their place, so that coasts are seen through it; with few colours a sparse
    /// pattern lies where the terrain leaves cells empty.
    private func drawArea(_ cell: CellPoint, _ hue: LayerHue, _ frame: inout CellBuffer) {
        var beneath = frame[cell.column, cell.row]
        if mode == .truecolor {
            beneath.style.paper = tinted(beneath.style.paper, hue)
            beneath.style.ink = tinted(beneath.style.ink, hue)
            frame[cell.column, cell.row] = beneath
        } else if isOpen(beneath), let pattern = hue.pattern(cell, charset) {
            frame[cell.column, cell.row] = Cell(
                pattern, Style(ink: hue.land.index, paper: beneath.style.paper))
        }
    }

    private func tinted(_ index: PaletteIndex, _ hue: LayerHue) -> PaletteIndex {
        switch index {
        case Role.land.index: hue.land.index
        case Role.sea.index: hue.sea.index
        default: index
        }
    }

    /// Nothing is drawn there but land itself.
    private func isOpen(_ cell: Cell) -> Bool {
        cell.glyph == .space || cell.style.ink == Role.farBorder.index && cell.style.attributes == .dim
    }
}
