import App
import CellGraphics

/// Says in lines what changed on the screen, for screen readers; what is as it was is not said again.
package struct Narrator: Sendable {
    /// How often what changes by itself is said: the progress of reading, rows of a stream, the user's position.
    static let progressPause = Duration.seconds(3)
    static let streamPause = Duration.seconds(10)

    private let keyMap: KeyMap
    private var said: [SpokenSubject: DisplayText] = [
        .filter: .empty, .marks: .empty, .colors: .empty, .figures: .empty, .time: .empty, .selection: .empty,
    ]
    /// When subjects that change by themselves were said last.
    private var saidAt: [SpokenSubject: Duration] = [:]
    private var view: SpokenView?
    private var panel: SpokenPanel?
    private var prompt: SpokenPrompt?
    private var message: Message?
    /// The lines that were said last, for who wants to hear them again.
    package private(set) var last: [String] = []

    package init(keyMap: KeyMap) { self.keyMap = keyMap }

    /// The lines for a state that comes after those before.
    package mutating func lines(of state: AppState) -> [String] {
        let hadPrompt = prompt != nil
        var lines = message(in: state)
        lines += fresh([.progress, .source, .question], in: state)
        lines += prompt(in: state)
        lines += fresh([.filter, .time, .colors, .figures, .areas, .keys], in: state)
        lines += panel(in: state)
        lines += view(in: state)
        lines += fresh([.placemark, .selection, .marks, .tool, .position], in: state)
        // A message may say what a subject says.
        var words: [String] = []
        for line in lines.filter({ !$0.isEmpty }).map(Self.spoken) where !words.contains(line) {
            words.append(line)
        }
        // What is closed without a word leaves one where one is then.
        if words.isEmpty, hadPrompt, prompt == nil { words.append(Self.spoken(panel?.title ?? "Map")) }
        if !words.isEmpty { last = words }
        return words
    }

    /// A dot between two words is read out.
    private static func spoken(_ line: DisplayText) -> String {
        line.text.replacing(" · ", with: ", ")
    }

    private mutating func fresh(_ subjects: [SpokenSubject], in state: AppState) -> [DisplayText] {
        subjects.compactMap { subject in
            switch subject.words(in: state, keyMap: keyMap) {
            case .awaited: return nil
            case .nothing:
                said[subject] = nil
                return nil
            case .text(let text, let identity, let pause):
                guard said[subject] != identity ?? text else { return nil }
                if pause > .zero, let last = saidAt[subject], state.now - last < pause { return nil }
                saidAt[subject] = state.now
                said[subject] = identity ?? text
                return text.isEmpty ? subject.end : text
            }
        }
    }

    private mutating func message(in state: AppState) -> [DisplayText] {
        defer { message = state.screen.message }
        guard let new = state.screen.message, new != message else { return [] }
        return [keyMap.words(new.text, in: state)]
    }

    private mutating func prompt(in state: AppState) -> [DisplayText] {
        defer { prompt = SpokenPrompt(state, keyMap: keyMap) }
        return SpokenPrompt(state, keyMap: keyMap)?.lines(after: prompt) ?? []
    }

    private mutating func panel(in state: AppState) -> [DisplayText] {
        guard let new = SpokenPanel(state, keyMap: keyMap) else {
            defer { panel = nil }
            return panel == nil ? [] : ["Map"]
        }
        let shown = new.isAwaited ? new.withTitleAlone(after: panel) : new
        guard let shown else { return [] }
        defer { panel = shown }
        return shown.lines(after: panel)
    }

    private mutating func view(in state: AppState) -> [DisplayText] {
        guard let new = SpokenView(state, after: view) else { return [] }
        defer { view = new }
        return new.lines(after: view)
    }
}

/// What one subject says now.
enum Spoken {
    case nothing
    /// It will be known in a moment; until then what was said holds.
    case awaited
    /// Said when it is about something else than before, other words where nothing else is given, and no more often than
    /// after a pause.
    case text(DisplayText, about: DisplayText? = nil, pause: Duration = .zero)
}
