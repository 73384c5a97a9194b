import CellGraphics
import MapModel

extension AppState {
    /// The zoom at which a coordinate is shown when the user was further out.
    private static let coordinateZoom = 10.0

    mutating func ask(_ purpose: Prompt.Purpose) -> [Effect] {
        prompt = Prompt(purpose: purpose)
        return []
    }

    mutating func type(_ edit: TextEdit) -> [Effect] {
        message = nil
        if prompt == nil, help != nil { return filterHelp(edit) }
        guard var prompt else { return [] }
        switch edit {
        case .cancel: self.prompt = nil
        case .deleteBackward where prompt.field.text.isEmpty: self.prompt = nil
        case .accept: return accept(prompt)
        default:
            prompt.field.apply(edit)
            prompt.error = nil
            self.prompt = prompt
        }
        return []
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
        switch prompt.purpose {
        case .coordinate: return goTo(text)
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
                "no command “\(DisplayText(sanitising: name, limit: 40))”: there are bad, help, quit", .error)
            return []
        }
    }
}
