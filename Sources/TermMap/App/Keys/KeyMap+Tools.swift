import Streams

extension KeyMap {
    /// The keys of the tools; one that several tools have is one binding.
    static let toolBindings: [KeyBinding] = ToolKind.allCases.reduce(into: []) { bindings, kind in
        for key in kind.type.keys {
            if let index = bindings.firstIndex(where: { $0.name == key.name }) {
                bindings[index].places.insert(.tool(kind))
                continue
            }
            let bound = key.keys.split(separator: " ").compactMap { BoundStroke(String($0)) }
            bindings.append(
                KeyBinding(
                    strokes: bound.map(\.stroke), name: key.name,
                    command: key.step.map { .toolStep($0) } ?? .tool(kind),
                    isAfterPrefix: bound.first?.isAfterPrefix == true,
                    places: key.step == nil ? [.map] : [.tool(kind)], group: .tools,
                    shownKeys: key.shownKeys, help: key.help))
        }
    }

    /// The command of a stroke while a tool is in use; nil where it means what it always means.
    func toolCommand(for stroke: KeyStroke, _ kind: ToolKind) -> Command? { direct[.tool(kind)]?[stroke] }

    /// The hints of a tool with the keys that are bound, without those that have none.
    func hints(of kind: ToolKind) -> [KeyHint] {
        kind.type.hints.compactMap { hint in
            guard let bound = strokes(of: hint.name).first else { return nil }
            let line = bindings.first { $0.name == hint.name }
            let word = line?.shownKeys.split(separator: " ").first.map(String.init) ?? ""
            // "arrows", as long as nobody changed them.
            return KeyHint(BoundStroke(word) == nil && !word.hasPrefix(":") ? word : "\(bound)", hint.text)
        }
    }
}
