/// Drops what is superfluous from the colour commands of a stream (SGR, ECMA-48 8.3.117).
///
/// ncurses sends both colours whenever one changes, and changes the ink for blanks, on which it does not show.
/// The filter remembers what was asked for and what the terminal has, and sends the difference when a character
/// needs it. Commands that it does not know pass as they are.
struct RenditionFilter {
    /// A colour as the parameters that select it, such as "38;5;66" or "38:2::1:2:3".
    private typealias Codes = [UInt8]

    private struct Rendition: Equatable {
        var ink = Codes("39".utf8)
        var paper = Codes("49".utf8)
        /// Bit n stands for code n: 1 bold, 2 dim, 3 italic, 4 underline, 5 blink, 7 reverse, 8 hidden.
        var attributes: UInt16 = 0

        static let visibleOnBlanks: UInt16 = 1 << 4 | 1 << 7
    }

    /// The terminal can take back single attributes (SGR 22 to 28), as all that came after the VT100.
    var clearsSingly = false
    private var wanted = Rendition()
    /// What the terminal has; nil when that is not known.
    private var actual: Rendition?
    /// After an unknown command everything passes, until one that resets all attributes.
    /// The last sequence that chose a character set.
    private var charset: ArraySlice<UInt8> = []
    private var isBypassing = false
    private var output: [UInt8] = []
    private var directColors: [UInt16: UInt32] = [:]

    /// Forgets what the terminal has: somebody else wrote to it.
    mutating func forget() {
        actual = nil
        isBypassing = false
        wanted = Rendition()
        charset = []
    }

