import App
import CellGraphics
import MapModel
import DataSets
import Receivers
import Scene
import Streams
import Streets
import Synchronization
import TerminalInput

/// Runs the program without a terminal: reads everything, plays keys, prints a frame or a list.
///
/// The same input, size and options give the same bytes: no clock, no threads, no terminal is asked.
package struct Headless {
    package var state: AppState
    package let work: DataWork
    /// What was asked for and is still to be done, in this order.
    private var jobs: [BackgroundJob] = []
    let keyMap: KeyMap
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
        apply(.said(nil))
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

    /// Types keys.
    ///
    /// - Parameter afterEach: called after each key.
    package mutating func play(_ events: [InputEvent], afterEach: (inout Headless) -> Void = { _ in }) {
        if !events.isEmpty { readNames() }
        var mapper = InputMapper(keyMap: keyMap)
        play(events, by: &mapper, afterEach: afterEach)
    }

    private mutating func play(
        _ events: [InputEvent], by mapper: inout InputMapper,
        afterEach: (inout Headless) -> Void = { _ in }
    ) {
        var rest = events[...]
        while !state.isQuitting, let event = rest.popFirst() {
            if state.panels.textFocus == .list(.search), var text = event.letter.map(String.init) {
                // Of what is typed into a search only the last query needs an answer.
                while let letter = rest.first?.letter {
                    text.append(letter)
                    rest.removeFirst()
                }
                apply(.typed(.insert(text)))
            } else {
                for action in mapper.actions(for: event, in: state, at: .zero) { apply(action) }
            }
            afterEach(&self)
        }
    }

    /// Shows a view, as a key would.
    mutating func jump(to view: Viewport) {
        apply(.viewChosen(view))
    }

    /// The rows below the legend are in view.
    package mutating func hideLegend() {
        if state.annotations.showsLegend { apply(.command(.legend)) }
    }

    mutating func perform(_ command: Command) { apply(.command(command)) }

    package mutating func type(_ edit: TextEdit) { apply(.typed(edit)) }

    mutating func perform(_ action: Action) { apply(action) }

    /// Takes the message away, as time does.
    mutating func clearMessage() { if state.screen.message != nil { apply(.said(nil)) } }

    /// Reads the names of places, unless they are read.
    package mutating func readNames() {
        guard let folder = unreadNames else { return }
        unreadNames = nil
        let message = state.screen.message
        apply(.answered(work.search.readAtlas(folder)))
        if let message { apply(.said(message)) }
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
        change(action)
        while !jobs.isEmpty { perform(jobs.removeFirst()) }
    }

    /// Does the work at once.
    private mutating func perform(_ job: BackgroundJob) {
        let posted = Mutex<[Action]>([])
        guard let answer = try? job.logged(by: log).run({ action in posted.withLock { $0.append(action) } })
        else { return }
        for action in posted.withLock({ $0 }) where action.isPartOfAnswer { change(action) }
        if case .view(.failure(let error), _) = answer { serverFailure = error.words }
        if case .rows(.failure(let failure), _) = answer { filterFailure = failure }
        change(.answered(answer))
    }

    /// One frame as text, with colours unless `colored` is false.
    package func frame(colored: Bool) -> String {
        var frame = paint()
        if isASCIIAlone { frame.useASCIIAlone() }
        return colored ? frame.coloredText(palette: state.screen.appearance.theme.palette) : frame.plainText()
    }

    /// The frame as a picture.
    package func picture(_ format: PictureFormat) -> String {
        format.text(of: paint(), theme: state.screen.appearance.theme, title: pictureTitle)
    }

    /// The frame before and after each key of a script, as a film.
    ///
    /// - Parameter duration: how long a frame is shown, besides the pauses after it.
    package mutating func film(
        of steps: [KeyScript.Step], each duration: Duration, _ format: PictureFormat
    ) -> String {
        if !steps.isEmpty { readNames() }
        var mapper = InputMapper(keyMap: keyMap)
        var painter = FramePainter(keyMap: keyMap)
        var caption = FilmCaption()
        var frames = [FilmFrame(painter.paint(state.atRest, at: .zero), for: duration)]
        for step in steps where !state.isQuitting {
            caption.append(step)
            if case .pause(let pause) = step {
                frames[frames.count - 1].duration += pause
            } else if let event = step.event {
                play([event], by: &mapper)
                if needsNames { readNames() }
                frames.append(
                    FilmFrame(painter.paint(state.atRest, at: .zero), for: duration, caption: caption.text))
            }
        }
        return format.text(of: frames, theme: state.screen.appearance.theme, title: pictureTitle)
    }

    var pictureTitle: String { "\(state.data.fileName.text) – termmap" }

    /// The frame at rest.
    private func paint() -> CellBuffer {
        var painter = FramePainter(keyMap: keyMap)
        return painter.paint(state.atRest, at: .zero)
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
        return !data.answeredQuery.testsRows
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

extension Headless: EffectHost {
    package var now: Duration { .zero }

    package mutating func start(_ job: BackgroundJob) { jobs.append(job) }

    /// What was asked for is done by then.
    package func cancel(_ slots: [BackgroundJob.Slot]) {}

    package func show(_ request: TerminalRequest) {}

    package func keep(_ record: KeptRecord) {
        if case .verdicts(let judged) = record { positionFiles?.note(judged) }
    }
}

extension Action {
    /// What is posted before the answer is not repeated by it.
    fileprivate var isPartOfAnswer: Bool {
        switch self {
        case .streetBlocksDrawn, .answered(.matches): true
        default: false
        }
    }
}

extension InputEvent {
    /// What a field takes as text.
    fileprivate var letter: Character? {
        if case .key(.character(let letter), []) = self { letter } else { nil }
    }
}
