/// One character cell: what stands in it and how.
///
/// Eight bytes and trivially copied. Colours are indices into a `Palette`, so that a change of theme
/// redraws nothing but the terminal's idea of a colour.
public struct Cell: Hashable, Sendable {
    public var glyph: Glyph
    public var style: Style

    public init(_ glyph: Glyph, _ style: Style) {
        self.glyph = glyph
        self.style = style
    }

    public static let blank = Cell(.space, Style())
}

/// What a cell shows: one scalar, a cluster of scalars kept in a `GlyphTable`, or nothing because the wide
/// character to its left covers it.
public struct Glyph: Hashable, Sendable {
    /// A scalar value, or an index into the table with the top bit set.
    let code: UInt32

    private static let tableFlag: UInt32 = 1 << 31

    public init(_ scalar: Unicode.Scalar) { code = scalar.value }

    init(tableIndex: Int) { code = Self.tableFlag | UInt32(tableIndex) }

    private init(code: UInt32) { self.code = code }

    public static let space = Glyph(" ")
    /// The right half of a wide character.
    public static let covered = Glyph(code: UInt32.max)

    var tableIndex: Int? {
        self != .covered && code & Self.tableFlag != 0 ? Int(code & ~Self.tableFlag) : nil
    }

    /// The scalar of a glyph that is only one.
    public var scalar: Unicode.Scalar? { code & Self.tableFlag == 0 ? Unicode.Scalar(code) : nil }
}

/// Colours by index and attributes of a cell.
public struct Style: Hashable, Sendable {
    public var ink: PaletteIndex
    public var paper: PaletteIndex
    public var attributes: Attributes

    public init(ink: PaletteIndex = .standard, paper: PaletteIndex = .standard, _ attributes: Attributes = [])
    {
        self.ink = ink
        self.paper = paper
        self.attributes = attributes
    }
}

public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
}
