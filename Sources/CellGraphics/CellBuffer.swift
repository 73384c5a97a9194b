/// A point of the screen in character cells from its top left.
public struct CellPoint: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A half-open rectangle of character cells.
public struct CellRect: Hashable, Sendable {
    public var column: Int
    public var row: Int
    public var width: Int
    public var height: Int

    public init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = Swift.max(width, 0)
        self.height = Swift.max(height, 0)
    }

    public var endColumn: Int { column + width }
    public var endRow: Int { row + height }
    public var isEmpty: Bool { width == 0 || height == 0 }

    public func contains(_ point: CellPoint) -> Bool {
        point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
    }

    public func intersects(_ other: CellRect) -> Bool {
        column < other.endColumn && other.column < endColumn && row < other.endRow && other.row < endRow
    }
}

/// A frame: a grid of cells. Writing outside it is ignored.
public struct CellBuffer {
    public let width: Int
    public let height: Int
    public let glyphs: GlyphTable
    private(set) public var cells: [Cell]

    public init(width: Int, height: Int, glyphs: GlyphTable) {
        self.width = Swift.max(width, 0)
        self.height = Swift.max(height, 0)
        self.glyphs = glyphs
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    public var bounds: CellRect { CellRect(column: 0, row: 0, width: width, height: height) }

    /// Reads are bounds checked by the array; a write outside the frame does nothing.
    public subscript(column: Int, row: Int) -> Cell {
        get { cells[row * width + column] }
        set {
            guard column >= 0, column < width, row >= 0, row < height else { return }
            cells[row * width + column] = newValue
        }
    }

    /// Fills `rect` with blanks on `paper`.
    public mutating func fill(_ rect: CellRect, paper: PaletteIndex) {
        let columns =
            Swift.max(rect.column, 0)..<Swift.max(Swift.min(rect.endColumn, width), Swift.max(rect.column, 0))
        for row in Swift.max(rect.row, 0)..<Swift.max(Swift.min(rect.endRow, height), Swift.max(rect.row, 0))
        {
            for column in columns { cells[row * width + column] = Cell(.space, Style(paper: paper)) }
        }
    }

    /// Replaces the signs that we draw with by ASCII that looks alike; any other character stays.
    public mutating func useASCIISigns() {
        for index in cells.indices {
            guard let scalar = cells[index].glyph.scalar, scalar.value > 0x7E,
                let sign = AsciiFallback.sign(for: scalar)
            else { continue }
            cells[index].glyph = Glyph(sign)
        }
    }

    /// The cells of one row, left to right.
    public func row(_ row: Int) -> ArraySlice<Cell> { cells[row * width..<(row + 1) * width] }
}
