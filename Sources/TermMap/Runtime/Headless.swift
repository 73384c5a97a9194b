import App
import CellGraphics
import MapModel
import DataSets
import Receivers
import Rows
import Scene
import Streams
import Streets
import Synchronization
import TerminalInput

/// Runs the program without a terminal: reads everything, plays keys, prints a frame or a list.
///
/// The same input, size and options give the same bytes: no clock, no threads, no terminal is asked.
package struct Headless {
    package private(set) var state: AppState
    private let work: DataWork
    private let keyMap: KeyMap
    /// What is kept of positions.
    package var positionFiles: PositionFiles?
    package var log: ActivityLog?
    /// Frames are written without any character that is not ASCII.
    package var isASCIIAlone = false
    /// Why a server did not return the rows in view, in one line.
    package private(set) var serverFailure: String?
    /// Why the rows of `--where` could not be chosen.
    package private(set) var filterFailure: QueryFailure?

    /// Where the names of places are, until they are read.
    private var unreadNames: DataFolder?

    /// - Parameter names: where the names of places are, read when they are needed; nil to do without them.
    package init(
        state: AppState, work: DataWork, basemap: BasemapData, names: DataFolder? = nil, keyMap: KeyMap
    ) {
        self.state = state
        self.work = work
        self.keyMap = keyMap
        unreadNames = names
        apply(.basemapRead(basemap))
        if let opening = work.job(for: .openStreets), let answer = try? opening.run({ _ in }) {
            apply(.answered(answer))
        }
        self.state.screen.message = nil
    }

    /// Reads the data; the error text when it could not be read.
    package mutating func load() -> String? {
        let work = work
        let job = BackgroundJob(slot: .load) { _ throws(CancellationError) in try work.load() }
        guard let answer = try? job.logged(by: log).run({ _ in }) else { return "loading was cancelled" }
        apply(.answered(answer))
        if case .failed(let message) = state.data.loading { return message }
        return nil
    }

    /// Reads a log of positions to its end; the error text when it could not be read.
    package mutating func replay(_ source: PositionSource) -> String? {
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
        return positionFiles.finish(position.track)
    }

    package mutating func play(_ events: [InputEvent]) {
        if !events.isEmpty { readNames() }
        var mapper = InputMapper(keyMap: keyMap)
        var rest = events[...]
        while !state.isQuitting, let event = rest.popFirst() {
            if state.panels.textFocus == .search, var text = event.letter.map(String.init) {
                // Of what is typed into a search only the last query needs an answer.
                while let letter = rest.first?.letter {
                    text.append(letter)
                    rest.removeFirst()
                }
                apply(.typed(.insert(text)))
            } else {
                for action in mapper.actions(for: event, in: state, at: .zero) { apply(action) }
            }
        }
    }

    /// Shows a view, as a key would.
    mutating func jump(to view: Viewport) {
        state.show(view, by: .jump)
        apply(.tick)
    }

    /// The rows below the legend are in view.
    package mutating func hideLegend() {
        state.annotations.showsLegend = false
        state.refreshAnnotations(animated: false)
    }

    mutating func perform(_ command: Command) { apply(.command(command)) }

    package mutating func type(_ edit: TextEdit) { apply(.typed(edit)) }

    mutating func perform(_ action: Action) { apply(action) }

    /// Reads the names of places, unless they are read.
    package mutating func readNames() {
        guard let folder = unreadNames else { return }
        unreadNames = nil
        let message = state.screen.message
        apply(.answered(work.search.readAtlas(folder)))
        if let message { state.screen.message = message }
    }

    /// Whether the frame shows names of places.
    private var needsNames: Bool {
        state.search.session != nil || state.selection.placemark != nil
            || StatusBar(state: state, keyMap: keyMap).namesPlace
            || TownLabels.areShown(in: state.map.viewport)
    }

    /// Reads the names of places if the frame shows any: a view of the world does not.
    package mutating func readNamesInView() {
        if needsNames { readNames() }
    }

    private mutating func apply(_ action: Action) {
        var pending = state.update(action)
        while !pending.isEmpty {
            let effect = pending.removeFirst()
            if case .writeVerdicts(let judged) = effect { positionFiles?.note(judged) }
            let posted = Mutex<[StreetBlock]>([])
            let found = Mutex<Action?>(nil)
            let post: BackgroundJob.Post = { action in
                // Of other work the result is enough.
                if case .streetBlocksDrawn(let blocks) = action { posted.withLock { $0 += blocks } }
                if case .answered(.matches) = action { found.withLock { $0 = action } }
            }
            guard let job = work.job(for: effect)?.logged(by: log), let answer = try? job.run(post) else {
                continue
            }
            let blocks = posted.withLock { $0 }
            if let found = found.withLock({ $0 }) { pending += state.update(found) }
            if !blocks.isEmpty { pending += state.update(.streetBlocksDrawn(blocks)) }
            if case .view(.failure(let error), _) = answer { serverFailure = error.words }
            if case .rows(.failure(let failure), _) = answer { filterFailure = failure }
            pending += state.update(.answered(answer))
        }
    }

    /// One frame as text, with colours unless `colored` is false.
    package func frame(colored: Bool) -> String {
        var frame = paint()
        if isASCIIAlone { frame.useASCIIAlone() }
        return colored ? frame.coloredText(palette: state.screen.appearance.theme.palette) : frame.plainText()
    }

    /// The frame as a picture.
    package func picture(_ format: PictureFormat) -> String {
        format.text(
            of: paint(), theme: state.screen.appearance.theme, title: "\(state.data.fileName.text) – termmap")
    }

    /// The frame at rest.
    private func paint() -> CellBuffer {
        var painter = FramePainter(keyMap: keyMap)
        var calm = state
        calm.annotations.finishArrivals()
        return painter.paint(calm, at: .zero)
    }

    /// What is in view: `kind count latitude longitude label`, then the totals.
    package func list() -> String {
        let rows = state.annotations.placed.compactMap(\.row)
        let read = work.readLabels(rows)
        if let problem = read.problem { Output.writeError("termmap: \(problem)\n") }
        let labels = read.values
        var text = "kind\tcount\tlatitude\tlongitude\tlabel\(valueHeader)\n"
        let lines = densityLines() ?? state.annotations.placed.map { line($0, labels) + values(of: $0) }
        for line in lines { text += line + "\n" }
        return text
            + "# in view \(state.rowsInView) of \(totalText), \(state.data.skipped.total) skipped\n"
    }

    private var valueHeader: String {
        (state.data.figures == nil ? "" : "\tvalue") + (state.data.coloring == nil ? "" : "\tclass")
    }

    /// The figure of an annotation, and the class that most of its rows are of; empty where there is none.
    private func values(of annotation: PlacedAnnotation) -> String {
        var text = ""
        if let figures = state.data.figures {
            let number = annotation.value?.figure?.number
            text += "\t" + (number.map { FigureText.printed($0, figures.kind) } ?? "")
        }
        if state.data.coloring != nil {
            let main = annotation.value?.mainClass ?? 0
            let label = state.classLabels[main].map { DisplayText(sanitising: $0).text }
            text += "\t" + (main == 0 ? "" : label ?? "")
        }
        return text
    }

    /// All rows; with a filter those that match, of all.
    private var totalText: String {
        let data = state.data
        return data.answeredQuery.filter.isEmpty
            ? "\(data.rowTotal) rows" : "\(data.rowTotal) matching rows of \(data.unfilteredTotal)"
    }

    private func line(_ annotation: PlacedAnnotation, _ labels: [UInt32: String]) -> String {
        guard let row = annotation.row else {
            let mean = WebMercator.unproject(annotation.mean)
            return "cluster\t\(annotation.count)\t\(mean.latitude.fixed(6))\t\(mean.longitude.fixed(6))\t"
        }
        guard let index = annotation.leader.firstIndex else { return "" }
        let place = state.data.tree.coordinate(at: index)
        let label = DisplayText(sanitising: labels[row] ?? "").text
        return "place\t1\t\(place.latitude.fixed(7))\t\(place.longitude.fixed(7))\t\(label)"
    }
}

extension InputEvent {
    /// What a field takes as text.
    fileprivate var letter: Character? {
        if case .key(.character(let letter), []) = self { letter } else { nil }
    }
}
