/// Drops what is superfluous from the colour commands of a stream (SGR, ECMA-48 8.3.117).
///
/// ncurses sends both colours whenever one changes, and changes the ink for blanks, on which it does not show.
/// The filter remembers what was asked for and what the terminal has, and sends the difference when a character
/// needs it. Commands that it does not know pass as they are.
struct RenditionFilter {
    /// How a command chooses a colour.
    private enum Color: Equatable {
        /// A parameter of its own, such as 31 or 49.
        case code(UInt16)
        /// An entry of the palette: 38;5;66.
        case entry(UInt16)
        /// 38;2;r;g;b, as 0xRRGGBB.
        case direct(UInt32)
        /// Parameters with colons, such as "38:2::1:2:3".
        case other([UInt8])
    }

    private struct Rendition: Equatable {
        var ink = Color.code(39)
        var paper = Color.code(49)
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
        let first = parameters.prefix { $0 != 0x3B }
        let isReset = first.isEmpty || first.elementsEqual([0x30])
        if isBypassing, !isReset { return false }
        var next = wanted
        var rest: ArraySlice<UInt8>? = parameters
        while let field = Self.field(&rest) {
            guard Self.apply(field, &rest, to: &next) else { return false }
        }
        isBypassing = false
        wanted = next
        return true
    }

    /// Takes what stands before the next semicolon; nil, and what is left is nil, behind the last one.
    private static func field(_ rest: inout ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        guard let parameters = rest else { return nil }
        let end = parameters.firstIndex(of: 0x3B)
        rest = end.map { parameters[($0 + 1)...] }
        return parameters[..<(end ?? parameters.endIndex)]
    }

    /// Applies a parameter, and those behind it that belong to it; false if it is not known.
    private static func apply(
        _ field: ArraySlice<UInt8>, _ rest: inout ArraySlice<UInt8>?, to rendition: inout Rendition
    ) -> Bool {
        guard let code = number(field.prefix { $0 != 0x3A }) else { return false }
        if field.contains(0x3A) {
            switch code {
            case 38: rendition.ink = .other(Array(field))
            case 48: rendition.paper = .other(Array(field))
            default: return false
            }
            return true
        }
        switch code {
        case 0: rendition = Rendition()
        case 1...5, 7, 8: rendition.attributes |= 1 << code
        case 10, 11: break  // fonts: ncurses resets the first one with everything else
        case 22: rendition.attributes &= ~(1 << 1 | 1 << 2)
        case 23...25, 27, 28: rendition.attributes &= ~(1 << (code - 20))
        case 30...37, 39, 90...97: rendition.ink = .code(code)
        case 40...47, 49, 100...107: rendition.paper = .code(code)
        case 38, 48:
            guard let color = color(&rest) else { return false }
            if code == 38 { rendition.ink = color } else { rendition.paper = color }
        default: return false
        }
        return true
    }

    /// What follows 38 or 48: an entry of the palette, or red, green and blue.
    private static func color(_ rest: inout ArraySlice<UInt8>?) -> Color? {
        switch field(&rest).flatMap(number) {
        case 5: return field(&rest).flatMap(number).map { .entry($0) }
        case 2:
            var color: UInt32 = 0
            for _ in 0..<3 {
                guard let part = field(&rest).flatMap(number), part < 256 else { return nil }
                color = color << 8 | UInt32(part)
            }
            return .direct(color)
        default: return nil
        }
    }

    /// A number of at most four digits; nothing counts as 0.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count <= 4 else { return nil }
        var number: UInt16 = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            number = number * 10 + UInt16(digit - 0x30)
        }
        return number
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

    private func translated(_ color: Color) -> Color {
        guard case .entry(let number) = color, let direct = directColors[number] else { return color }
        // A colour that the 256 have is shorter so.
        return Self.indexed(direct).map { .entry(UInt16($0)) } ?? .direct(direct)
    }

    /// Appends the parameters that choose a colour.
    ///
    /// - Parameter code: 38 for the ink, 48 for the paper.
    private mutating func append(_ color: Color, _ code: UInt16) {
        switch color {
        case .code(let code): append(code)
        case .entry(let number):
            append(code)
            append(5)
            append(number)
        case .direct(let direct):
            append(code)
            append(2)
            for shift in [16, 8, 0] as [UInt32] { append(UInt16(direct >> shift & 255)) }
        case .other(let parameters): append(parameters)
        }
    }

    /// Appends a parameter, behind a semicolon unless it is the first one.
    private mutating func append(_ number: UInt16) {
        if output.last != 0x5B { output.append(0x3B) }
        var divisor: UInt16 = number >= 1000 ? 1000 : number >= 100 ? 100 : number >= 10 ? 10 : 1
        while divisor > 0 {
            output.append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func append(_ parameters: [UInt8]) {
        if output.last != 0x5B { output.append(0x3B) }
        output += parameters
    }

    /// What takes back one attribute of some; nil for several, and for bold or dim where the other is to stay.
    private static func end(of excess: UInt16, in attributes: UInt16) -> UInt16? {
        switch excess {
        case 1 << 1 where attributes & 1 << 2 == 0, 1 << 2 where attributes & 1 << 1 == 0: 22
        case 1 << 3: 23
        case 1 << 4: 24
        case 1 << 7: 27
        default: nil
        }
    }

    private mutating func send(_ target: Rendition) {
        guard target != actual else { return }
        var base = actual
        output += [0x1B, 0x5B]
        let excess = (base?.attributes ?? 0) & ~target.attributes
        if let kept = base?.attributes, clearsSingly, excess != 0, let end = Self.end(of: excess, in: kept) {
            append(end)
            base?.attributes &= ~excess
        } else if base == nil || excess != 0 {
            append(0)
            base = Rendition()
        }
        let before = base ?? Rendition()
        let missing = target.attributes & ~before.attributes
        for attribute in [1, 2, 3, 4, 5, 7, 8] as [UInt16] where missing & 1 << attribute != 0 {
            append(attribute)
        }
        if target.ink != before.ink { append(translated(target.ink), 38) }
        if target.paper != before.paper { append(translated(target.paper), 48) }
        output.append(0x6D)
        actual = target
    }
}
