import CellGraphics

/// What the device said. What it means is an `Action`.
package enum InputEvent: Hashable, Sendable {
    case key(Key, Modifiers = [])
    case mouse(MouseEvent)
    /// Text pasted in one go, never read as keys: at most `InputDecoder.pasteLimit` bytes, the rest is dropped.
    case paste(String)
    /// The terminal has a new size; `present` already knows.
    case resize(columns: Int, rows: Int)
    /// The user or the shell asks for a stop: call `Terminal.suspend()`.
    case suspend
    /// The process runs again and the screen must be redrawn; `present` already knows.
    case resumed
    /// The terminal said something new about its colours, and has taken it over.
    case answered
    /// Leave, then die by `signal`: HUP also when the terminal is gone.
    case terminate(signal: Int32)
}

package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right
    case pageUp, pageDown, home, end
    case function(Int)
}

/// Keys held with another. Shift is never reported with a character: the character says it.
package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case press, release, drag, wheelUp, wheelDown }
    package enum Button: Hashable, Sendable { case left, middle, right, other }

    package var kind: Kind
    /// `.other` for the wheel and wherever the terminal does not say.
    package var button: Button
    package var point: CellPoint
    package var modifiers: Modifiers = []
}