    /// The stream without what is superfluous. Sequences must not be cut at the ends of `bytes`.
    ///
    /// - Parameter directColors: numbers of the 256 that represent 24-bit colours, 0xRRGGBB.
    mutating func filtered(_ bytes: [UInt8], directColors: [UInt16: UInt32] = [:]) -> [UInt8] {
        self.directColors = directColors
        output.removeAll(keepingCapacity: true)
        output.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x1B: position = readEscape(bytes, position)
            case 0x20:
                settle(forBlank: true)
                output.append(byte)
                position += 1
            case 0x08, 0x0D, 0x0E, 0x0F:
                output.append(byte)
                position += 1
            default:
                settle(forBlank: false)
                output.append(byte)
                position += 1
            }
        }
        return output
    }

    /// Reads a sequence that begins with ESC; returns where the next one begins.
    private mutating func readEscape(_ bytes: [UInt8], _ start: Int) -> Int {
        // ESC ] R resets the palette of the Linux console. We never change it, and elsewhere it begins a string
        // that swallows the screen.
        if bytes[start...].starts(with: [0x1B, 0x5D, 0x52]) { return start + 3 }
        guard start + 1 < bytes.count, bytes[start + 1] == 0x5B else {
            // ESC ( B chooses a character set; ESC M and the like scroll, so the paper must be right.
            let isCharset = start + 2 < bytes.count && (0x28...0x2B).contains(bytes[start + 1])
            if !isCharset { settle(forBlank: true) }
            let end = min(start + (isCharset ? 3 : 2), bytes.count)
            // With each change of attributes ncurses chooses the set that is already there.
            if isCharset {
                guard bytes[start..<end] != charset else { return end }
                charset = bytes[start..<end]
            }
            output += bytes[start..<end]
            return end
        }
        var end = start + 2
        while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) { end += 1 }
        guard end < bytes.count else {
            output += bytes[start...]
            return bytes.count
        }
        let final = bytes[end]
        if final == 0x6D {
            if read(bytes[(start + 2)..<end]) { return end + 1 }
            if !isBypassing { settle(forBlank: false) }
            isBypassing = true
            actual = nil
        } else if !Self.movesOnly(final) {
            // REP (b) repeats a character; the others erase or scroll in the colour of the paper.
            settle(forBlank: final != 0x62)
        }
        output += bytes[start...end]
        return end + 1
    }

    /// Cursor moves and modes, which have no colour.
    private static func movesOnly(_ final: UInt8) -> Bool {
        // A B C D G H d f h l r
        [0x41, 0x42, 0x43, 0x44, 0x47, 0x48, 0x64, 0x66, 0x68, 0x6C, 0x72].contains(final)
    }

    // MARK: - Reading

    /// Takes over what the parameters of an SGR ask for; false if one is not known.
    private mutating func read(_ parameters: ArraySlice<UInt8>) -> Bool {
        let fields = parameters.split(separator: 0x3B, omittingEmptySubsequences: false)
        let isReset = fields.first.map { $0.isEmpty || $0.elementsEqual([0x30]) } ?? true
        if isBypassing, !isReset { return false }
        var next = wanted
        var rest = fields[...]
        while !rest.isEmpty {
            guard let used = Self.apply(rest, to: &next) else { return false }
            rest = rest.dropFirst(used)
        }
        isBypassing = false
        wanted = next
        return true
    }

    /// Applies the first parameter; how many parameters it took, nil if it is not known.
    private static func apply(_ fields: ArraySlice<ArraySlice<UInt8>>, to rendition: inout Rendition) -> Int?
    {
        guard let field = fields.first, let code = number(field.prefix { $0 != 0x3A }) else { return nil }
        if field.contains(0x3A) {
            switch code {
            case 38: rendition.ink = Array(field)
            case 48: rendition.paper = Array(field)
            default: return nil
            }
            return 1
        }
        switch code {
        case 0: rendition = Rendition()
        case 1...5, 7, 8: rendition.attributes |= 1 << code
        case 10, 11: break  // fonts: ncurses resets the first one with everything else
        case 22: rendition.attributes &= ~(1 << 1 | 1 << 2)
        case 23...25, 27, 28: rendition.attributes &= ~(1 << (code - 20))
        case 30...37, 39, 90...97: rendition.ink = Array(field)
        case 40...47, 49, 100...107: rendition.paper = Array(field)
        case 38, 48:
            let kind = fields.dropFirst().first.flatMap { number($0) }
            let length = kind == 5 ? 3 : kind == 2 ? 5 : 0
            guard length > 0, fields.count >= length else { return nil }
            let codes = Array(fields.prefix(length).joined(separator: [0x3B]))
            if code == 38 { rendition.ink = codes } else { rendition.paper = codes }
            return length
        default: return nil
        }
        return 1
    }

    /// A number of at most four digits; nothing counts as 0.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count <= 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
    }

    // MARK: - Writing

    /// Sends what lies between the terminal's rendition and the wanted one, as far as a blank or a character shows it.
    private mutating func settle(forBlank isBlank: Bool) {
        if isBypassing { return }
        var target = wanted
        if isBlank, let actual {
            let shown = Rendition.visibleOnBlanks
            // In reverse video the ink is the paper.
            guard wanted.attributes & shown == 0, actual.attributes & shown == 0 else { return send(target) }
            target.ink = actual.ink
            target.attributes = actual.attributes
        }
        send(target)
    }

    /// The entry of the cube of 256 colours that is exactly a 24-bit colour.
    private static func indexed(_ color: UInt32) -> Int? {
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        guard let red = levels.firstIndex(of: color >> 16 & 255),
            let green = levels.firstIndex(of: color >> 8 & 255), let blue = levels.firstIndex(of: color & 255)
        else { return nil }
        return 16 + 36 * red + 6 * green + blue
    }

    private func translated(_ codes: Codes) -> Codes {
        guard !directColors.isEmpty, codes.dropFirst(2).starts(with: [0x3B, 0x35, 0x3B]),
            let number = Self.number(codes.dropFirst(5)), let color = directColors[number]
        else { return codes }
        // A colour that the 256 have is shorter so.
        if let indexed = Self.indexed(color) {
            return Codes("\(codes[0] == 0x33 ? 38 : 48);5;\(indexed)".utf8)
        }
        return Codes(
            "\(codes[0] == 0x33 ? 38 : 48);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)".utf8)
    }

    /// What takes back one attribute of some; nil for several, and for bold or dim where the other is to stay.
    private static func ends(of excess: UInt16, in attributes: UInt16) -> Codes? {
        switch excess {
        case 1 << 1 where attributes & 1 << 2 == 0, 1 << 2 where attributes & 1 << 1 == 0: Codes("22".utf8)
        case 1 << 3: Codes("23".utf8)
        case 1 << 4: Codes("24".utf8)
        case 1 << 7: Codes("27".utf8)
        default: nil
        }
    }

    private mutating func send(_ target: Rendition) {
        guard target != actual else { return }
        var codes: [Codes] = []
        var base = actual
        let excess = (base?.attributes ?? 0) & ~target.attributes
        if let kept = base?.attributes, clearsSingly, excess != 0, let ends = Self.ends(of: excess, in: kept)
        {
            codes.append(ends)
            base?.attributes &= ~excess
        } else if base == nil || excess != 0 {
            codes.append([0x30])
            base = Rendition()
        }
        let before = base ?? Rendition()
        for attribute in [1, 2, 3, 4, 5, 7, 8] as [UInt8]
        where target.attributes & ~before.attributes & (1 << UInt16(attribute)) != 0 {
            codes.append([0x30 + attribute])
        }
        if target.ink != before.ink { codes.append(translated(target.ink)) }
        if target.paper != before.paper { codes.append(translated(target.paper)) }
        output += [0x1B, 0x5B] + codes.joined(separator: [0x3B]) + [0x6D]
        actual = target
    }
}
