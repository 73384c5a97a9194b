import CellGraphics
import MapModel
import MapSources

/// Runs the program without a terminal: reads everything, plays keys, prints a frame or a list.
///
/// The same input, size and options give the same bytes: no clock, no threads, no terminal is asked.
struct Headless {
    private(set) var state: AppState
    private let work: DataWork
    private let keyMap: KeyMap
    /// What is kept of positions.
    var positionFiles: PositionFiles?
    /// Why a server did not tell what is in view, in one line.
    private(set) var serverFailure: String?

    /// - Parameter names: where the names of places are; nil to do without them.
    init(state: AppState, work: DataWork, basemap: BasemapData, names: DataFolder? = nil, keyMap: KeyMap) {
        self.state = state
        self.work = work
        self.keyMap = keyMap
        apply(.basemapRead(basemap))
        if let names { apply(work.search.readAtlas(names)) }
        self.state.message = nil
    }

    /// Reads the data; the error text when it could not be read.
    mutating func load() -> String? {
        guard let action = work.load(progress: { _ in }) else { return "loading was cancelled" }
        apply(action)
        if case .failed(let message) = state.loading { return message }
        return nil
    }

    /// Reads a log of positions to its end; the error text when it could not be read.
    mutating func replay(_ source: PositionSource) -> String? {
        var events: [PositionEvent] = []
        func take() {
            apply(.positionEvents(events, at: .earliest))
            events.removeAll(keepingCapacity: true)
        }
        do throws(SourceError) {
            try source.readLog { event in
                events.append(event)
                if events.count >= 8192 { take() }
            }
        } catch {
            return error.description
        }
        take()
        guard let positionFiles, let position = state.position else { return nil }
        return positionFiles.writeVerdicts()
            ?? (position.track.isEmpty ? nil : positionFiles.save(position.track))
    }

    mutating func play(_ events: [InputEvent]) {
        var mapper = InputMapper(keyMap: keyMap)
        for event in events where !state.isQuitting {
            for action in mapper.actions(for: event, in: state, at: .zero) { apply(action) }
            if state.panel != nil || state.help != nil { layOut() }
        }
    }

    /// Finds out how far the panel can be scrolled, as a frame on the screen would.
    private mutating func layOut() {
        var painter = FramePainter(keyMap: keyMap)
        _ = painter.paint(state, at: .zero)
        apply(.laidOut(scrollLimit: painter.scrollLimit))
    }

    /// Shows a view, as a key would.
    mutating func jump(to view: Viewport) {
        _ = state.show(view, by: .jump)
    }

    mutating func perform(_ command: Command) { apply(.command(command)) }

    mutating func type(_ edit: TextEdit) { apply(.typed(edit)) }

    mutating func perform(_ action: Action) { apply(action) }

    private mutating func apply(_ action: Action) {
        var pending = state.update(action)
        while !pending.isEmpty {
            let effect = pending.removeFirst()
            switch effect {
            case .readLabels(let rows):
                if let answer = work.readLabels(rows) { pending += state.update(answer) }
            case .readRecord(let row, let ticket):
                pending += state.update(work.readRecord(row, ticket: ticket))
            case .readSummaries(let rows):
                if let answer = work.readSummaries(rows) { pending += state.update(answer) }
            case .indexNames:
                if let answer = work.indexNames(progress: { _ in }) { pending += state.update(answer) }
            case .findRows(let query, let center, let ticket):
                let answer = work.search.findRows(query, near: center, ticket: ticket, progress: { _ in })
                if let answer {
                    pending += state.update(answer)
                }
            case .findPlaces(let query, let center, let ticket):
                if let answer = work.search.findPlaces(query, near: center, ticket: ticket) {
                    pending += state.update(answer)
                }
            case .askView(let question, let ticket):
                if let answer = work.server?.view(question, ticket: ticket) {
                    if case .viewFailed(let message, _) = answer { serverFailure = message }
                    pending += state.update(answer)
                }
            case .askNear(let question):
                if let answer = work.server?.near(question) { pending += state.update(answer) }
            case .matchRows(let text, let ticket):
                if let answer = work.server?.matches(text, ticket: ticket) { pending += state.update(answer) }
            case .reload:
                if let answer = work.reload() { pending += state.update(answer) }
            case .openServer:
                if let answer = work.server?.open() { pending += state.update(answer) }
            case .hideSources(let hidden):
                if let answer = work.hideSources(hidden) { pending += state.update(answer) }
            case .writeVerdicts(let bytes): positionFiles?.note(bytes)
            case .preparePlaces, .cancelSearch, .saveTrack, .cancelLoading, .repaint, .suspend, .quit: break
            }
        }
    }

    /// One frame as text, with colours unless `colored` is false.
    func frame(colored: Bool) -> String {
        var painter = FramePainter(keyMap: keyMap)
        var calm = state
        calm.arrivals.finish()
        let frame = painter.paint(calm, at: .zero)
        return colored ? frame.coloredText(palette: state.appearance.theme.palette) : frame.plainText()
    }

    /// What is in view: `kind count latitude longitude label`, then the totals.
    func list() -> String {
        let rows = state.annotations.compactMap(\.row)
        let labels: [UInt32: String]
        if case .labelsRead(let read) = work.readLabels(rows) { labels = read } else { labels = [:] }
        var text = "kind\tcount\tlatitude\tlongitude\tlabel\n"
        for annotation in state.annotations { text += line(annotation, labels) + "\n" }
        return text
            + "# in view \(state.rowsInView) of \(state.rowTotal) rows, \(state.skipped.total) skipped\n"
    }

    private func line(_ annotation: PlacedAnnotation, _ labels: [UInt32: String]) -> String {
        guard let row = annotation.row else {
            let mean = WebMercator.unproject(annotation.mean)
            return "cluster\t\(annotation.count)\t\(mean.latitude.fixed(6))\t\(mean.longitude.fixed(6))\t"
        }
        guard let position = annotation.leader.firstPosition else { return "" }
        let place = state.tree.coordinate(at: position)
        let label = DisplayText(sanitising: labels[row] ?? "").text
        return "place\t1\t\(place.latitude.fixed(7))\t\(place.longitude.fixed(7))\t\(label)"
    }
}
