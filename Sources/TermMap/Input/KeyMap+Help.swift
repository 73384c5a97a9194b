extension KeyMap {
    /// The key table as the help shows it. Bindings that share keys and text share a line.
    var helpText: HelpText {
        HelpText(
            groups: KeyBinding.Group.allCases.map { group in
                var entries: [HelpText.Entry] = []
                for binding in bindings where binding.group == group {
                    let entry = HelpText.Entry(keys: binding.shownKeys, text: binding.help)
                    if !entries.contains(entry) { entries.append(entry) }
                }
                return (group.rawValue, entries)
            },
            commands: bindings.filter { $0.command != .commandLine }.reduce(into: []) { all, binding in
                let keys = strokes(of: binding.name).map { "\($0)" }.joined(separator: " ")
                let command = NamedCommand(
                    name: binding.name, help: binding.help, command: binding.command, keys: keys)
                if !all.contains(where: { $0.name == command.name }) { all.append(command) }
            })
    }
}
