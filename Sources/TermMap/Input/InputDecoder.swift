import CellGraphics

/// Turns the bytes of a terminal into events.
///
/// A state machine fed byte by byte: no input makes it fail, wait or grow. ncurses' own decoder is not used: it
/// passes sequences it does not know on as keys, so that a late answer of the terminal would pan the map.
/// Sequences after ECMA-48 and xterm's "Control Sequences"; those of `TERM` come from terminfo as `keys`.
package struct InputDecoder {
    /// Bytes of one paste that are kept.
    static let pasteLimit = 4096
    /// Bytes of one sequence that are kept; the rest is swallowed with it.
    private static let sequenceLimit = 64

    private enum State {
        case ground
        case escape
        /// `ESC [ … final`
        case control
        /// `ESC [ [ x`: function keys of the Linux console.
        case console
        /// `ESC O x`
        case single
        /// `ESC [ M button column row`
        case oldMouse
        /// OSC, DCS, APC, PM or SOS up to BEL or ST: always an answer, never a key.
        case string
        case stringEscape
        case paste
    }

    /// The sequences that terminfo gives for keys, each beginning with ESC.
    package var keys: [[UInt8]: KeyPress] = [:]
    private var state = State.ground
    /// The sequence being read, ESC first.
    private var sequence: [UInt8] = []
    /// An ESC came before the sequence: Alt on rxvt and PuTTY.
    private var hasExtraEscape = false
    private var text = UTF8Assembler()
    /// ESC came before the character that `text` collects.
    private var textHasAlt = false
    private var pasted: [UInt8] = []
    private var pasteEndMatched = 0

    package init() {}
    /// The terminal's answers to queries.
    package private(set) var answers = TerminalAnswers()

    package struct KeyPress: Hashable, Sendable {
        package var key: Key
        package var modifiers: Modifiers = []

        package init(key: Key, modifiers: Modifiers = []) {
            self.key = key
            self.modifiers = modifiers
        }
    }

    /// How long to wait for the rest of what has begun, in milliseconds; nil if nothing has.
    ///
    /// Short after a lone ESC, which is a key too; longer where only a slow line explains the gap.
    package var timeoutMilliseconds: Int? {
        switch state {
        case .ground: nil
        case .escape: 25
        case .paste: 1000
        default: 250
        }
    }

    package mutating func feed(_ byte: UInt8, into events: inout [InputEvent]) {
        switch state {
        case .ground: ground(byte, &events)
        case .escape: escape(byte, &events)
        case .control: control(byte, &events)
        case .console, .single:
            sequence.append(byte)
            finish(&events)
        case .oldMouse:
            sequence.append(byte)
            if sequence.count == 6 { finishOldMouse(&events) }
        case .string: string(byte)
        case .stringEscape:
            state = .ground
            if byte == UInt8(ascii: "\\") {
                finishString()
            } else {
                begin()
                escape(byte, &events)
            }
        case .paste: paste(byte, &events)
        }
    }

    /// Ends what has begun because nothing followed in time.
    package mutating func giveUp(into events: inout [InputEvent]) {
        switch state {
        case .ground: return
        case .escape:
            events.append(.key(.escape))
            if hasExtraEscape { events.append(.key(.escape)) }
        case .single: events.append(.key(.character("O"), .alt))
        case .paste: finishPaste(&events)
        default: break
        }
        state = .ground
    }

    // MARK: Characters

    private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
        // Another character begins: one that was cut off takes its Alt along.
        if !(0x80..<0xC0).contains(byte) { textHasAlt = false }
        if byte == 0x1B {
            text = UTF8Assembler()
            begin()
        } else if let press = character(byte) {
            events.append(.key(press.key, press.modifiers.union(textHasAlt ? .alt : [])))
            textHasAlt = false
        }
    }

    private mutating func begin() {
        state = .escape
        sequence = [0x1B]
        hasExtraEscape = false
    }

    /// The key of a byte outside a sequence, once its last byte is there.
    private mutating func character(_ byte: UInt8) -> KeyPress? {
        guard let scalar = text.append(byte) else { return nil }
        switch scalar.value {
        case 0x09: return KeyPress(key: .tab)
        case 0x0A, 0x0D: return KeyPress(key: .enter)
        case 0x08, 0x7F: return KeyPress(key: .backspace)
        case 0: return KeyPress(key: .character(" "), modifiers: .control)
        case 1...0x1A: return control(scalar.value + 0x60)
        case 0x1C...0x1F: return control(scalar.value + 0x40)
        case 0x80...0x9F: return nil
        default: return KeyPress(key: .character(Character(scalar)))
        }
    }

    private func control(_ value: UInt32) -> KeyPress {
        KeyPress(key: .character(Character(Unicode.Scalar(UInt8(value)))), modifiers: .control)
    }

    // MARK: Sequences

    private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
        sequence.append(byte)
        switch byte {
        case 0x1B:
            if hasExtraEscape { events.append(.key(.escape)) }
            sequence = [0x1B]
            hasExtraEscape = true
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string
        default:
            state = .ground
            if hasExtraEscape { events.append(.key(.escape)) }
            if let press = keys[sequence] {
                events.append(.key(press.key, press.modifiers))
            } else if let press = character(byte) {
                events.append(.key(press.key, press.modifiers.union(.alt)))
            } else {
                textHasAlt = true
            }
        }
    }

    private mutating func control(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x1B: return begin()
        case 0x18, 0x1A:
            state = .ground
            return
        case 0..<0x20, 0x7F...: return
        default: break
        }
        if sequence.count < Self.sequenceLimit { sequence.append(byte) }
        if sequence.count == 3, byte == UInt8(ascii: "[") {
            state = .console
            return
        }
        if sequence.count == 3, byte == UInt8(ascii: "M") {
            state = .oldMouse
            return
        }
        // `$` ends the shifted keys of rxvt and stands inside the answers of others.
        let endsShifted = byte == UInt8(ascii: "$") && keys[sequence] != nil
        if byte >= 0x40 || endsShifted { finish(&events) }
    }

    private mutating func finish(_ events: inout [InputEvent]) {
        state = .ground
        if let press = keys[sequence] ?? ControlSequence(sequence).keyPress {
            let alt: Modifiers = hasExtraEscape ? .alt : []
            events.append(.key(press.key, press.modifiers.union(alt)))
            return
        }
        let control = ControlSequence(sequence)
        if let event = control.mouse {
            events.append(.mouse(event))
        } else if control.isPasteStart {
            state = .paste
            pasted = []
            pasteEndMatched = 0
        } else {
            answers.take(control)
        }
    }

    private mutating func finishOldMouse(_ events: inout [InputEvent]) {
        state = .ground
        let values = sequence[3...].map { Int($0) - 32 }
        let event = ControlSequence.mouse(
            code: values[0], column: values[1], row: values[2], isRelease: false)
        if let event { events.append(.mouse(event)) }
    }

    private mutating func string(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape
        case 0x07: finishString()
        case 0x18, 0x1A: state = .ground
        default: if sequence.count < Self.sequenceLimit { sequence.append(byte) }
        }
    }

    private mutating func finishString() {
        state = .ground
        answers.take(string: String(decoding: sequence.dropFirst(2), as: UTF8.self), introducer: sequence[1])
    }

    // MARK: Paste

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func paste(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == Self.pasteEnd[pasteEndMatched] {
            pasteEndMatched += 1
            if pasteEndMatched == Self.pasteEnd.count { finishPaste(&events) }
            return
        }
        keepPasted(Self.pasteEnd.prefix(pasteEndMatched))
        pasteEndMatched = byte == 0x1B ? 1 : 0
        if pasteEndMatched == 0 { keepPasted([byte]) }
    }

    private mutating func keepPasted(_ bytes: some Collection<UInt8>) {
        pasted.append(contentsOf: bytes.prefix(Self.pasteLimit - pasted.count))
    }

    private mutating func finishPaste(_ events: inout [InputEvent]) {
        state = .ground
        events.append(.paste(String(decoding: pasted, as: UTF8.self)))
        pasted = []
    }
}
