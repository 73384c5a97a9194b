import CellGraphics
import DataSets
import MapModel
import Rows

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
        case .list(let kind): return kind.type.type(edit, &self)
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
        case .previous, .next:
            if prompt.purpose == .command, !recallsCommand(edit, prompt) {
                moveInPalette(by: edit == .previous ? -1 : 1)
            } else {
                panels.recallPrompt(older: edit == .previous)
            }
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
        case .coordinate, .command, .table, .alert: return []
        }
    }

    /// Esc: what a radius that was typed has shown is taken back.
    private mutating func close(_ prompt: Prompt) -> [Effect] {
        panels.prompt = nil
        if prompt.purpose == .filter { return filterMembers("") }
        if prompt.purpose == .rows { return setFilter(RowFilter(prompt.filterBefore)) }
        guard prompt.purpose == .radius, let before = prompt.before else { return [] }
        return setRadius(before.radiusMeters, unit: before.unit)
    }

    private mutating func accept(_ prompt: Prompt) -> [Effect] {
        let text = prompt.field.text
        if prompt.purpose == .rows { return acceptFilter(text) }
        if text.allSatisfy({ $0 == " " }) {
            panels.prompt = nil
            if prompt.purpose == .table, panels.list == .changes { return searchChanges("") }
            return []
        }
        panels.remember(text, for: prompt.purpose)
        switch prompt.purpose {
        case .coordinate: goTo(text)
        case .radius: return acceptRadius(text)
        case .alert: return acceptAlert(text)
        case .command: return run(text, chosen: prompt.completion)
        case .filter, .rows: panels.prompt = nil
        case .table:
            panels.prompt = nil
            return panels.list == .changes ? searchChanges(text) : searchTable(text)
        }
        return []
    }

    private mutating func goTo(_ text: String) {
        do {
            let target = try CoordinateText(text)
            panels.prompt = nil
            selection.notation = target.notation
            let zoom = target.zoom ?? max(map.viewport.zoom, Self.coordinateZoom)
            let point = WebMercator.project(target.coordinate)
            let view = Viewport(center: point, zoom: zoom, size: map.viewport.size)
            selection.placemark = Placemark(
                coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: zoom),
                place: nil)
            show(view.offset(point, to: visibleMap.dots), by: .jump)
        } catch {
            panels.prompt?.error = KeyedText(error.description, limit: 200)
        }
    }

    /// The line of the palette that is chosen, or the first that fits what was typed.
    private mutating func run(_ text: String, chosen: Int?) -> [Effect] {
        panels.prompt = nil
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let name = parts.first ?? ""
        let commands = panels.commands(matching: text)
        let index = chosen ?? 0
        guard commands.indices.contains(index) else {
            report("Unknown command “\(name.prefix(40))” (\(key: .commandLine) lists them)", .error)
            return []
        }
        let command = commands[index]
        if command.command.argument != nil, parts.count < 2 {
            ask(.command)
            takeCommand(command)
            return []
        }
        if case .savePicture(let replaces) = command.command {
            return save(SaveRequest(path: parts[1], replaces: replaces))
        }
        if command.command == .notation {
            chooseNotation(parts[1])
            return []
        }
        if command.command == .alert, parts.count > 1,
            (try? DistanceText(parts[1], defaultUnit: screen.distanceUnit)) == nil
        {
            return add(alertFor: parts[1])
        }
        let effects = carryOut(command.command)
        // The words may be those of its meaning.
        guard parts.count > 1, chosen == nil, name.lowercased() == command.name else { return effects }
        guard panels.textFocus != nil else {
            if screen.message == nil {
                report("\(command.name) takes nothing after its name", .warning)
            }
            return effects
        }
        // What follows the name is typed where it opens; a list that narrows is left to be looked at.
        let typed = type(.deleteToStart) + type(.insert(parts[1]))
        return effects + typed + ([.list(.search), .help].contains(panels.textFocus) ? [] : type(.accept))
    }

    /// By the ending of the name: the marked rows, without marks all that are shown, or a picture of the screen.
    private mutating func save(_ request: SaveRequest) -> [Effect] {
        let journey = savedJourney(in: request)
        guard journey != nil || RowFormat(path: request.path) != nil else { return [.savePicture(request)] }
        if journey == nil, savesBesidesRange {
            report(
                "A range is saved as GPX, to a name with .gpx; \(key: .cancel) ends it, then rows are saved",
                .warning)
            return []
        }
        if let path = screen.rowFile?.path {
            report(KeyedText("Still writing \(path)"), .warning)
            return []
        }
        if let journey { return save(journey.rows, journey.words, as: request) }
        if panels.stack.contains(.skippedNames), !data.placeFixes.isEmpty {
            let words = data.placeFixes.count.counted("chosen place")
            return save(.fixes(data.placeFixes), words, as: request)
        }
        if marks.count > 0 {
            let rows = SavedRows.marked(marks.rows, places: marks.places, numbering: data.numbering)
            return save(rows, marks.count.counted("marked row"), as: request)
        }
        guard data.loading == .done, data.rowTotal > 0 else {
            report(data.isReading ? "Still loading" : reasonForEmptyView, .warning)
            return []
        }
        return save(.shown, data.rowTotal.counted("row"), as: request)
    }

    private mutating func save(_ rows: SavedRows, _ words: String, as request: SaveRequest) -> [Effect] {
        report("Writing \(words) … \(key: .cancel) cancels")
        screen.rowFile = RowFile(path: request.path)
        return [.saveRows(request, rows)]
    }

    /// Esc: the file is not written, and one of that name stays as it was.
    mutating func cancelRowFile() -> [Effect] {
        guard let file = screen.rowFile else { return [] }
        screen.rowFile = nil
        report(KeyedText("\(file.path): not written"))
        return [.cancelSaving]
    }

    /// ↑ in an empty field goes back to earlier commands.
    private func recallsCommand(_ edit: TextEdit, _ prompt: Prompt) -> Bool {
        prompt.isRecalling || edit == .previous && prompt.field.text.isEmpty && prompt.completion == nil
    }

    private mutating func moveInPalette(by step: Int) {
        guard let prompt = panels.prompt else { return }
        let count = panels.commands(matching: prompt.field.text).count
        guard count > 0 else { return }
        let current = prompt.completion ?? (prompt.field.text.isEmpty ? -1 : 0)
        panels.prompt?.completion = min(max(current + step, 0), count - 1)
    }

    /// Tab: as far as all commands agree that begin like this.
    private mutating func completeCommand(_ prompt: Prompt) {
        guard prompt.purpose == .command else { return }
        if let chosen = prompt.completion {
            let commands = panels.commands(matching: prompt.field.text)
            if commands.indices.contains(chosen) { takeCommand(commands[chosen]) }
            return
        }
        let names = panels.commands(beginning: prompt.field.text).map(\.name)
        guard let first = names.first else { return }
        let common = names.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        panels.prompt?.field = TextField(common)
        if names.count == 1, let command = panels.command(named: first) { takeCommand(command) }
    }

    /// Puts a command into the field, with room for what must follow it.
    private mutating func takeCommand(_ command: NamedCommand) {
        panels.prompt?.field = TextField(command.name + (command.command.argument == nil ? "" : " "))
        panels.prompt?.completion = nil
    }
}
