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
    /// The keys that matter in the state's context, the most useful first; those without a key are left out.
    package func hints(for state: AppState) -> [KeyHint] {
        if state.panels.help == nil, state.screen.isAfterPrefix { return prefixHints }
        let hints =
            if state.panels.help == nil, let tool = state.toolWithKeys {
                toolHints(tool)
            } else {
                withPicks(usualHints(for: state), state)
            }
        return hints.compactMap { resolve($0, in: state.keyPlaces) }
    }

    /// The hint that opens the help, wherever one is.
    package func helpHint(for state: AppState) -> KeyHint? {
        resolve(CommandHint(.help), in: state.keyPlaces.contains(.fields) ? [.map] : state.keyPlaces)
    }

    /// The keys that answer a question.
    package var answerHints: [KeyHint] {
        [true, false].compactMap { resolve(CommandHint(.answer($0)), in: [.question]) }
    }

    private func resolve(_ hint: CommandHint, in places: [KeyPlace]) -> KeyHint? {
        let text = hint.text ?? line(of: hint.commands.first)?.hint ?? ""
        if let letters = hint.letters { return KeyHint(letters, text) }
        let keys = hint.commands.compactMap { key(of: $0, in: places) }
        return keys.count == hint.commands.count ? KeyHint(Self.text(of: keys), text) : nil
    }

    /// What may follow the prefix.
    private var prefixHints: [KeyHint] {
        bindings.flatMap { binding in
            binding.strokes.filter(\.isAfterPrefix).map { KeyHint("\($0)", binding.help) }
        } + [KeyHint("\(KeyStroke(.escape))", "back")]
    }

    private func usualHints(for state: AppState) -> [CommandHint] {
        if state.panels.help != nil {
            return [.dismiss, .cursor("scroll"), .letters("a–z", "filter")]
        }
        if let deed = state.screen.bookmarkDeed { return bookmarkHints(deed, state) }
        switch state.panels.current {
        case .list(let kind): return kind.type.hints(state)
        case .details where state.selectedChange != nil: return changeHints(state)
        case .details:
            let isCluster = state.selectedAnnotation?.isPlace == false || state.selectedArea != nil
            let enlarge = CommandHint(.enlargePanel, says: state.panels.isEnlarged ? "show the map" : nil)
            return [.cursor(isCluster ? "column, value" : "choose")]
                + (state.layout.isSidePanel ? [] : [enlarge]) + Self.valueHints
                + [CommandHint(.nextAnnotation, says: "next")] + (isCluster ? [CommandHint(.members)] : [])
                + [.close, CommandHint(.centerSelection), .zoom]
        case .summary: return [.cursor("column, value")] + Self.valueHints + [.close]
        case .skipped, .spot, .about, .journey: return [.cursor("scroll"), .close]
        case .place:
            let hasOthers = state.search.session?.count(of: .places) ?? 0 > 1
            return [
                .cursor("scroll"), CommandHint(.nearby, says: "rows near it"), CommandHint(.centerSelection),
                .zoom,
            ] + (hasOthers ? [Self.matches("other matches")] : []) + [.close]
        case .position:
            let follow = CommandHint(.follow, says: state.position?.follow == .on ? "follow: on" : nil)
            return [.cursor("scroll"), follow, CommandHint(.nearby), .zoom, .close]
        case nil where state.strip != nil: return stripHints(state)
        case nil where state.selection.current != nil && state.layout.band != nil:
            return state.map.band.map(bandHints) ?? selectionHints(state)
        case nil where state.selection.current == nil && state.areaAnswer != nil: return areaHints(state)
        case nil where state.isComparison && state.map.band == nil: return changeHints(state)
        case nil where state.selection.current == nil:
            let hasMore = state.selection.placemark != nil || state.search.session?.rows != nil
            let clear =
                [CommandHint(.cancel, says: "clear")]
                + (state.search.session == nil ? [] : [Self.matches("matches")])
            return (hasMore ? clear : []) + mapHints(state)
        case nil: return selectionHints(state)
        }
    }

    private func bookmarkHints(_ deed: BookmarkDeed, _ state: AppState) -> [CommandHint] {
        let kept = state.map.bookmarks.sorted { $0.key < $1.key }.map { letter, view in
            CommandHint.letters(
                String(letter), PlaceText.coordinate(view.center, zoom: view.zoom).text)
        }
        return [.letters("a–z 0–9", deed == .set ? "bookmark this view" : "go to a bookmark")] + kept
            + [.letters("\(KeyStroke(.escape))", "back")]
    }

    private static func matches(_ text: String) -> CommandHint {
        CommandHint(.nextMatch, .previousMatch, says: text)
    }

    /// What keys do with the value under the cursor.
    private static let valueHints = [
        CommandHint(.filterByValue(isNegated: false)), CommandHint(.filterByValue(isNegated: true)),
        CommandHint(.colorByColumn), CommandHint(.figureOfColumn),
    ]

    /// On a map of areas.
    private func areaHints(_ state: AppState) -> [CommandHint] {
        let isSelected = state.selectedArea != nil
        let lines = Array(1...max(min(state.areaAnswer?.classes.count ?? 0, 9), 1))
        let selected = [
            CommandHint(.open, says: "zoom to it"), CommandHint(.members, says: "its rows"),
            CommandHint(.details, says: "summary"),
        ]
        return [CommandHint(.nextAnnotation, says: "next area")] + (isSelected ? selected : [])
            + [
                CommandHint(.table(.toggle), says: "table"), CommandHint(.figure, says: "figure"),
                CommandHint(.classMethod), CommandHint(.filter, says: "filter"),
            ]
            + (isSelected
                ? [CommandHint(.cancel, says: "clear")]
                : [
                    CommandHint(lines.map(Command.toggleClass), says: "show, hide"),
                    CommandHint(.nextDisplay, says: "rows above"), CommandHint(.areas, says: "others"),
                    CommandHint(.cancel, says: "clusters"),
                ])
    }

    /// While the band of time is open.
    private func bandHints(_ band: TimeBand) -> [CommandHint] {
        if band.fold != nil {
            return [
                CommandHint(.band(.move(steps: -1)), .band(.move(steps: 1)), says: "choose"),
                CommandHint(.band(.moveEnd(steps: -1)), .band(.moveEnd(steps: 1)), says: "more"),
                CommandHint(.band(.restrict)), CommandHint(.band(.filter)),
                CommandHint(.band(.step(by: -1)), .band(.step(by: 1)), says: "other parts"),
                CommandHint(.cancel, says: "bars"),
            ]
        }
        if band.playing != nil { return playingHints(band) }
        if let comparison = band.comparison { return windowHints(comparison, movesOther: band.movesOther) }
        return [
            CommandHint(.band(.move(steps: -1)), .band(.move(steps: 1)), says: "move"),
            CommandHint(.band(.moveEnd(steps: -1)), .band(.moveEnd(steps: 1))),
            CommandHint(.band(.play)),
            CommandHint(.band(.row(by: 1)), .band(.row(by: -1)), says: "next row"),
            CommandHint(.band(.step(by: -1)), .band(.step(by: 1))),
            CommandHint(.band(.closer), .band(.wider)), CommandHint(.band(.compare)),
            CommandHint(.band(.fold)), CommandHint(.cancel, says: band.window == nil ? "close" : "all time"),
            CommandHint(.band(.mode)),
        ]
    }

    private func playingHints(_ band: TimeBand) -> [CommandHint] {
        [
            CommandHint(.band(.play), says: "stop"),
            CommandHint(.band(.closer), .band(.wider), says: "faster"),
            CommandHint(.band(.playKind), says: band.playing?.isByRows == true ? "by the clock" : nil),
        ] + (band.comparison == nil ? [CommandHint(.band(.mode), says: "so far")] : [])
            + [CommandHint(.cancel, says: "stop")]
    }

    private func windowHints(_ comparison: WindowComparison, movesOther: Bool) -> [CommandHint] {
        [
            CommandHint(
                .band(.move(steps: -1)), .band(.move(steps: 1)), says: movesOther ? "move A" : "move B"),
            CommandHint(.band(.otherWindow)),
            CommandHint(.band(.moveEnd(steps: -1)), .band(.moveEnd(steps: 1))),
            CommandHint(
                .band(.compare), says: comparison == .sideBySide ? "one map of the difference" : "one window"),
            CommandHint(.band(.moveByLength(later: false)), .band(.moveByLength(later: true)), says: "both"),
            CommandHint(.band(.play), says: "play both"),
            CommandHint(.cancel, says: "one window"),
        ]
    }

    private func mapHints(_ state: AppState) -> [CommandHint] {
        if let band = state.map.band { return bandHints(band) }
        if let legend = state.wholeLegend {
            let lines = Array(1...max(min(legend.entries.count, 9), 1))
            let toggles = [
                CommandHint(lines.map(Command.toggleClass), says: "show, hide"),
                CommandHint(lines.map(Command.onlyClass), says: "only this"),
            ]
            return (state.data.coloring == nil ? [] : toggles)
                + [CommandHint(.colorBy, says: "colours"), CommandHint(.figure)]
                + (legend.ranges == nil ? [] : [CommandHint(.classMethod)])
                + [
                    CommandHint(.legend), CommandHint(.filter), CommandHint(.summary), .zoom,
                    CommandHint(.cancel, says: "plain"),
                ]
        }
        let follow = state.position.map { position in
            [CommandHint(.follow, says: "follow: \(position.follow.word)"), CommandHint(.positionPanel)]
        }
        let last = [CommandHint(.layers), CommandHint(.theme), CommandHint(.quit)]
        if state.isDensity {
            return (follow ?? []) + [
                CommandHint(.nextDisplay, says: "dots"), CommandHint(.densityRamp),
                CommandHint(.classMethod, says: "scale"), CommandHint(.nextAnnotation, says: "densest"), .pan,
                .zoom, CommandHint(.search), CommandHint(.findPlace), CommandHint(.fitData),
            ] + last
        }
        if state.things.areFollowed {
            return (follow ?? []) + [
                CommandHint(.nextAnnotation, says: "next"), Self.trails(state), CommandHint(.alert),
                CommandHint(.table(.toggle), says: "table"), .pan, .zoom, CommandHint(.search),
                CommandHint(.filter), CommandHint(.colorBy), CommandHint(.alerts), CommandHint(.nextDisplay),
            ] + last
        }
        var first: [CommandHint] = follow ?? []
        if state.data.addresses != nil { first.append(CommandHint(.members, says: "addresses")) }
        return first + [
            .pan, .zoom, CommandHint(.nextAnnotation), CommandHint(.search), CommandHint(.filter),
            CommandHint(.colorBy), CommandHint(.findPlace), CommandHint(.nearby),
            CommandHint(.goToCoordinate),
            CommandHint(.fitData), CommandHint(.fitWorld), last[0],
            CommandHint(.clusterSize(step: -1), .clusterSize(step: 1)), last[1], last[2],
        ]
    }

    /// What `w` has chosen.
    private static func trails(_ state: AppState) -> CommandHint {
        let span: String =
            switch state.things.trails {
            case .none: "no trails"
            case .all: "all trails"
            case .standard: "trails " + state.trailSpan.text
            }
        return CommandHint(.trails, says: span)
    }

    /// The same for every selection in view: a row of hints that changes with each Tab is noise.
    private func selectionHints(_ state: AppState) -> [CommandHint] {
        let clear = CommandHint(.cancel, says: "clear")
        guard state.selectedAnnotation != nil else {
            return [
                CommandHint(.centerSelection, says: "back to the selection"),
                CommandHint(.nextAnnotation, says: "select here"), clear,
            ]
        }
        if state.selectedThing != nil, state.things.areFollowed {
            let follow = state.things.followsSelection ? "follow: on" : "follow it"
            return [
                CommandHint(.nextAnnotation, says: "next"), CommandHint(.follow, says: follow),
                Self.trails(state),
                CommandHint(.details), CommandHint(.alert), CommandHint(.table(.toggle), says: "table"),
                .zoom,
                clear,
            ]
        }
        return [
            CommandHint(.open), CommandHint(.nextAnnotation, says: "next"), CommandHint(.details),
            CommandHint(.members, says: state.data.addresses == nil ? nil : "addresses"),
            CommandHint(.centerSelection), .zoom,
        ] + (state.map.history.canGoBack ? [CommandHint(.viewBack)] : []) + [clear]
    }

    // MARK: - Picking rows

    /// What precedes or replaces hints where rows are picked.
    private func withPicks(_ usual: [CommandHint], _ state: AppState) -> [CommandHint] {
        guard state.marks.picking != .none, state.panels.help == nil, let accept = state.panels.pickCommand
        else { return usual }
        // On a cluster Enter opens as always.
        let picks = state.selection.current?.isCluster == false || state.panels.current != nil
        let space = state.marks.picking == .several ? [CommandHint(.mark)] : []
        let count = state.marks.count
        let own =
            count > 0
            ? [CommandHint(.quit, says: "print \(count.grouped)")]
            : picks ? [CommandHint(accept, says: "pick this row")] : []
        return space + own + [CommandHint(.abandon)]
            + usual.filter { $0.commands != [.quit] && !(picks && $0.commands == [accept]) }
    }
}

extension Panels {
    /// What picks a row, with this panel or without one; nil where no row is picked and no mark made.
    var pickCommand: Command? {
        switch current {
        case .list(let kind): kind.type.pickCommand
        case nil: .open
        case .details: .enlargePanel
        case .skipped, .about, .place, .position, .spot, .summary, .journey: nil
        }
    }
}
