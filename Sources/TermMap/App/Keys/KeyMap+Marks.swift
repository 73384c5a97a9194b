extension KeyMap {
    /// What a stroke means while a box is drawn; nil where it means what it always means.
    func boxCommand(for stroke: KeyStroke) -> Command? {
        let isFast = stroke.modifiers == .shift
        guard stroke.modifiers.isEmpty || isFast else { return nil }
        switch stroke.key {
        case .left: return .moveBoxCorner(columns: isFast ? -8 : -1, rows: 0)
        case .right: return .moveBoxCorner(columns: isFast ? 8 : 1, rows: 0)
        case .up: return .moveBoxCorner(columns: 0, rows: isFast ? -4 : -1)
        case .down: return .moveBoxCorner(columns: 0, rows: isFast ? 4 : 1)
        case .enter: return .mark
        case .character("h"): return .moveBoxCorner(columns: -1, rows: 0)
        case .character("l"): return .moveBoxCorner(columns: 1, rows: 0)
        case .character("k"): return .moveBoxCorner(columns: 0, rows: -1)
        case .character("j"): return .moveBoxCorner(columns: 0, rows: 1)
        case .character("H"): return .moveBoxCorner(columns: -8, rows: 0)
        case .character("L"): return .moveBoxCorner(columns: 8, rows: 0)
        case .character("K"): return .moveBoxCorner(columns: 0, rows: -4)
        case .character("J"): return .moveBoxCorner(columns: 0, rows: 4)
        case .character("o"): return .swapBoxCorners
        case .character("z"): return .zoomToBox
        default: return nil
        }
    }

    private static let boxHints = [
        KeyHint("arrows", "move the corner"), KeyHint("o", "other corner"), KeyHint("Enter", "mark"),
        KeyHint("z", "zoom to it"), KeyHint("Esc", "cancel"),
    ]
}

extension KeyMap {
    /// The hints of a context, which other keys precede or replace while a box is drawn or rows are picked.
    package func hints(for state: AppState, besides usual: [KeyHint]) -> [KeyHint] {
        if state.panels.help != nil || state.screen.isAfterPrefix { return usual }
        if state.marks.box != nil { return Self.boxHints }
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
