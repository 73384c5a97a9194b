/// An entry of a `Palette`, 0...4095. Index 0 is the terminal's own colour.
public struct PaletteIndex: RawRepresentable, Hashable, Sendable {
    /// The entry's number in the palette.
    public let rawValue: UInt16
    /// The index of entry `rawValue`; a palette without it uses entry 0.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The terminal's own colour.
    public static let standard = PaletteIndex(rawValue: 0)
}

/// A colour as a terminal understands it.
public enum TerminalColor: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case standard
    /// An entry of the terminal's palette: 0–15 the named colours, 16–255 the colour cube and greys.
    case indexed(UInt8)
    /// 24 bits, 0xRRGGBB.
    case rgb(UInt32)
}

/// The meaning of the colour indices of cells, for a terminal and a theme.
public struct Palette: Hashable, Sendable {
    /// A colour, and the attributes that replace it where colours are few.
    public struct Entry: Hashable, Sendable {
        /// The colour of the entry.
        public var color: TerminalColor
        /// Attributes that are added to a cell whose ink is this entry.
        public var attributes: Attributes

        /// An entry of a colour and attributes.
        public init(_ color: TerminalColor, _ attributes: Attributes = []) {
            self.color = color
            self.attributes = attributes
        }
    }

    /// What bold means for an ink of the eight named colours: most terminals that have but sixteen show the bright one,
    /// and of black that is grey.
    public enum BoldInk: Hashable, Sendable {
        /// A heavier character in the same colour.
        case heavier
        /// The bright colour, but black stays black.
        case brighter
        /// Nothing: the bright colours cannot be read on a light background.
        case plain
    }

    /// What bold means for an ink of the eight named colours.
    public var boldInk = BoldInk.heavier
    private var entries: [Entry]

    /// A palette with entry 0 only.
    public init() { entries = [Entry(.standard)] }

    /// An entry; entry 0 for an index that was never set. Setting one beyond the end fills the gap with
    /// standard colours.
    public subscript(index: PaletteIndex) -> Entry {
        get { Int(index.rawValue) < entries.count ? entries[Int(index.rawValue)] : entries[0] }
        set {
            while entries.count <= Int(index.rawValue) { entries.append(Entry(.standard)) }
            entries[Int(index.rawValue)] = newValue
        }
    }

    /// The colours and attributes of `style`.
    ///
    /// The ink's attributes are added; of the paper's only reverse video applies to a background.
    public func resolve(_ style: Style) -> (ink: TerminalColor, paper: TerminalColor, attributes: Attributes)
    {
        let ink = self[style.ink]
        let paper = self[style.paper]
        var attributes = style.attributes.union(ink.attributes).union(paper.attributes.intersection(.reverse))
        guard boldInk != .heavier, attributes.contains(.bold), case .indexed(let color) = ink.color, color < 8
        else { return (ink.color, paper.color, attributes) }
        if boldInk == .brighter, color > 0 { return (.indexed(color + 8), paper.color, attributes) }
        attributes.remove(.bold)
        return (ink.color, paper.color, attributes)
    }
}
