import App
import CellGraphics
import MapModel
import RowValues

/// What lines are about, apart from the view, panels and the prompt.
enum SpokenSubject: Hashable, Sendable {
    case progress, source, question, filter, colors, figures, areas, placemark, selection, marks, tool,
        position, time, keys

    func words(in state: AppState, keyMap: KeyMap) -> Spoken {
        switch self {
        case .progress: Self.progress(state)
        case .source: Self.source(state, keyMap)
        case .question: Self.question(state, keyMap)
        case .filter: Self.filter(state)
        case .colors: Self.colors(state)
        case .figures: Self.figures(state)
        case .areas: Self.areas(state)
        case .placemark: Self.placemark(state)
        case .selection: SpokenSelection(state).words
        case .marks: .text(state.marks.count == 0 ? .empty : "\(state.marks.count.counted("row")) marked")
        case .tool: Self.tool(state, keyMap)
        case .position: Self.position(state)
        case .time: Self.time(state)
        case .keys: Self.keys(state, keyMap)
        }
    }

    /// What is said once there is nothing more to say of it.
    var end: DisplayText {
        switch self {
        case .filter: "All rows"
        case .colors: "Not coloured"
        case .figures: "Badges show counts"
        case .marks: "No row marked"
        case .time: "Band of time closed"
        case .selection: "Nothing selected"
        default: .empty
        }
    }

    // MARK: - The source

    private static func progress(_ state: AppState) -> Spoken {
        func text(_ words: DisplayText, _ share: Double? = nil, pause: Duration = Narrator.progressPause)
            -> Spoken
        {
            // A moment is not worth a word.
            if state.now < Narrator.progressPause { return .awaited }
            let percent: DisplayText = share.map { " \(Int($0 * 100)) percent" } ?? ""
            return .text(words + percent, pause: pause)
        }
        if let share = state.data.queryProgress { return text("Reading columns", share) }
        switch state.data.activity(at: state.now) {
        case .reading(let share?): return text("Reading", share)
        case .reading(nil):
            let rows = state.data.unfilteredTotal.counted("row")
            return text("\(rows) so far", pause: Narrator.streamPause)
        case .connecting: return text("Waiting for the server")
        case .retrying: return text("No answer from the server")
        case .reloading: return text("Reloading")
        case .idle, .querying, .refreshing:
            return state.screen.rowFile.map { text("Saving", $0.share) } ?? .nothing
        }
    }

    private static func source(_ state: AppState, _ keyMap: KeyMap) -> Spoken {
        guard state.data.loading == .done, state.data.origin.isTotalKnown else { return .awaited }
        let help: KeyedText = "\(key: .help) lists the keys, \(key: .quit) quits"
        let keys = keyMap.words(help, in: [.map])
        if state.data.isMapAlone { return .text(state.data.fileName + "; " + keys) }
        let about: DisplayText = state.data.origin.isCountEstimated ? "about " : ""
        let skipped = state.data.skippedTotal
        let rest: DisplayText =
            state.data.isUnplaced
            ? ", without a place" : skipped > 0 ? ", \(skipped.grouped) skipped" : ""
        let rows: DisplayText = "\(state.data.unfilteredTotal.counted("row"))"
        return .text(state.data.fileName + ": " + about + rows + rest + "; " + keys)
    }

    // MARK: - Rows

    private static func question(_ state: AppState, _ keyMap: KeyMap) -> Spoken {
        guard let question = state.marks.question else { return .nothing }
        let keys = keyMap.answerHints.map { "\($0.keys) \($0.text)" }.joined(separator: ", ")
        return .text(question.words + " " + DisplayText(sanitising: keys))
    }

    private static func filter(_ state: AppState) -> Spoken {
        let (query, data) = (state.data.answeredQuery, state.data)
        guard data.loading == .done, data.query.filter == query.filter,
            data.query.hiddenClasses == query.hiddenClasses
        else { return .awaited }
        if query.filter.isEmpty, query.hiddenClasses.isEmpty, !query.testsRows { return .text(.empty) }
        let counts: DisplayText = "\(data.rowTotal.grouped) of \(data.unfilteredTotal.counted("row"))"
        let isTyped = state.panels.prompt?.purpose == .rows
        if !query.testsRows { return .text(counts + " shown") }
        let parts = [
            query.time.flatMap {
                // The open band says it itself.
                $0.windows.isEmpty || $0.text.isEmpty || state.map.band != nil
                    ? nil : DisplayText(sanitising: "Time " + $0.text, limit: 400)
            },
            query.filter.isEmpty ? nil : "Filter " + DisplayText(sanitising: query.filter.text, limit: 400),
        ].compactMap(\.self)
        if parts.isEmpty, state.map.band != nil { return .awaited }
        return .text(isTyped ? counts + " match" : DisplayText.list(parts) + ": " + counts + " match")
    }

