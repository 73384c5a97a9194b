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
        case .character("K"): return .moveBoxCorner(columns: 0, rows: -4)
        case .character("J"): return .moveBoxCorner(columns: 0, rows: 4)
        case .character("o"): return .swapBoxCorners
        case .character("z"): return .zoomToBox
        default: return nil
        }
    }

    static let boxHints = [
        KeyHint("arrows", "move the corner"), KeyHint("o", "other corner"), KeyHint("Enter", "mark"),
        KeyHint("z", "zoom to it"), KeyHint("Esc", "cancel"),
    ]
}

extension KeyMap {
    /// The keys that matter where rows are picked.
    func pickHints(_ state: AppState) -> [KeyHint] {
        switch state.marks.picking {
        case .none: []
        case .one: [KeyHint("Enter", "pick the row")]
        case .several:
            [KeyHint("Space", "mark")]
                + (state.marks.count == 0
                    ? [KeyHint("Enter", "pick the row")]
                    : [KeyHint("q", "print \(state.marks.count.grouped)"), KeyHint("Q", "print nothing")])
        }
    }
}
