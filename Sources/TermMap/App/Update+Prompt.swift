import CellGraphics
import MapModel

extension AppState {
    /// The zoom at which a coordinate is shown when the user was further out.
    private static let coordinateZoom = 10.0

    mutating func ask(_ purpose: Prompt.Purpose) {
        panels.prompt = Prompt(purpose: purpose, before: purpose == .radius ? nearby : nil)
    }

    mutating func type(_ edit: TextEdit) -> [Effect] {
        screen.message = nil
        switch panels.textFocus {
        case .prompt: return typeInPrompt(edit)
        case .help: panels.filterHelp(edit); return []
        case .search: return typeInSearch(edit)
        case nil: return []
        }
    }

    private mutating func typeInPrompt(_ edit: TextEdit) -> [Effect] {
        guard let prompt = panels.prompt else { return [] }
        switch edit {
        case .cancel: return close(prompt)
        case .deleteBackward where prompt.field.text.isEmpty: return close(prompt)
        case .accept: return accept(prompt)
        case .previous, .next: panels.recallPrompt(older: edit == .previous)
        default:
            panels.prompt?.field.apply(edit)
            panels.prompt?.error = nil
        }
        let text = panels.prompt?.field.text ?? ""
        switch prompt.purpose {
        case .radius: return typeRadius(text)
        case .filter: return filterMembers(text)
        case .coordinate, .command: return []
        }
    }

    /// Esc: what a radius that was typed has shown is taken back.
    private mutating func close(_ prompt: Prompt) -> [Effect] {
        panels.prompt = nil
        if prompt.purpose == .filter { return filterMembers("") }
        guard prompt.purpose == .radius, let before = prompt.before else { return [] }
        return setRadius(before.radiusMeters, unit: before.unit)
    }

    private mutating func accept(_ prompt: Prompt) -> [Effect] {
        let text = prompt.field.text
        if text.allSatisfy({ $0 == " " }) {
            panels.prompt = nil
            return []
        }
        panels.remember(text, for: prompt.purpose)
        switch prompt.purpose {
        case .coordinate: goTo(text)
        case .radius: return acceptRadius(text)
        case .command: return run(text)
        case .filter: panels.prompt = nil
        }
        return []
    }

    private mutating func goTo(_ text: String) {
        do {
            let target = try CoordinateText(text)
            panels.prompt = nil
            let zoom = target.zoom ?? max(map.viewport.zoom, Self.coordinateZoom)
            let point = WebMercator.project(target.coordinate)
            let view = Viewport(center: point, zoom: zoom, size: map.viewport.size)
            selection.placemark = Placemark(
                coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: zoom),
                place: nil)
            show(view.offset(point, to: visibleMap.dots), by: .jump)
        } catch {
            panels.prompt?.error = DisplayText(sanitising: error.description, limit: 200)
        }
    }

    /// Commands that have no key of their own.
    private mutating func run(_ text: String) -> [Effect] {
        panels.prompt = nil
        switch text.split(separator: " ").first.map(String.init) ?? "" {
        case "bad", "skipped": return open(.skipped(scroll: 0))
        case "q", "quit": return update(.command(.quit), at: now)
        case "help": return update(.command(.help), at: now)
        case let name:
            report(
                "Unknown command “\(DisplayText(sanitising: name, limit: 40))” (expected bad, help or quit)",
                .error)
            return []
        }
    }
}
