extension Panels {
    /// Which field the keys are typed into; nil where they are commands.
    package var textFocus: TextFocus? {
        if help != nil { return .help }
        if prompt != nil { return .prompt }
        return list.flatMap { $0.type.isTyped ? .list($0) : nil }
    }
}
