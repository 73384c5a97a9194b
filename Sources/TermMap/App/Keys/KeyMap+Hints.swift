/// What the hint row says of a key.
package struct KeyHint: Equatable, Sendable {
    package var keys: String
    package var text: String

    package init(_ keys: String, _ text: String) {
        self.keys = keys
        self.text = text
    }
}

extension KeyMap {
    /// The keys that matter in the state's context, the most useful first.
    package func hints(for state: AppState) -> [KeyHint] {
        if let tool = state.toolWithKeys, state.panels.help == nil, !state.screen.isAfterPrefix {
            return hints(of: tool)
        }
        return hints(for: state, besides: standardHints(for: state)).compactMap {
            translated($0, in: state.panels.current)
        }
    }

    private func standardHints(for state: AppState) -> [KeyHint] {
        if state.panels.help != nil {
            return [KeyHint("Esc", "close"), KeyHint("↑ ↓", "scroll"), KeyHint("a–z", "filter")]
        }
        if state.screen.isAfterPrefix {
            return bindings.filter(\.isAfterPrefix).map { KeyHint($0.shownKeys, $0.help) } + [
                KeyHint("Esc", "back")
            ]
        }
        if let deed = state.screen.bookmarkDeed { return bookmarkHints(deed, state) }
        switch state.panels.current {
        case .members(let list):
            // A server lists its rows by their key.
            let arranging = list.fetched == nil ? [KeyHint("s", "sort"), KeyHint("f", "filter")] : []
            return [KeyHint("↑ ↓", "choose"), KeyHint("Enter", "details")] + arranging
                + [KeyHint("c", "centre"), KeyHint("+ -", "zoom"), KeyHint("Esc", "close")]
        case .details:
            let isCluster = state.selectedAnnotation?.isPlace == false
            let enlarge = KeyHint("Enter", state.panels.isEnlarged ? "show the map" : "whole screen")
            return [KeyHint("↑ ↓", isCluster ? "column, value" : "choose")]
                + (state.layout.isSidePanel ? [] : [enlarge])
                + Self.valueHints + [KeyHint("Tab", "next")] + (isCluster ? [KeyHint("o", "members")] : [])
                + [
                    KeyHint("Esc", "close"), KeyHint("c", "centre"), KeyHint("+ -", "zoom"),
                ]
        case .layers:
            return [KeyHint("↑ ↓", "choose"), KeyHint("Space", "show, hide"), KeyHint("Esc", "close")]
        case .summary: return [KeyHint("↑ ↓", "column, value")] + Self.valueHints + [KeyHint("Esc", "close")]
        case .columns(let picker):
            return [KeyHint("↑ ↓", "choose"), KeyHint("a–z", "narrow"), KeyHint("Enter", "take")]
                + (picker.purpose == .figure ? [KeyHint("← →", picker.function.rawValue)] : [])
                + [KeyHint("Tab", picker.badgeWords)]
                + [KeyHint("Esc", "close")]
        case .skipped, .spot, .about: return [KeyHint("↑ ↓", "scroll"), KeyHint("Esc", "close")]
        case .search: return searchHints(state)
        case .nearby:
            return [
                KeyHint("< >", "radius"), KeyHint("r", "type a radius"), KeyHint("↑ ↓", "choose"),
                KeyHint("Enter", "details"), KeyHint("+ -", "zoom"), KeyHint("Esc", "close"),
            ]
        case .table: return tableHints(state)
        case .place:
            return [
                KeyHint("↑ ↓", "scroll"), KeyHint("r", "rows near it"), KeyHint("c", "centre"),
                KeyHint("+ -", "zoom"),
            ] + (state.search.session?.count(of: .places) ?? 0 > 1 ? [KeyHint("n N", "other matches")] : [])
                + [
                    KeyHint("Esc", "close")
                ]
        case .position:
            return [
                KeyHint("↑ ↓", "scroll"),
                KeyHint("G", state.position?.follow == .on ? "follow: on" : "follow"), KeyHint("r", "near"),
                KeyHint("+ -", "zoom"), KeyHint("Esc", "close"),
            ]
        case nil where state.selection.current == nil:
            let hasMore = state.selection.placemark != nil || state.search.session?.rows != nil
            let clear =
                [KeyHint("Esc", "clear")] + (state.search.session == nil ? [] : [KeyHint("n N", "matches")])
            return (hasMore ? clear : []) + mapHints(state)
        case nil: return selectionHints(state)
        }
    }

