/// A point of the screen in character cells from its top left.
public struct CellPoint: Hashable, Sendable {
    /// Columns from the left edge.
    public var column: Int
    /// Rows from the top edge.
    public var row: Int

    /// The cell in `column` and `row`, which may lie outside the screen.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A half-open rectangle of character cells.
public struct CellRect: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// Columns, 0 or more.
    public var width: Int
    /// Rows, 0 or more.
    public var height: Int

    /// A rectangle in cells; a negative width or height becomes 0.
    public init(column: Int, row: Int, width: Int, height: Int) {
        self.column = column
        self.row = row
        self.width = Swift.max(width, 0)
        self.height = Swift.max(height, 0)
    }

    /// The first column to the right of it.
    public var endColumn: Int { column + width }
    /// The first row below it.
    public var endRow: Int { row + height }
    /// Whether it holds no cell.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether the cell at `point` lies inside.
    public func contains(_ point: CellPoint) -> Bool {
        point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
    }

    /// Whether the two share a cell.
    public func intersects(_ other: CellRect) -> Bool {
        column < other.endColumn && other.column < endColumn && row < other.endRow && other.row < endRow
    }
}

/// A frame: a grid of cells. Writing outside it is ignored.
public struct CellBuffer {
    /// Columns, 0 or more.
    public let width: Int
    /// Rows, 0 or more.
    public let height: Int
    /// The clusters of the screen; buffers can be compared only when they share the table.
    public let glyphs: GlyphTable
    private(set) public var cells: [Cell]

    /// A frame of blank cells; a negative width or height becomes 0.
    public init(width: Int, height: Int, glyphs: GlyphTable) {
        self.width = Swift.max(width, 0)
        self.height = Swift.max(height, 0)
        self.glyphs = glyphs
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    /// All cells of the frame.
    public var bounds: CellRect { CellRect(column: 0, row: 0, width: width, height: height) }

    /// Reads outside the frame trap; a write outside it does nothing.
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

    /// Replaces symbols of this program with similar ASCII; any other character stays.
    public mutating func useASCIISigns() {
        for index in cells.indices {
            guard let scalar = cells[index].glyph.scalar, scalar.value > 0x7E,
                let sign = AsciiFallback.sign(for: scalar)
            else { continue }
            cells[index].glyph = Glyph(sign)
        }
    }

    /// Replaces every character that is not ASCII, of names too, for a reader without Unicode.
    public mutating func useASCIIAlone() {
        for index in cells.indices {
            let glyph = cells[index].glyph
            guard glyph != .covered else {
                cells[index].glyph = Glyph(" ")
                continue
            }
            guard let first = glyphs.text(of: glyph).unicodeScalars.first, first.value > 0x7E else {
                continue
            }
            cells[index].glyph = Glyph(AsciiFallback.character(for: first))
        }
    }

    /// The cells of one row, left to right.
    public func row(_ row: Int) -> ArraySlice<Cell> { cells[row * width..<(row + 1) * width] }
}
