import CellGraphics

extension KeyMap {
    /// A text as it is shown: each key is the one that does it in the state, else anywhere; without one, the command
    /// by its name.
    package func words(_ text: KeyedText, in state: AppState) -> DisplayText {
        words(text, in: state.keyPlaces, isASCII: state.screen.appearance.charset == .ascii)
    }

    package func words(
        _ text: KeyedText, in places: [KeyPlace], isASCII: Bool = false
    ) -> DisplayText {
        text.parts.reduce(.empty) { words, part in
            switch part {
            case .text(let text): return words + text
            case .key(let command):
                let name = keyName(of: command, in: places)
                return words + DisplayText(sanitising: isASCII ? name.withArrowsSpelled : name)
            }
        }
    }

    private func keyName(of command: Command, in places: [KeyPlace]) -> String {
        let own = bindings.filter { $0.command == command }
        if let key = key(of: command, in: places) ?? own.lazy.flatMap(\.strokes).first { return "\(key)" }
        let prompt = command == .commandLine ? nil : key(of: .commandLine, in: [.map])
        return (prompt.map { "\($0)" } ?? ":") + (own.first?.name ?? "")
    }
}

extension KeyedText {
    /// The text with the standard keys: for what is written outside the screen.
    package var text: String { KeyMap.standard.words(self, in: [.map]).text }
}
