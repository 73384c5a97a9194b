extension KeyMap {
    /// The key table as the help shows it. Bindings that share keys and text share a line.
    package var helpText: HelpText {
        HelpText(
            groups: KeyBinding.Group.allCases.map { group in
                var entries: [HelpText.Entry] = []
                for binding in bindings where binding.group == group {
                    let entry = HelpText.Entry(keys: binding.shownKeys, text: binding.help)
                    if !entries.contains(entry) { entries.append(entry) }
                }
                return (group.rawValue, entries)
            },
            commands: bindingsByUse.filter { $0.command != .commandLine }.reduce(into: []) { all, binding in
                let keys = strokes(of: binding.name).map { "\($0)" }.joined(separator: " ")
                let command = NamedCommand(
                    name: binding.name, help: binding.help, command: binding.command, keys: keys)
                if !all.contains(where: { $0.name == command.name }) { all.append(command) }
            })
    }

    /// The commands that most people look for, the most wanted first; the keys that move come to everybody.
    private static let mostUsed = [
        "search", "filter", "table", "colour", "value", "summary", "near", "place", "go-to", "density",
        "save",
        "layers", "legend", "all", "world", "details", "members", "box", "help", "quit",
    ]

    /// The subjects of all others.
    private static let subjects: [KeyBinding.Group] = [
        .find, .rows, .show, .program, .table, .panels, .tools, .move,
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
        return bindings.enumerated().map { (rank($0.element), $0.offset, $0.element) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
