import CNcurses
import CellGraphics

/// The attributes and the colour pair that a style comes to on this terminal.
///
/// ncurses numbers pairs of colours; each pair in use is made once. When the terminal has no more (64 on the Linux
/// console) the paper is given up before the ink.
struct ColorPairs {
    struct Look: Hashable {
        var attributes: attr_t
        var pair: Int32
    }

    private struct Colors: Hashable {
        var ink: Int32
        var paper: Int32
    }

    private(set) var palette: Palette
    private let capabilities: TerminalCapabilities
    private var looks: [Style: Look] = [:]
    private var last: (style: Style, look: Look)
    /// 24-bit colours by the numbers that represent them on their way through ncurses.
    private(set) var directColors: [UInt16: UInt32] = [:]
    private var numbers: [UInt32: Int32] = [:]
    private var pairs: [Colors: Int32] = [Colors(ink: -1, paper: -1): 0]
    /// From so many 24-bit colours on, a new palette gets all numbers again: 240 are enough for any one.
    private static let mostKept = 100

    init(palette: Palette, capabilities: TerminalCapabilities) {
        self.palette = palette
        self.capabilities = capabilities
        last = (Style(), Look(attributes: 0, pair: 0))
    }

    /// True if the palette changed: every cell must be drawn again.
    mutating func use(_ newPalette: Palette) -> Bool {
        guard newPalette != palette else { return false }
        palette = newPalette
        looks = [:]
        last = (Style(), makeLook(of: Style()))
        return true
    }

    /// Reassigns the numbers of 24-bit colours where many are taken, and returns whether it did: then the numbers that
    /// ncurses and the filter of its output remember of the screen stand for other colours.
    mutating func forgetColors() -> Bool {
        guard numbers.count > Self.mostKept else { return false }
        numbers = [:]
        directColors = [:]
        looks = [:]
        last = (Style(), makeLook(of: Style()))
        return true
    }

    mutating func look(of style: Style) -> Look {
        // Neighbours mostly look alike.
        if style == last.style { return last.look }
        let look = looks[style] ?? makeLook(of: style)
        looks[style] = look
        last = (style, look)
        return look
    }

    /// Whether blanks of the style show its ink.
    func inkShowsOnBlanks(_ style: Style) -> Bool {
        !palette.resolve(style).attributes.isDisjoint(with: [.underline, .reverse])
    }

    private mutating func makeLook(of style: Style) -> Look {
        let (ink, paper, attributes) = palette.resolve(style)
        let (inkNumber, inkIsBright) = number(of: ink)
        let (paperNumber, _) = number(of: paper)
        var bits = curses(attributes)
        if inkIsBright { bits |= ncursesBold }
        return Look(attributes: bits, pair: pair(Colors(ink: inkNumber, paper: paperNumber)))
    }

    private func curses(_ attributes: Attributes) -> attr_t {
        var bits: attr_t = 0
        if attributes.contains(.bold) { bits |= ncursesBold }
        if attributes.contains(.dim) { bits |= ncursesDim }
        if attributes.contains(.underline) { bits |= ncursesUnderline }
        if attributes.contains(.reverse) { bits |= ncursesReverse }
        if attributes.contains(.italic) { bits |= capabilities.hasItalic ? ncursesItalic : ncursesUnderline }
        return bits
    }

    /// The terminal's number of a colour, -1 for its own; and whether bold must make it bright.
    private mutating func number(of color: TerminalColor) -> (Int32, isBright: Bool) {
        guard capabilities.colorDepth != .none else { return (-1, false) }
        switch color {
        case .standard: return (-1, false)
        case .rgb(let value):
            if capabilities.translatesColors { return (standIn(for: value), false) }
            // A palette for another terminal: its own colour is better than a wrong one. Direct-colour terminals
            // take numbers below 8 for the named colours.
            return capabilities.colorDepth == .direct ? (max(Int32(value & 0xFFFFFF), 8), false) : (-1, false)
        case .indexed(let index):
            let colors = Int(ncursesColors())
            if capabilities.colorDepth == .direct, index >= 8 { return (-1, false) }
            if Int(index) < colors { return (Int32(index), false) }
            return index < 16 && colors >= 8 ? (Int32(index & 7), true) : (-1, false)
        }
    }

    /// A number of the 256 for a colour of 24 bits; `RenditionFilter` sends the colour instead.
    private mutating func standIn(for value: UInt32) -> Int32 {
        if let number = numbers[value] { return number }
        let number = Int32(16 + numbers.count)
        guard number < 256 else { return -1 }
        numbers[value] = number
        directColors[UInt16(number)] = value
        return number
    }

    private mutating func pair(_ colors: Colors) -> Int32 {
        if let pair = pairs[colors] { return pair }
        let next = Int32(pairs.count)
        guard next < ncursesColorPairs(), init_extended_pair(next, colors.ink, colors.paper) == OK else {
            return pairs[Colors(ink: colors.ink, paper: -1)] ?? 0
        }
        pairs[colors] = next
        return next
    }
}
