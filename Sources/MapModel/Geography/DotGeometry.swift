/// A position on the map in Braille dots from its top left; 2 × 4 dots make a character cell.
public struct DotPoint: Hashable, Sendable {
    /// Dots from the left edge, eastwards.
    public var x: Double
    /// Dots from the top edge, southwards.
    public var y: Double

    /// The point `x` dots from the left and `y` dots from the top; fractions and points outside the map are
    /// valid.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The size of a map in Braille dots.
public struct DotSize: Hashable, Sendable {
    /// Dots from left to right, two for each column of cells.
    public var width: Int
    /// Dots from top to bottom, four for each row of cells.
    public var height: Int

    /// A size in dots, which is not checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The dots of `columns` × `rows` character cells.
    public init(columns: Int, rows: Int) {
        self.init(width: columns * Viewport.dotsPerColumn, height: rows * Viewport.dotsPerRow)
    }
}

/// A half-open rectangle of dots within a viewport.
public struct DotRect: Hashable, Sendable {
    /// The leftmost column of dots.
    public var x: Int
    /// The topmost row of dots.
    public var y: Int
    /// Columns of dots; the rectangle ends before `x + width`.
    public var width: Int
    /// Rows of dots; the rectangle ends before `y + height`.
    public var height: Int

    /// A rectangle in dots from the top left of the view; it is not clipped to any view.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
