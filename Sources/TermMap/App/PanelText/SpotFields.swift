import Streets

extension AppState {
    /// What the street map has at the spot that was asked about: in words, then each feature as the tiles have it.
    package var spotFields: [PanelField] {
        let findings = panels.spot?.findings ?? []
        var said: Set<String> = []
        let words = findings.map { PanelField(name: $0.words, value: $0.name ?? "–") }
            .filter { said.insert("\($0.name)\n\($0.value)").inserted }
        return words + findings.flatMap(rawFields)
    }

    private func rawFields(of finding: MVTInspector.Finding) -> [PanelField] {
        [PanelField(name: "", value: " "), PanelField(name: "tile layer", value: finding.layer)]
            + finding.attributes.map { PanelField(name: $0.key, value: $0.value) }
    }

    /// What the spot is called and what that is: the name that was clicked, or the first thing there that has one.
    package var spotTitle: String {
        guard let findings = panels.spot?.findings else { return panels.spot?.label ?? "Looking …" }
        let label = panels.spot?.label
        let named = findings.first { $0.name != nil && (label == nil || $0.name == label) }
        if let named, let name = named.name { return "\(name), \(named.words)" }
        if let label { return label }
        guard let first = findings.first?.words else { return "Nothing on the street map here" }
        return first.prefix(1).uppercased() + first.dropFirst()
    }
}
