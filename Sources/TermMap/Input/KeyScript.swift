/// Keys written as text, as `--keys` takes them: characters stand for themselves, names stand in `<…>`.
///
///     ++<Tab><Enter>      C-x is Control, M-x is Alt, S-x is Shift: <C-l> <M-Left> <S-Right>; <lt> is "<"
enum KeyScript {
    private static let names: [String: Key] = [
        "enter": .enter, "cr": .enter, "esc": .escape, "tab": .tab, "backtab": .backTab, "bs": .backspace,
        "backspace": .backspace, "del": .delete, "up": .up, "down": .down, "left": .left, "right": .right,
        "pageup": .pageUp, "pagedown": .pageDown, "home": .home, "end": .end, "space": .character(" "),
        "lt": .character("<"), "gt": .character(">"), "f1": .function(1),
    ]

    static func events(in text: String) throws(UsageError) -> [InputEvent] {
        var events: [InputEvent] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "<", let end = rest.firstIndex(of: ">"), rest.startIndex < end else {
                events.append(.key(.character(character)))
                continue
            }
            events.append(try event(named: String(rest[..<end])))
            rest = rest[rest.index(after: end)...]
        }
        return events
    }

    private static func event(named name: String) throws(UsageError) -> InputEvent {
        var modifiers: Modifiers = []
        var rest = name[...]
        while rest.count > 2, rest.dropFirst().first == "-", let letter = rest.first {
            switch letter {
            case "C", "c": modifiers.insert(.control)
            case "M", "m", "A", "a": modifiers.insert(.alt)
            case "S", "s": modifiers.insert(.shift)
            default: throw UsageError("--keys: unknown key <\(name)> (expected <Enter>, <Tab>, <C-l> …)")
            }
            rest = rest.dropFirst(2)
        }
        if rest.lowercased() == "tab", modifiers == .shift { return .key(.backTab) }
        if let key = names[rest.lowercased()] { return .key(key, modifiers) }
        guard rest.count == 1, let character = rest.first else {
            throw UsageError("--keys: unknown key <\(name)> (expected <Enter>, <Tab>, <C-l> …)")
        }
        return .key(.character(character), modifiers)
    }
}
