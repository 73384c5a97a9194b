/// Drops what is superfluous from the colour commands of a stream (SGR, ECMA-48 8.3.117).
///
/// ncurses sends both colours whenever one changes, and changes the ink for blanks, on which it does not show.
/// The filter remembers what was asked for and what the terminal has, and sends the difference when a character
/// needs it. Commands that it does not know pass as they are.
struct RenditionFilter {
    /// A colour as the codes that select it; empty is unknown.
    private typealias Codes = [UInt16]

    private struct Rendition: Equatable {
        var ink: Codes = [39]
        var paper: Codes = [49]
        /// Bit n stands for code n: 1 bold, 2 dim, 3 italic, 4 underline, 7 reverse.
        var attributes: UInt16 = 0

        static let visibleOnBlanks: UInt16 = 1 << 4 | 1 << 7
    }

    private var wanted = Rendition()
    /// What the terminal has; nil when that is not known.
    private var actual: Rendition?
    private var output: [UInt8] = []
    private var directColors: [UInt16: UInt32] = [:]

    /// Forgets what the terminal has: somebody else wrote to it.
    mutating func forget() {
        actual = nil
        wanted = Rendition()
    }

    /// The stream without what is superfluous. Sequences must not be cut at the ends of `bytes`.
    ///
    /// - Parameter directColors: numbers of the 256 that stand for colours of 24 bits, 0xRRGGBB.
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
        guard start + 1 < bytes.count, bytes[start + 1] == 0x5B else {
            // ESC ( B chooses a character set; ESC M and the like scroll, so the paper must be right.
            let isCharset = start + 2 < bytes.count && (0x28...0x2B).contains(bytes[start + 1])
            if !isCharset { settle(forBlank: true) }
            let end = min(start + (isCharset ? 3 : 2), bytes.count)
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
        if final == 0x6D, read(bytes[(start + 2)..<end]) { return end + 1 }
        if final == 0x6D {
            settle(forBlank: false)
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
        var numbers: [UInt16] = [0]
        for byte in parameters {
            switch byte {
            case 0x30...0x39:
                let (tens, isTooLarge) = numbers[numbers.count - 1].multipliedReportingOverflow(by: 10)
                if isTooLarge || tens > 60_000 { return false }
                numbers[numbers.count - 1] = tens + UInt16(byte - 0x30)
            case 0x3B: numbers.append(0)
            default: return false
            }
        }
        var next = wanted
        var index = 0
        while index < numbers.count {
            guard let used = Self.apply(numbers[index...], to: &next) else { return false }
            index += used
        }
        wanted = next
        return true
    }

    /// Applies the first code; the number of parameters that it took.
    private static func apply(_ codes: ArraySlice<UInt16>, to rendition: inout Rendition) -> Int? {
        guard let code = codes.first else { return nil }
        switch code {
        case 0: rendition = Rendition()
        case 1, 2, 3, 4, 7: rendition.attributes |= 1 << code
        case 22: rendition.attributes &= ~(1 << 1 | 1 << 2)
        case 23, 24, 27: rendition.attributes &= ~(1 << (code - 20))
        case 30...37, 39, 90...97: rendition.ink = [code]
        case 40...47, 49, 100...107: rendition.paper = [code]
        case 38, 48:
            let kind = codes.dropFirst().first
            let length = kind == 5 ? 3 : kind == 2 ? 5 : 0
            guard length > 0, codes.count >= length else { return nil }
            if code == 38 {
                rendition.ink = Array(codes.prefix(length))
            } else {
                rendition.paper = Array(codes.prefix(length))
            }
            return length
        default: return nil
        }
        return 1
    }

    // MARK: - Writing

    /// Sends what lies between the terminal's rendition and the wanted one, as far as a blank or a character shows it.
    private mutating func settle(forBlank isBlank: Bool) {
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

    private func translated(_ codes: Codes) -> Codes {
        guard codes.count == 3, let color = directColors[codes[2]] else { return codes }
        return [codes[0], 2] + [color >> 16 & 255, color >> 8 & 255, color & 255].map { UInt16($0) }
    }

    private mutating func send(_ target: Rendition) {
        guard target != actual else { return }
        var codes: Codes = []
        var base = actual
        if base == nil || (base?.attributes ?? 0) & ~target.attributes != 0 {
            codes.append(0)
            base = Rendition()
        }
        let before = base ?? Rendition()
        for attribute in [1, 2, 3, 4, 7] as Codes
        where target.attributes & ~before.attributes & (1 << attribute) != 0 { codes.append(attribute) }
        if target.ink != before.ink { codes += translated(target.ink) }
        if target.paper != before.paper { codes += translated(target.paper) }
        output += [0x1B, 0x5B]
        for (index, code) in codes.enumerated() {
            if index > 0 { output.append(0x3B) }
            output += String(code).utf8
        }
        output.append(0x6D)
        actual = target
    }
}
