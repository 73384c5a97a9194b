/// A position on the map in Braille dots from its top left; 2 × 4 dots make a character cell.
public struct DotPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The size of a map in Braille dots.
public struct DotSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The dots of `columns` × `rows` character cells.
    public init(columns: Int, rows: Int) {
        self.init(width: columns * Viewport.dotsPerColumn, height: rows * Viewport.dotsPerRow)
    }
}

/// A half-open rectangle of dots, as a part of a viewport.
public struct DotRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