    private func bookmarkHints(_ deed: BookmarkDeed, _ state: AppState) -> [KeyHint] {
        let kept = state.map.bookmarks.sorted { $0.key < $1.key }.map { letter, view in
            KeyHint(String(letter), PlaceText.coordinate(view.center, zoom: view.zoom).text)
        }
        let ask =
            deed == .set
            ? KeyHint("a–z 0–9", "bookmark this view")
            : KeyHint("a–z 0–9", "go to a bookmark")
        return [ask] + kept + [KeyHint("Esc", "back")]
    }

    /// What keys do with the value under the cursor.
    private static let valueHints = [
        KeyHint("f", "only this"), KeyHint("F", "not this"), KeyHint("C", "colour by it"),
        KeyHint("V", "its mean"),
    ]

    private func searchHints(_ state: AppState) -> [KeyHint] {
        guard let search = state.search.session, search.current != nil else {
            return [KeyHint("Esc", "close")]
        }
        let hasBoth = search.count(of: .rows) > 0 && search.count(of: .places) > 0
        return [KeyHint("Enter", "go there"), KeyHint("↑ ↓", "choose")]
            + (hasBoth ? [KeyHint("Tab", "rows, places")] : []) + [KeyHint("Esc", "back")]
    }

    private func mapHints(_ state: AppState) -> [KeyHint] {
        if let legend = state.wholeLegend {
            let toggles =
                state.data.coloring == nil
                ? []
                : [KeyHint("1–\(min(legend.entries.count, 9))", "show, hide"), KeyHint("Alt", "only this")]
            return toggles + [KeyHint("C", "colours"), KeyHint("V", "figures")]
                + (legend.ranges == nil ? [] : [KeyHint("E", "classes")])
                + [
                    KeyHint("x", "legend"), KeyHint("f", "filter"), KeyHint("S", "summary"),
                    KeyHint("+ -", "zoom"), KeyHint("Esc", "plain"),
                ]
        }
        let follow = state.position.map { position in
            [KeyHint("G", "follow: \(position.follow.word)"), KeyHint("gs", "position")]
        }
        if state.isDensity {
            return (follow ?? []) + [
                KeyHint("d", "dots"), KeyHint("e", "palette"), KeyHint("E", "scale"),
                KeyHint("Tab", "densest"),
                KeyHint("← ↓ ↑ →", "pan"), KeyHint("+ -", "zoom"), KeyHint("/", "search"),
                KeyHint("gp", "place"),
                KeyHint("0", "all data"), KeyHint("L", "layers"), KeyHint("T", "theme"), KeyHint("q", "quit"),
            ]
        }
        return (follow ?? []) + [
            KeyHint("← ↓ ↑ →", "pan"), KeyHint("+ -", "zoom"), KeyHint("Tab", "select"),
            KeyHint("/", "search"), KeyHint("f", "filter"), KeyHint("C", "colour"),
            KeyHint("gp", "place"), KeyHint("r", "near"), KeyHint("gl", "go to"), KeyHint("0", "all data"),
            KeyHint("W", "world"), KeyHint("L", "layers"),
            KeyHint("< >", "cluster size"), KeyHint("T", "theme"), KeyHint("q", "quit"),
        ]
    }

    /// The same for every selection in view: a row of hints that changes with each Tab is noise.
    private func selectionHints(_ state: AppState) -> [KeyHint] {
        guard state.selectedAnnotation != nil else {
            return [
                KeyHint("c", "back to the selection"), KeyHint("Tab", "select here"), KeyHint("Esc", "clear"),
            ]
        }
        return [
            KeyHint("Enter", "open"), KeyHint("Tab", "next"), KeyHint("i", "details"),
            KeyHint("o", "members"),
            KeyHint("c", "centre"), KeyHint("+ -", "zoom"),
        ] + (state.map.history.canGoBack ? [KeyHint("Backspace", "back")] : []) + [KeyHint("Esc", "clear")]
    }
}
