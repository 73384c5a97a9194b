import Streets

extension AppState {
    /// What the street map has at the spot that was asked about: each feature with its attributes.
    var spotFields: [PanelField] {
        (panels.spot?.findings ?? []).enumerated().flatMap { index, finding in
            let gap = index == 0 ? [] : [PanelField(name: "", value: " ")]
            return gap + [PanelField(name: finding.layer, value: finding.name ?? "–")]
                + finding.attributes.filter { $0.key != "name" }.map {
                    PanelField(name: $0.key, value: $0.value)
                }
        }
    }

    /// What the spot is called: the first thing there that has a name.
    var spotTitle: String {
        if let label = panels.spot?.label { return label }
        guard let findings = panels.spot?.findings else { return "Looking …" }
        return findings.lazy.compactMap(\.name).first ?? findings.first?.layer
            ?? "Nothing on the street map here"
    }
}
