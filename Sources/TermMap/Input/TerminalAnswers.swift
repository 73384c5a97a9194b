/// The terminal's answers to queries so far; they are never keys.
package struct TerminalAnswers: Equatable, Sendable {
    /// The last answer to OSC 11, as it came ("11;rgb:…").
    package private(set) var background: String?
    /// How often the terminal said what it is (DA1).
    package private(set) var attributeCount = 0
    /// The terminal said that it shows a frame at once.
    package private(set) var offersSynchronizedOutput = false
    /// The terminal has 256 colours, whatever `TERM` says: it named one beyond the first sixteen, or is of a kind that has
    /// them.
    package private(set) var hasIndexedColors = false
    /// What the terminal calls itself (XTVERSION); empty where it does not say.
    package private(set) var name = ""
    /// Where the cursor stood each time that this was asked: columns from 1, the first few.
    package private(set) var cursorColumns: [Int] = []
    private static let cursorLimit = 64

    package init(
        background: String? = nil, attributeCount: Int = 0, offersSynchronizedOutput: Bool = false,
        hasIndexedColors: Bool = false
    ) {
        self.background = background
        self.attributeCount = attributeCount
        self.offersSynchronizedOutput = offersSynchronizedOutput
        self.hasIndexedColors = hasIndexedColors
    }

    /// The palette entry that is asked for: the last of 256.
    package static let askedColor = 255

    /// Takes over a control sequence that is neither a key nor the mouse.
    package mutating func take(_ control: ControlSequence) {
        if control.offersSynchronizedOutput {
            offersSynchronizedOutput = true
        } else if control.isAttributes {
            attributeCount += 1
        } else if let (kind, version) = control.terminalKind, Self.hasIndexedColors(kind, version) {
            hasIndexedColors = true
        } else if let column = control.cursorColumn, cursorColumns.count < Self.cursorLimit {
            cursorColumns.append(column)
        }
    }

    /// Takes over a string: OSC 4, OSC 11, or the name that XTVERSION gives. Whoever answers that, which came in 2020, has
    /// 256 colours.
    ///
    /// - Parameter introducer: the byte after ESC.
    package mutating func take(string body: String, introducer: UInt8) {
        switch introducer {
        case UInt8(ascii: "]"):
            if body.hasPrefix("11;") { background = body }
            if body.hasPrefix("4;\(Self.askedColor);rgb") { hasIndexedColors = true }
        case UInt8(ascii: "P"):
            if body.hasPrefix(">|"), body.utf8.count > 2 {
                hasIndexedColors = true
                name = String(body.dropFirst(2))
            }
        default: break
        }
    }

    /// The kinds of DA2 that have had 256 colours for longer than they name them.
    private static func hasIndexedColors(_ kind: Int, _ version: Int) -> Bool {
        switch (kind, version) {
        case (0, 136): true  // PuTTY
        case (0, 115): true  // Konsole
        case (77, _), (84, _): true  // mintty, tmux
        case (1, 2000...), (61, 2000...), (65, 2000...): true  // VTE
        default: false
        }
    }
}
