extension KeyMap {
    /// The key table as text: for `--print-keys` and the manual.
    package var text: String {
        var text = ""
        for group in KeyBinding.Group.allCases {
            text += "\(group.rawValue)\n"
            var seen: Set<String> = []
            for binding in bindings where binding.group == group {
                let keys = binding.shownKeys
                let padding = String(repeating: " ", count: max(22 - keys.count, 1))
                let line = "  \(keys)\(padding)\(binding.help)\n"
                if seen.insert(line).inserted { text += line }
            }
        }
        return text
    }
}

extension KeyMap {
    /// The keys of the command with a name, with their prefix.
    package func strokes(of name: String) -> [BoundStroke] {
        bindings.filter { $0.name == name }.flatMap { binding in
            binding.strokes.map { BoundStroke($0, isAfterPrefix: binding.isAfterPrefix) }
        }
    }
}
