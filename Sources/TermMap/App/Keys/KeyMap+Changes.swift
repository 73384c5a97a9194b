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
        let own = bindings.indices.filter { bindings[$0].name == change.name }
        guard let first = own.first else { return }
        for index in own { bindings[index].strokes.removeAll { !$0.isReserved } }
        // A command may have lines for several places: what is reserved in one of them stays there.
        let kept = own.dropFirst().flatMap { bindings[$0].strokes }
        let strokes = change.strokes.filter { !kept.contains($0) }
        let places = bindings[first].places
        for index in bindings.indices where !bindings[index].places.isDisjoint(with: places) {
            bindings[index].strokes.removeAll(where: strokes.contains)
        }
        bindings[first].strokes = strokes + bindings[first].strokes
    }
}
