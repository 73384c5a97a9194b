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
        case .complete where prompt.purpose == .rows: takeCompletion()
        case .previous where prompt.purpose == .rows && filterCompletion != nil:
            moveInCompletions(by: -1); return []
        case .next where prompt.purpose == .rows && filterCompletion != nil:
            moveInCompletions(by: 1); return []
        case .complete: completeCommand(prompt)
        case .previous, .next: panels.recallPrompt(older: edit == .previous)
        default:
            panels.prompt?.field.apply(edit)
            panels.prompt?.error = nil
            panels.prompt?.completion = nil
        }
        let text = panels.prompt?.field.text ?? ""
        switch prompt.purpose {
        case .radius: return typeRadius(text)
        case .filter: return filterMembers(text)
        case .rows: return text == prompt.field.text ? [] : typeFilter(text)
        case .coordinate, .command, .table: return []
        }
    }

    /// Esc: what a radius that was typed has shown is taken back.
    private mutating func close(_ prompt: Prompt) -> [Effect] {
        panels.prompt = nil
        if prompt.purpose == .filter { return filterMembers("") }
        if prompt.purpose == .rows { return setFilter(prompt.filterBefore) }
        guard prompt.purpose == .radius, let before = prompt.before else { return [] }
        return setRadius(before.radiusMeters, unit: before.unit)
    }

    private mutating func accept(_ prompt: Prompt) -> [Effect] {
        let text = prompt.field.text
        if prompt.purpose == .rows { return acceptFilter(text) }
        if text.allSatisfy({ $0 == " " }) {
            panels.prompt = nil
            return []
        }
        panels.remember(text, for: prompt.purpose)
        switch prompt.purpose {
        case .coordinate: goTo(text)
        case .radius: return acceptRadius(text)
        case .command: return run(text)
        case .filter, .rows: panels.prompt = nil
        case .table:
            panels.prompt = nil
            return searchTable(text)
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

    /// Every command has a name; the beginning of one is enough where no other begins so.
    private mutating func run(_ text: String) -> [Effect] {
        panels.prompt = nil
        let name = text.split(separator: " ").first.map(String.init) ?? ""
        if let command = panels.command(named: name) { return carryOut(command.command) }
        let quoted = "“\(name.prefix(40))”"
        let names = panels.commands(beginning: name).map(\.name).joined(separator: ", ")
        let words = names.isEmpty ? "Unknown command \(quoted) (: lists them)" : "\(quoted) may be \(names)"
        report(DisplayText(sanitising: words), .error)
        return []
    }

    /// Tab: as far as all commands agree that begin like this.
    private mutating func completeCommand(_ prompt: Prompt) {
        guard prompt.purpose == .command else { return }
        let names = panels.commands(beginning: prompt.field.text).map(\.name)
        guard let first = names.first else { return }
        let common = names.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        panels.prompt?.field = TextField(common)
    }
}
