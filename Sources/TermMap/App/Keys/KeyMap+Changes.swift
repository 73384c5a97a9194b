/// Other keys for a command, from a profile or a file of settings.
package struct KeyChange: Equatable, Sendable {
    /// The name of the command after `:`.
    package var name: String
    package var strokes: [BoundStroke]

    package init(name: String, strokes: [BoundStroke]) {
        self.name = name
        self.strokes = strokes
    }
}

extension KeyMap {
    /// The standard keys with changes, the later ones first in rank: a key that one command gets, another one loses.
    ///
    /// A change replaces all keys of its command, except for those that always do what they do.
    package init(changes: [KeyChange]) {
        var bindings = Self.standardBindings
        for change in changes { Self.apply(change, to: &bindings) }
        self.init(bindings: bindings)
    }

    private static func apply(_ change: KeyChange, to bindings: inout [KeyBinding]) {
        let before = bindings
        let places = bindings.first { $0.name == change.name }?.places ?? [.map]
        for index in bindings.indices where bindings[index].name == change.name {
            bindings[index].strokes.removeAll { !BoundStroke.reserved.contains($0) }
        }
        for bound in change.strokes {
            for index in bindings.indices
            where bindings[index].isAfterPrefix == bound.isAfterPrefix
                && !bindings[index].places.isDisjoint(with: places)
            {
                bindings[index].strokes.removeAll { $0 == bound.stroke }
            }
            add(bound, to: change.name, in: &bindings)
        }
        for (line, index) in zip(before, bindings.indices) where line.strokes != bindings[index].strokes {
            relabel(linesLike: line, in: &bindings)
        }
        if bindings.count > before.count, let line = bindings.last { relabel(linesLike: line, in: &bindings) }
    }

    /// Adds a key to the command's binding of the same kind; there may be none with the prefix yet.
    private static func add(_ bound: BoundStroke, to name: String, in bindings: inout [KeyBinding]) {
        if let index = bindings.firstIndex(where: {
            $0.name == name && $0.isAfterPrefix == bound.isAfterPrefix
        }) {
            bindings[index].strokes.append(bound.stroke)
        } else if var binding = bindings.first(where: { $0.name == name }) {
            binding.isAfterPrefix = bound.isAfterPrefix
            binding.strokes = [bound.stroke]
            bindings.append(binding)
        }
    }

    /// Bindings that share a line of the help get the keys of all of them as its text.
    private static func relabel(linesLike line: KeyBinding, in bindings: inout [KeyBinding]) {
        let shared = bindings.indices.filter {
            bindings[$0].group == line.group && bindings[$0].help == line.help
                && bindings[$0].shownKeys == line.shownKeys
        }
        let keys = shared.flatMap { index in
            bindings[index].strokes.map { "\(BoundStroke($0, isAfterPrefix: bindings[index].isAfterPrefix))" }
        }
        let text = keys.isEmpty ? ":\(line.name)" : keys.joined(separator: " ")
        for index in shared { bindings[index].shownKeys = text }
    }

    // MARK: - What texts say of keys

    /// What to press instead of a standard key, in a panel or on the map; nil where nothing does the same any more.
    private func key(insteadOf text: String, in panel: Panel?) -> String? {
        guard let bound = BoundStroke(text) else { return text }
        func meaning(_ map: KeyMap) -> Command? {
            if bound.isAfterPrefix { return map.prefixedCommand(for: bound.stroke) }
            return panel.map { map.panelCommand(for: bound.stroke, $0) } ?? map.command(for: bound.stroke)
        }
        guard let meant = meaning(.standard), meaning(self) != meant else { return text }
        return key(of: meant, in: panel.flatMap { KeyPlace($0) } ?? .map)
    }

    /// The first key of a command in a panel or on the map.
    private func key(of command: Command, in place: KeyPlace) -> String? {
        let bound = bindings.filter { $0.command == command && !$0.strokes.isEmpty }
        return (bound.first { $0.places.contains(place) } ?? bound.first { $0.places.contains(.map) })
            .flatMap { binding in
                binding.strokes.first.map { "\(BoundStroke($0, isAfterPrefix: binding.isAfterPrefix))" }
            }
    }

    /// A hint with the keys that are bound; nil where one of them has none.
    package func translated(_ hint: KeyHint, in panel: Panel?) -> KeyHint? {
        guard isChanged else { return hint }
        let keys = hint.keys.split(separator: " ").map { key(insteadOf: String($0), in: panel) }
        guard !keys.contains(nil) else { return nil }
        return KeyHint(keys.compactMap { $0 }.joined(separator: " "), hint.text)
    }

    /// A message with the key that is bound in place of the one in "press KEY"; "bind a key" where none is.
    package func translated(_ message: String) -> String {
        guard isChanged, let word = message.firstRange(of: #/[Pp]ress /#) else { return message }
        let rest = message[word.upperBound...]
        let text = rest.prefix { $0 != " " }
        if let key = key(insteadOf: String(text), in: nil) {
            return message[..<word.upperBound] + key + rest.dropFirst(text.count)
        }
        let isCapital = message[word].first == "P"
        return message[..<word.lowerBound] + (isCapital ? "Bind" : "bind") + " a key"
            + rest.dropFirst(text.count)
    }
}
