import TerminalInput

/// Keys written as text, as `--keys` takes them: characters stand for themselves, names stand in `<…>`.
///
///     ++<Tab><Enter>      C-x is Control, M-x is Alt, S-x is Shift: <C-l> <M-Left> <S-Right>; <lt> is "<"
package enum KeyScript {
    package static func events(in text: String) throws(UsageError) -> [InputEvent] {
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
        guard let stroke = KeyStroke(text: name[...]) else {
            throw UsageError("--keys: unknown key <\(name)> (expected <Enter>, <Tab>, <C-l> …)")
        }
        return .key(stroke.key, stroke.modifiers)
    }
}
