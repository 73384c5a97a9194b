import App
import RowValues
import Streams

/// What the file of settings asks for.
struct Configuration: Sendable {
    /// The settings as options, to be read before those of the command line.
    var arguments: [String] = []
    /// What is to be printed of each setting, by name.
    var settings: [String: TOMLDocument.Value] = [:]
    var keys: [KeyChange] = []
    var themes: [OwnTheme] = []
    /// Lines that mean nothing, a warning each.
    var warnings: [String] = []
    /// The file; nil where there is none.
    var path: String?

    init() {}

    /// - Parameter path: for messages.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        self.path = path
        let document: TOMLDocument
        do throws(TOMLProblem) {
            document = try TOMLDocument(bytes)
        } catch {
            throw UsageError("\(path):\(error.line): \(error.text)")
        }
        var boundLines: [Bound: Int] = [:]
        for entry in document.entries {
            do throws(SettingProblem) {
                switch (entry.path.first, entry.path.count) {
                case ("keys", 2): try addKeys(entry, &boundLines)
                case ("themes", 3): try addColor(entry)
                default: try addSetting(entry)
                }
            } catch {
                let line = "\(path):\(entry.line): \(entry.path.joined(separator: ".")): \(error.text)"
                if !error.isWarning { throw UsageError(line) }
                warnings.append(line)
            }
        }
        warnOfTables(document)
        try checkTheme(document)
    }

    /// A table without keys means nothing unless it is one that could have some.
    private mutating func warnOfTables(_ document: TOMLDocument) {
        for table in document.tables {
            let isKnown = table.path == ["keys"] || table.path.first == "themes" && table.path.count <= 2
            // Keys in it have a line of their own.
            let isEmpty = !document.entries.contains { $0.path.starts(with: table.path) }
            guard !isKnown, isEmpty else { continue }
            let name = table.path.joined(separator: ".")
            let proposal = table.path.count == 1 ? Self.proposal(for: name, of: ["keys", "themes"]) : ""
            warnings.append("\(path ?? ""):\(table.line): [\(name)]: no such table" + proposal)
        }
    }

    private mutating func addSetting(_ entry: TOMLDocument.Entry) throws(SettingProblem) {
        guard entry.path.count == 1, let setting = Setting.named(entry.path[0]) else {
            throw .unknown("no such setting" + Self.proposal(for: entry.path[0], of: Setting.all.map(\.name)))
        }
        guard let arguments = setting.arguments(for: entry.value) else { throw .wrong(setting.expectation) }
        settings[setting.name] = entry.value
        if let problem = Options.problem(with: arguments) { throw .wrong(problem) }
        self.arguments += arguments
    }

    /// A theme that is named must be one of the file, or of the program.
    private func checkTheme(_ document: TOMLDocument) throws(UsageError) {
        let name: String
        switch settings["theme"] {
        case .string(let text): name = text
        case .integer(let number): name = "\(number)"
        default: return
        }
        guard ThemeChoice.builtin(named: name) == nil, !themes.contains(where: { $0.name == name }) else {
            return
        }
        let line = document.entries.first { $0.path == ["theme"] }?.line ?? 1
        let names = ThemeChoice.allValueStrings + themes.map(\.name)
        throw UsageError(
            "\(path ?? ""):\(line): theme: \(quoted(name)): expected \(names.joined(separator: ", "))")
    }

    // MARK: - Keys

    /// A key in one of the places where it may have a meaning of its own.
    private struct Bound: Hashable {
        var stroke: BoundStroke
        var place: KeyPlace
    }

    private mutating func addKeys(
        _ entry: TOMLDocument.Entry, _ lines: inout [Bound: Int]
    ) throws(SettingProblem) {
        let name = entry.path[1]
        let bindings = KeyMap.standardBindings.filter { $0.name == name }
        guard !bindings.isEmpty else {
            throw .unknown(
                "no such command" + Self.proposal(for: name, of: KeyMap.standardBindings.map(\.name))
                    + " (termmap --print-config lists all)")
        }
        var strokes: [BoundStroke] = []
        for text in try Self.texts(entry.value) {
            guard let bound = BoundStroke(text) else {
                throw .wrong("\(quoted(text)): not a key (expected x, gx, Ctrl-x, Alt-x, F5, Left, Space …)")
            }
            let isOwn = bindings.contains { $0.strokes.contains(bound) }
            if let same = bound.sameByte, !isOwn { throw .wrong("\(bound) is \(same) to a terminal") }
            if bound.isReserved, !isOwn { throw .wrong("\(bound) cannot be given to another command") }
            if bound.isText, bindings.allSatisfy({ $0.places.isSubset(of: KeyPlace.typing) }) {
                throw .wrong("\(bound) is text in a field")
            }
            for place in Set(bindings.flatMap(\.places)) {
                if let line = lines.updateValue(entry.line, forKey: Bound(stroke: bound, place: place)) {
                    throw .wrong("\(bound) has a command already (line \(line))")
                }
            }
            strokes.append(bound)
        }
        keys.append(KeyChange(name: name, strokes: strokes))
    }

    /// One text or an array of texts.
    private static func texts(_ value: TOMLDocument.Value) throws(SettingProblem) -> [String] {
        let values = if case .array(let values) = value { values } else { [value] }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else {
                throw .wrong("expected keys in quotes, such as [\"q\", \"Ctrl-x\"]")
            }
            texts.append(text)
        }
        return texts
    }

    // MARK: - Themes

    private mutating func addColor(_ entry: TOMLDocument.Entry) throws(SettingProblem) {
        let name = entry.path[1]
        if ThemeChoice.builtin(named: name) != nil {
            throw .wrong("\(quoted(name)) is a theme that termmap has")
        }
        if !themes.contains(where: { $0.name == name }) { themes.append(OwnTheme(name: name, base: .dark)) }
        guard let index = themes.firstIndex(where: { $0.name == name }) else { return }
        guard case .string(let text) = entry.value else { throw .wrong("expected text in quotes") }
        if entry.path[2] == "base" {
            guard let base = Theme.Background(rawValue: text) else {
                throw .wrong("expected \"dark\" or \"light\"")
            }
            themes[index].base = base
            return
        }
        guard let role = Role.bySettingName[entry.path[2]] else {
            throw .unknown(
                "no such colour" + Self.proposal(for: entry.path[2], of: Array(Role.bySettingName.keys)))
        }
        guard text.count == 7, text.first == "#", let rgb = UInt32(text.dropFirst(), radix: 16) else {
            throw .wrong("\(quoted(text)): not a colour (expected \"#ffc35a\")")
        }
        themes[index].colors[role] = rgb
    }

    /// The name that was probably meant.
    private static func proposal(for name: String, of names: [String]) -> String {
        let similar = FilterColumns(names.sorted()).similar(to: name).first
        return similar.map { ": \(quoted($0))?" } ?? ""
    }
}

/// What is wrong with one line of the settings.
enum SettingProblem: Error {
    /// The name means nothing; a later version may know it.
    case unknown(String)
    case wrong(String)

    var text: String {
        switch self {
        case .unknown(let text), .wrong(let text): text
        }
    }
    var isWarning: Bool { if case .unknown = self { true } else { false } }
}
