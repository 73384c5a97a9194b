import TerminalInput

/// Keys written as text, as `--keys` takes them: characters stand for themselves, names and pauses stand in `<…>`.
///
///     ++<Tab><Enter>      C-x is Control, M-x is Alt, S-x is Shift: <C-l> <M-Left> <S-Right>; <lt> is "<"
///     gpzurich<2s>        a pause of two seconds, which only a film shows; <500ms> is half a second
package enum KeyScript {
    /// A key, or a pause before the next one.
    package enum Step: Equatable, Sendable {
        case key(Key, Modifiers)
        case pause(Duration)

        /// The key as it is typed; nil for a pause.
        package var event: InputEvent? {
            if case .key(let key, let modifiers) = self { .key(key, modifiers) } else { nil }
        }
    }

    /// The keys of `text`, without its pauses.
    package static func events(in text: String) throws(UsageError) -> [InputEvent] {
        try steps(in: text).compactMap(\.event)
    }

    /// The keys and pauses of `text`.
    package static func steps(in text: String) throws(UsageError) -> [Step] {
        var steps: [Step] = []
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "<", let end = rest.firstIndex(of: ">"), rest.startIndex < end else {
                steps.append(.key(.character(character), []))
                continue
            }
            steps.append(try step(named: rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return steps
    }

    private static func step(named name: Substring) throws(UsageError) -> Step {
        if let stroke = KeyStroke(text: name) { return .key(stroke.key, stroke.modifiers) }
        if let pause = pause(named: name) { return .pause(pause) }
        throw UsageError("--keys: unknown key <\(name)> (expected <Enter>, <Tab>, <C-l> …, or a pause: <2s>)")
    }

    /// At most ten minutes.
    private static func pause(named name: Substring) -> Duration? {
        let unit = name.hasSuffix("ms") ? 1.0 : name.hasSuffix("s") ? 1_000 : nil
        let digits = name.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let unit, digits.count + (unit == 1 ? 2 : 1) == name.count, let number = Double(digits),
            number * unit <= 600_000
        else { return nil }
        return .milliseconds(Int64((number * unit).rounded()))
    }
}
