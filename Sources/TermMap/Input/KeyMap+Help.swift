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
            })
    }
}
