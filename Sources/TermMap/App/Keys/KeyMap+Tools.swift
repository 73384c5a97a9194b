extension KeyMap {
    /// The keys of the tools; one that several tools have is one binding.
    static let toolBindings: [KeyBinding] = ToolKind.allCases.reduce(into: []) { bindings, kind in
        for key in kind.type.keys {
            if let index = bindings.firstIndex(where: { $0.name == key.name }) {
                bindings[index].places.insert(.tool(kind))
                continue
            }
            bindings.append(
                KeyBinding(
                    strokes: key.keys.split(separator: " ").compactMap { BoundStroke(String($0)) },
                    name: key.name, command: key.step.map { .toolStep($0) } ?? .tool(key.next ?? kind),
                    places: key.step == nil && key.next == nil ? [.map] : [.tool(kind)], group: .tools,
                    help: key.help,
                    hint: key.help))
        }
    }

    /// The hints of a tool.
    func toolHints(_ kind: ToolKind) -> [CommandHint] {
        kind.type.hints.map { hint in
            CommandHint(
                hint.names.compactMap { name in bindings.first { $0.name == name }?.command }, says: hint.text
            )
        }
    }
}
