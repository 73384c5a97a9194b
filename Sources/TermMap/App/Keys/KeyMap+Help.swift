import TerminalInput

extension KeyMap {
    /// Wider keys would leave the help on 80 columns room for one column of lines only.
    private static let helpColumns = 14

    /// The key table as the help shows it: of long lines the first key of each command.
    package var helpText: HelpText {
        HelpText(
            groups: KeyBinding.Group.allCases.map { ($0.rawValue, lines(of: $0, within: Self.helpColumns)) },
            commands: bindingsByUse.filter { $0.command != .commandLine }.reduce(into: []) { all, binding in
                let keys = strokes(of: binding.name).map { "\($0)" }.joined(separator: " ")
                let command = NamedCommand(
                    name: binding.name, help: binding.help, command: binding.command, keys: keys)
                if !all.contains(where: { $0.name == command.name }) { all.append(command) }
            })
    }

    /// The key table as text: for `--print-keys` and the manual.
    package var text: String {
        KeyBinding.Group.allCases.reduce(into: "") { text, group in
            text += "\(group.rawValue)\n"
            for line in lines(of: group) {
                text +=
                    "  \(line.keys)\(String(repeating: " ", count: max(22 - line.keys.count, 1)))\(line.text)\n"
            }
        }
    }

    // MARK: - Lines

    /// Bindings that say the same share a line, with the first keys of all before the second ones.
    private func lines(of group: KeyBinding.Group, within columns: Int = .max) -> [HelpText.Entry] {
        var lines: [[KeyBinding]] = []
        for binding in bindings where binding.group == group {
            if let index = lines.firstIndex(where: { $0[0].help == binding.help }) {
                lines[index].append(binding)
            } else {
                lines.append([binding])
            }
        }
        return lines.map { line in
            let most = line.map(\.strokes.count).max() ?? 0
            var strokes: [BoundStroke] = []
            var keys = ":\(line[0].name)" + (line[0].command.argument.map { " \($0)" } ?? "")
            for rank in 0..<most {
                strokes += line.compactMap { rank < $0.strokes.count ? $0.strokes[rank] : nil }
                let text = Self.text(of: strokes).replacing("← ↓ ↑ →", with: "arrows")
                if rank > 0, text.count > columns { break }
                keys = text
            }
            return HelpText.Entry(keys: keys, text: line[0].help)
        }
    }

    /// Keys one after the other: `Shift-arrows H J K`, `1–9`.
    static func text(of strokes: [BoundStroke]) -> String {
        var words: [String] = []
        var rest = strokes[...]
        while let first = rest.first {
            let held = "\(first)".dropLast(first.stroke.key.name.count)
            func begins(with keys: [Key]) -> Bool {
                rest.prefix(keys.count)
                    == keys.map { BoundStroke(KeyStroke($0, first.stroke.modifiers)) }[...]
            }
            let run = rest.enumerated().prefix { begins(with: (0...$0.offset).map { Self.digit($0) }) }.count
            if !held.isEmpty, begins(with: [.left, .down, .up, .right]) {
                words.append(held + "arrows")
                rest = rest.dropFirst(4)
            } else if run > 2 {
                words.append("\(held)1–\(run)")
                rest = rest.dropFirst(run)
            } else {
                words.append("\(first)")
                rest = rest.dropFirst()
            }
        }
        return words.joined(separator: " ")
    }

    private static func digit(_ index: Int) -> Key { .character(Character("\(min(index + 1, 9))")) }

    // MARK: - Commands

    /// The commands that most people look for, the most wanted first; the keys that move come to everybody.
    private static let mostUsed = [
        "search", "filter", "table", "colour", "value", "summary", "near", "place", "go-to", "density",
        "save",
        "layers", "legend", "all", "world", "details", "members", "box", "help", "quit",
    ]

    /// The subjects of all others.
    private static let subjects: [KeyBinding.Group] = [
        .find, .rows, .show, .program, .table, .lists, .tools, .time, .journeys, .move,
    ]

    /// The bindings in the order of the list of commands.
    private var bindingsByUse: [KeyBinding] {
        func rank(_ binding: KeyBinding) -> Int {
            if let index = Self.mostUsed.firstIndex(of: binding.name) { return index }
            let subject = Self.subjects.firstIndex(of: binding.group) ?? Self.subjects.count
            // The lines of the legend are eighteen commands that nobody types.
            let isLine = binding.name.last?.isNumber == true
            return Self.mostUsed.count + (isLine ? Self.subjects.count : subject)
        }
        return bindings.enumerated().filter { !$0.element.places.isDisjoint(with: KeyPlace.runnable) }
            .map { (rank($0.element), $0.offset, $0.element) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
