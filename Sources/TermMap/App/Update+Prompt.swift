import CellGraphics
import MapModel

extension AppState {
    /// Which field the keys are typed into.
    enum TextFocus { case prompt, help, search }

    var textFocus: TextFocus? {
        if prompt != nil { return .prompt }
        if help != nil { return .help }
        if case .search = panel { return .search }
        return nil
    }

    /// The zoom at which a coordinate is shown when the user was further out.
    private static let coordinateZoom = 10.0

    mutating func ask(_ purpose: Prompt.Purpose) -> [Effect] {
        prompt = Prompt(purpose: purpose, before: purpose == .radius ? nearby : nil)
        return []
    }

    mutating func type(_ edit: TextEdit) -> [Effect] {
        message = nil
        switch textFocus {
        case .prompt: return typeInPrompt(edit)
        case .help: return filterHelp(edit)
        case .search: return typeInSearch(edit)
        case nil: return []
        }
    }

    private mutating func typeInPrompt(_ edit: TextEdit) -> [Effect] {
        guard var prompt else { return [] }
        switch edit {
        case .cancel: return close(prompt)
        case .deleteBackward where prompt.field.text.isEmpty: return close(prompt)
        case .accept: return accept(prompt)
        case .previous, .next:
            prompt.recall(older: edit == .previous, from: promptHistory[prompt.purpose] ?? [])
            self.prompt = prompt
        default:
            prompt.field.apply(edit)
            prompt.error = nil
            self.prompt = prompt
        }
        return prompt.purpose == .radius ? typeRadius(prompt.field.text) : []
    }

    /// Esc: what a radius that was typed has shown is taken back.
    private mutating func close(_ prompt: Prompt) -> [Effect] {
        self.prompt = nil
        guard prompt.purpose == .radius, let before = prompt.before else { return [] }
        return setRadius(before.radiusMeters, unit: before.unit)
    }

    private mutating func filterHelp(_ edit: TextEdit) -> [Effect] {
        if edit == .cancel || edit == .accept {
            help = nil
        } else {
            help?.filter.apply(edit)
            help?.scroll = 0
        }
        return []
    }

    private mutating func accept(_ prompt: Prompt) -> [Effect] {
        let text = prompt.field.text
        if text.allSatisfy({ $0 == " " }) {
            self.prompt = nil
            return []
        }
        promptHistory[prompt.purpose, default: []].removeAll { $0 == text }
        promptHistory[prompt.purpose, default: []].append(text)
        switch prompt.purpose {
        case .coordinate: return goTo(text)
        case .radius: return acceptRadius(text)
        case .command: return run(text)
        }
    }

    private mutating func goTo(_ text: String) -> [Effect] {
        do {
            let target = try CoordinateText(text)
            prompt = nil
            let zoom = target.zoom ?? max(viewport.zoom, Self.coordinateZoom)
            let point = WebMercator.project(target.coordinate)
            let view = Viewport(center: point, zoom: zoom, size: viewport.size)
            placemark = Placemark(
                coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: zoom),
                place: nil)
            return show(view.offset(point, to: visibleMap.dots), by: .jump)
        } catch {
            prompt?.error = DisplayText(sanitising: error.description, limit: 200)
            return []
        }
    }

    /// Commands that have no key of their own.
    private mutating func run(_ text: String) -> [Effect] {
        prompt = nil
        switch text.split(separator: " ").first.map(String.init) ?? "" {
        case "bad", "skipped": return open(.skipped(scroll: 0))
        case "q", "quit": return update(.command(.quit), at: now)
        case "help": return update(.command(.help), at: now)
        case let name:
            tell(
                "Unknown command “\(DisplayText(sanitising: name, limit: 40))” (expected bad, help or quit)",
                .error)
            return []
        }
    }
}

extension AppState.Prompt {
    /// Puts what was typed before into the field, the newest first.
    fileprivate mutating func recall(older: Bool, from history: [String]) {
        guard older || recalled != nil else { return }
        let next = (recalled ?? -1) + (older ? 1 : -1)
        guard next < history.count else { return }
        recalled = next < 0 ? nil : next
        field = TextField(next < 0 ? "" : history[history.count - 1 - next])
        error = nil
    }
}
