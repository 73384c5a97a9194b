import CellGraphics

/// A complete `ESC [ …`, `ESC [ [ x` or `ESC O x`.
package struct ControlSequence {
    private enum Introducer { case control, console, single }

    private let introducer: Introducer
    /// `<`, `?`, `>` or `=`: the sequence is private.
    private let marker: UInt8?
    private let numbers: [Int]
    private let final: UInt8

    /// Larger numbers mean nothing to us, and must not overflow.
    private static let largestNumber = 1_000_000

    /// - Parameter bytes: ESC, introducer, parameters, final byte: at least three.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count >= 3)
        final = bytes[bytes.count - 1]
        if bytes[1] == UInt8(ascii: "O") {
            introducer = .single
        } else if bytes[2] == UInt8(ascii: "["), bytes.count == 4 {
            introducer = .console
        } else {
            introducer = .control
        }
        let parameters = introducer == .control ? bytes[2..<(bytes.count - 1)] : []
        marker = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        numbers =
            parameters.isEmpty ? [] : Self.numbers(in: marker == nil ? parameters : parameters.dropFirst())
    }

    /// The numbers between semicolons; a missing one is 0. A colon ends a number: what follows is a refinement.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
            field.prefix { (0x30...0x39).contains($0) }.reduce(0) { value, digit in
                Swift.min(value * 10 + Int(digit - 0x30), largestNumber)
            }
        }
    }

    private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

    var isPasteStart: Bool { marker == nil && final == UInt8(ascii: "~") && number(0) == 200 }

    /// The answer to what terminal it is (DA1).
    var isAttributes: Bool { marker == UInt8(ascii: "?") && final == UInt8(ascii: "c") }

    /// The column of the cursor, from 1, in the answer to where it stands (CPR).
    var cursorColumn: Int? {
        marker == nil && introducer == .control && final == UInt8(ascii: "R") && numbers.count == 2
            ? number(1) : nil
    }

    /// The kind and the version in the answer to DA2.
    var terminalKind: (kind: Int, version: Int)? {
        marker == UInt8(ascii: ">") && final == UInt8(ascii: "c") ? (number(0), number(1)) : nil
    }

    /// The answer that frames can be shown at once: mode 2026 is set, reset, or always set.
    package var offersSynchronizedOutput: Bool {
        marker == UInt8(ascii: "?") && final == UInt8(ascii: "y") && number(0) == 2026
            && (1...3).contains(number(1))
    }

    // MARK: Keys

    var keyPress: InputDecoder.KeyPress? {
        guard marker == nil else { return nil }
        switch introducer {
        case .console:
            guard (0x41...0x45).contains(final) else { return nil }
            return .init(key: .function(Int(final) - 0x40))
        case .single: return singleKey
        case .control: return controlKey
        }
    }

    private var singleKey: InputDecoder.KeyPress? {
        switch final {
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            return letterKey(final - 0x20).map { .init(key: $0, modifiers: .control) }
        case UInt8(ascii: "M"): return .init(key: .enter)
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            return .init(key: .character(Character(Unicode.Scalar(final - 0x40))))
        default: return letterKey(final).map { .init(key: $0) }
        }
    }

    private var controlKey: InputDecoder.KeyPress? {
        switch final {
        case UInt8(ascii: "~"):
            if number(0) == 27 { return characterKey(number(2), modifiers(number(1))) }
            return numberedKey.map { .init(key: $0, modifiers: modifiers(number(1))) }
        case UInt8(ascii: "u"): return characterKey(number(0), modifiers(number(1)))
        case UInt8(ascii: "^"): return numberedKey.map { .init(key: $0, modifiers: .control) }
        case UInt8(ascii: "$"): return numberedKey.map { .init(key: $0, modifiers: .shift) }
        case UInt8(ascii: "@"): return numberedKey.map { .init(key: $0, modifiers: [.control, .shift]) }
        case UInt8(ascii: "Z"): return .init(key: .backTab)
        case UInt8(ascii: "a")...UInt8(ascii: "d") where numbers.isEmpty:
            return letterKey(final - 0x20).map { .init(key: $0, modifiers: .shift) }
        // With numbers it is where the cursor stands, not F3.
        case UInt8(ascii: "R") where !numbers.isEmpty: return nil
        default:
            guard numbers.count <= 2 else { return nil }
            return letterKey(final).map { .init(key: $0, modifiers: modifiers(number(1))) }
        }
    }

    private func letterKey(_ letter: UInt8) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
        default: nil
        }
    }

    private var numberedKey: Key? {
        switch number(0) {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number(0) - 10)
        case 17...21: .function(number(0) - 11)
        case 23...24: .function(number(0) - 12)
        default: nil
        }
    }

    /// A key reported by its code point (modifyOtherKeys and the kitty protocol).
    private func characterKey(_ code: Int, _ modifiers: Modifiers) -> InputDecoder.KeyPress? {
        switch code {
        case 9:
            let key: Key = modifiers.contains(.shift) ? .backTab : .tab
            return .init(key: key, modifiers: modifiers.subtracting(.shift))
        case 13: return .init(key: .enter, modifiers: modifiers)
        case 27: return .init(key: .escape, modifiers: modifiers)
        case 127: return .init(key: .backspace, modifiers: modifiers)
        default: break
        }
        guard code >= 32, !(0x80..<0xA0).contains(code), let value = UInt32(exactly: code),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        return .init(key: .character(Character(scalar)), modifiers: modifiers.subtracting(.shift))
    }

    /// xterm counts them from one: 1 + shift 1 + alt 2 + control 4 + meta 8.
    private func modifiers(_ parameter: Int) -> Modifiers {
        guard (2...16).contains(parameter) else { return [] }
        let bits = UInt8(parameter - 1)
        var modifiers = Modifiers(rawValue: bits & 7)
        if bits & 8 != 0 { modifiers.insert(.alt) }
        return modifiers
    }

    // MARK: Mouse

    /// `ESC [ < code ; column ; row M`, `m` for a release (mode 1006).
    package var mouse: MouseEvent? {
        guard marker == UInt8(ascii: "<"), numbers.count == 3 else { return nil }
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        return Self.mouse(
            code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
    }

    /// The event of a button code; column and row count from one.
    package static func mouse(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        guard code >= 0, code < 256, column >= 1, row >= 1 else { return nil }
        var modifiers: Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let point = CellPoint(column: column - 1, row: row - 1)
        func event(_ kind: MouseEvent.Kind, _ button: MouseEvent.Button = .other) -> MouseEvent {
            MouseEvent(kind: kind, button: button, point: point, modifiers: modifiers)
        }
        switch code & ~0b11100 {
        case 64: return isRelease ? nil : event(.wheelUp)
        case 65: return isRelease ? nil : event(.wheelDown)
        case 0, 1, 2: return event(isRelease ? .release : .press, [.left, .middle, .right][code & 3])
        // The older protocol does not say which button was released.
        case 3: return event(.release)
        case 32, 33, 34: return event(.drag, [.left, .middle, .right][code & 3])
        default: return nil
        }
    }
}