    /// What the title of the open band says: the window, or the choice in the grid, and the rows in view.
    private static func time(_ state: AppState) -> Spoken {
        guard let band = state.map.band else { return .text(.empty) }
        guard state.data.query == state.data.answeredQuery, !state.awaitsTimes else { return .awaited }
        let spans: ([BandPicture.Span], [BandPicture.Span])?
        if band.fold != nil {
            spans = state.foldPicture.map { ($0.title, $0.titleEnd) }
        } else {
            spans = state.bandPicture.map { ($0.title, $0.titleEnd) }
        }
        guard let (title, end) = spans else { return .awaited }
        let parts = [title, end].map { $0.reduce(.empty) { $0 + $1.text } }.filter { !$0.isEmpty }
        return .text(
            DisplayText.list(parts).spelled, pause: band.playing == nil ? .zero : Narrator.progressPause)
    }

    /// What the next key means, where it alone does not say it.
    private static func keys(_ state: AppState, _ keyMap: KeyMap) -> Spoken {
        guard state.screen.bookmarkDeed != nil else { return .nothing }
        let keys = keyMap.hints(for: state).map { "\($0.keys.withArrowsSpelled): \($0.text)" }
        return .text(DisplayText(sanitising: keys.joined(separator: ", ")))
    }

    private static func colors(_ state: AppState) -> Spoken {
        guard let classes = state.data.coloring?.classes else {
            return state.data.query.coloring == nil ? .text(.empty) : .awaited
        }
        guard let entries = state.wholeLegend?.entries else { return .awaited }
        let column = DisplayText(sanitising: classes.column, limit: 200)
        let lines = entries.map { $0.label + " \($0.count.grouped)" + ($0.isHidden ? ", hidden" : "") }
        return .text("Coloured by " + column + ": " + DisplayText.list(lines))
    }

    private static func figures(_ state: AppState) -> Spoken {
        guard let figure = state.data.query.figure else { return .text(.empty) }
        guard state.data.figures != nil else { return .awaited }
        return .text("Badges show " + DisplayText(sanitising: figure.text, limit: 200))
    }

    private static func areas(_ state: AppState) -> Spoken {
        guard let area = state.selectedArea, let text = state.areaText else { return .nothing }
        return .text(DisplayText(sanitising: text.callout(of: area, isShort: false)))
    }

    /// What the tool in use has found; before that, its keys. Without a tool, where the cursor of the strip is.
    private static func tool(_ state: AppState, _ keyMap: KeyMap) -> Spoken {
        guard state.map.tool != nil else { return state.stripWords.map { .text($0) } ?? .nothing }
        if let status = state.toolStatus { return .text(status.text) }
        let keys = keyMap.hints(for: state).map { "\($0.keys.withArrowsSpelled): \($0.text)" }
        return .text(DisplayText(sanitising: keys.joined(separator: ", ")))
    }

    private static func placemark(_ state: AppState) -> Spoken {
        guard let placemark = state.selection.placemark else { return .nothing }
        if state.panels.list != nil { return .awaited }
        let line = placemark.place.map { PlaceText.line(of: $0) } ?? .empty
        return .text("Placemark " + placemark.name + (line.isEmpty ? "" : ", " + line))
    }

    private static func position(_ state: AppState) -> Spoken {
        guard let position = state.position else { return .nothing }
        let text = PositionText(position, state)
        guard let coordinate = position.coordinate else {
            return .text("Position: " + text.fix.text, pause: Narrator.streamPause)
        }
        let motion = text.motion.isEmpty ? .empty : ", " + text.motion
        return .text(
            "Position: " + WhereText(state).place(coordinate) + motion, pause: Narrator.streamPause)
    }
}

extension DisplayText {
    /// "12 km NW" with the direction in words, and commas for the gaps between columns.
    var spelled: DisplayText {
        let text = text.replacing("   ", with: " ").replacing("  ", with: ", ")
        for point in CompassPoint.allCases where text.hasSuffix(" " + point.symbol) {
            return DisplayText(sanitising: text.dropLast(point.symbol.count) + point.words)
        }
        return DisplayText(sanitising: text)
    }

    /// Parts with commas between them.
    static func list(_ parts: [DisplayText], separator: DisplayText = ", ") -> DisplayText {
        guard let first = parts.first else { return .empty }
        return parts.dropFirst().reduce(first) { $0 + separator + $1 }
    }
}
