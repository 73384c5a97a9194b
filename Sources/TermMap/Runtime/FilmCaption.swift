import App
import TerminalInput

/// The keys since the last pause of a film, as people write them: `gpzurich Enter`.
struct FilmCaption {
    private(set) var text = ""
    private var isComplete = false
    private var endsInName = false

    mutating func append(_ step: KeyScript.Step) {
        guard case .key(let key, let modifiers) = step else {
            isComplete = true
            return
        }
        if isComplete { self = Self() }
        if case .character(let character) = key, modifiers.isEmpty {
            text += endsInName ? " \(character)" : "\(character)"
            endsInName = false
        } else {
            text += (text.isEmpty ? "" : " ") + "\(KeyStroke(key, modifiers))"
            endsInName = true
        }
    }
}
