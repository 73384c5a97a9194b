/// One character cell: what it shows and how.
///
/// Eight bytes and trivially copied. Colours are indices into a `Palette`, so that a change of theme needs no
/// new cells.
public struct Cell: Hashable, Sendable {
    /// The character.
    public var glyph: Glyph
    /// Its colours and attributes.
    public var style: Style

    /// A cell that shows `glyph` in `style`.
    public init(_ glyph: Glyph, _ style: Style) {
        self.glyph = glyph
        self.style = style
    }

    /// A space in the terminal's own colours.
    public static let blank = Cell(.space, Style())
}

/// What a cell shows: one scalar, a cluster of scalars kept in a `GlyphTable`, or nothing because the wide
/// character to its left covers it.
public struct Glyph: Hashable, Sendable {
    /// A scalar value, or an index into the table with the top bit set.
    let code: UInt32

    private static let tableFlag: UInt32 = 1 << 31

    /// The glyph of one scalar, which is not checked for its width.
    public init(_ scalar: Unicode.Scalar) { code = scalar.value }

    init(tableIndex: Int) { code = Self.tableFlag | UInt32(tableIndex) }

    private init(code: UInt32) { self.code = code }

    /// U+0020.
    public static let space = Glyph(" ")
    /// The right half of a wide character.
    public static let covered = Glyph(code: UInt32.max)

    var tableIndex: Int? {
        self != .covered && code & Self.tableFlag != 0 ? Int(code & ~Self.tableFlag) : nil
    }

    /// The scalar of a glyph that is a single scalar; nil for others.
    public var scalar: Unicode.Scalar? { code & Self.tableFlag == 0 ? Unicode.Scalar(code) : nil }
}

/// Colours by index and attributes of a cell.
public struct Style: Hashable, Sendable {
    /// 12 bits of the ink, 12 of the paper, 8 of the attributes.
    private var bits: UInt32 = 0

    /// The colour of the character.
    public var ink: PaletteIndex {
        get { PaletteIndex(rawValue: UInt16(truncatingIfNeeded: bits & Self.indexMask)) }
        set { bits = bits & ~Self.indexMask | UInt32(newValue.rawValue) & Self.indexMask }
    }
    /// The colour of the background.
    public var paper: PaletteIndex {
        get { PaletteIndex(rawValue: UInt16(truncatingIfNeeded: bits >> 12 & Self.indexMask)) }
        set { bits = bits & ~(Self.indexMask << 12) | (UInt32(newValue.rawValue) & Self.indexMask) << 12 }
    }
    /// Bold, dim and others, before the palette adds its own.
    public var attributes: Attributes {
        get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 24)) }
        set { bits = bits & ~(0xff << 24) | UInt32(newValue.rawValue) << 24 }
    }

    private static let indexMask: UInt32 = 0xfff

    /// A style; without arguments the terminal's own colours.
    public init(ink: PaletteIndex = .standard, paper: PaletteIndex = .standard, _ attributes: Attributes = [])
    {
        self.ink = ink
        self.paper = paper
        self.attributes = attributes
    }
}

/// How a terminal renders a character apart from its colours.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8
    /// Attributes of raw bits; unknown bits are kept and ignored.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or brighter on some terminals.
    public static let bold = Attributes(rawValue: 1)
    /// Faint, half as bright where it is supported.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted where it is supported.
    public static let italic = Attributes(rawValue: 4)
    /// A line below the character.
    public static let underline = Attributes(rawValue: 8)
    /// Ink and paper swapped.
    public static let reverse = Attributes(rawValue: 16)
}
