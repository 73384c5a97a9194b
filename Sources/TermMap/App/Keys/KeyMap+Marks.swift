extension KeyMap {
    /// The hints of a context, which other keys precede while rows are picked.
    package func hints(for state: AppState, besides usual: [KeyHint]) -> [KeyHint] {
        if state.panels.help != nil || state.screen.isAfterPrefix { return usual }
        guard state.marks.picking != .none, state.panels.takesPick else { return usual }
        // On a cluster Enter opens as always.
        let picks = state.selection.current?.isCluster == false || state.panels.current != nil
        return pickHints(state, picks: picks)
            + usual.filter { !(picks && $0.keys == "Enter" || $0 == Self.quitHint) }
    }

    private static let quitHint = KeyHint("q", "quit")

    private func pickHints(_ state: AppState, picks: Bool) -> [KeyHint] {
        let count = state.marks.count
        let space = state.marks.picking == .several ? [KeyHint("Space", "mark")] : []
        if count > 0 {
            return space + [KeyHint("q", "print \(count.grouped)"), KeyHint("Q", "print nothing")]
        }
        return space + (picks ? [KeyHint("Enter", "pick this row")] : []) + [KeyHint("Q", "print nothing")]
    }
}

extension Panels {
    /// Enter picks a row, and marks are made, with this panel or without one.
    fileprivate var takesPick: Bool {
        switch current {
        case .members, .nearby, .table, .details, nil: true
        case .layers, .columns, .search, .skipped, .about, .place, .position, .spot, .summary: false
        }
    }
}
