import TerminalInput

/// A key with the prefix before it, if there is one: `gp` is `p` after `g`.
package struct BoundStroke: Hashable, Sendable {
    package var stroke: KeyStroke
    package var isAfterPrefix = false

    /// Keys that always do what they do: the way out must not depend on a file.
    package static let reserved = [
        KeyStroke(.escape), KeyStroke("c", .control), KeyStroke("l", .control), KeyMap.prefix,
    ]

    /// A way out that no command can be given.
    package var isReserved: Bool { !isAfterPrefix && Self.reserved.contains(stroke) }

    /// A field takes it as text; the prefix is a letter, too.
    package var isText: Bool {
        if case .character = stroke.key { isAfterPrefix || stroke.modifiers.isEmpty } else { isAfterPrefix }
    }

    /// The key that sends the byte of this one, so that no terminal tells them apart; nil where none does.
    package var sameByte: KeyStroke? {
        guard stroke.modifiers == .control, case .character(let letter) = stroke.key else { return nil }
        return switch letter {
        case "h": KeyStroke(.backspace)
        case "i": KeyStroke(.tab)
        case "j", "m": KeyStroke(.enter)
        case "[": KeyStroke(.escape)
        default: nil
        }
    }

    package init(_ stroke: KeyStroke, isAfterPrefix: Bool = false) {
        self.stroke = stroke
        self.isAfterPrefix = isAfterPrefix
    }

    /// A key as people write it: `x`, `gp`, `Ctrl-x`, `Alt-Left`, `F5`, `Space`; nil for anything else.
    package init?(_ text: String) {
        if text.count > 1, text.first == "g", let stroke = KeyStroke(text: text.dropFirst()) {
            self.init(stroke, isAfterPrefix: true)
        } else if let stroke = KeyStroke(text: text[...]) {
            self.init(stroke)
        } else {
            return nil
        }
    }
}

extension BoundStroke: CustomStringConvertible {
    package var description: String { (isAfterPrefix ? "\(KeyMap.prefix)" : "") + "\(stroke)" }
}

extension KeyStroke {
    private static let modifierNames: [(name: String, modifier: Modifiers)] = [
        ("ctrl-", .control), ("c-", .control), ("alt-", .alt), ("m-", .alt), ("a-", .alt),
        ("shift-", .shift), ("s-", .shift),
    ]

    /// The key that is written so; nil where no key is.
    package init?(text: Substring) {
        var rest = text
        var modifiers: Modifiers = []
        while let held = Self.modifierNames.first(where: {
            rest.count > $0.name.count && rest.lowercased().hasPrefix($0.name)
        }) {
            modifiers.insert(held.modifier)
            rest = rest.dropFirst(held.name.count)
        }
        guard let key = Key(name: rest) else { return nil }
        if key == .tab, modifiers == .shift {
            self.init(.backTab)
        } else if case .character(let letter) = key, modifiers.contains(.control) {
            // Terminals send one code for Ctrl-x and Ctrl-X.
            self.init(.character(Character(letter.lowercased())), modifiers)
        } else {
            self.init(key, modifiers)
        }
    }
}

extension Key {
    private static let named: [String: Key] = [
        "enter": .enter, "return": .enter, "cr": .enter, "tab": .tab, "backtab": .backTab, "esc": .escape,
        "backspace": .backspace, "bs": .backspace, "delete": .delete, "del": .delete, "insert": .insert,
        "ins": .insert, "home": .home, "end": .end, "pageup": .pageUp, "pgup": .pageUp, "pagedown": .pageDown,
        "pgdn": .pageDown, "left": .left, "right": .right, "up": .up, "down": .down, "←": .left, "→": .right,
        "↑": .up, "↓": .down, "space": .character(" "), "lt": .character("<"), "gt": .character(">"),
    ]

    /// A key by its name, or a character that stands for itself.
    package init?(name: Substring) {
        if let key = Self.named[name.lowercased()] {
            self = key
        } else if name.count == 1, let character = name.first, !character.isNewline {
            self = .character(character)
        } else if name.first == "F" || name.first == "f", let number = Int(name.dropFirst()),
            (1...12).contains(number)
        {
            self = .function(number)
        } else {
            return nil
        }
    }
}
