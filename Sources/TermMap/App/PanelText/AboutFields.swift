import CellGraphics
import MapModel

extension AppState {
    /// What `:about` says: the program, what is shown, and how this terminal is used.
    package var aboutFields: [PanelField] {
        var fields = [PanelField(name: "version", value: "termmap \(panels.helpText.version)")]
        func add(_ name: String, _ value: String) {
            if !value.isEmpty { fields.append(PanelField(name: name, value: value)) }
        }
        let sources = data.sources.indices.map(data.title)
        add("data", sources.count > 1 ? sources.joined(separator: "\n") : data.fileName.text)
        add("rows", data.isMapAlone ? "" : data.rowTotal.grouped)
        let builtin = shipped.basemap.isSmall ? "builtin, small (the data folder was not found)" : "builtin"
        add("map", streets.name ?? builtin)
        let theme = screen.appearance.theme
        add("screen", "\(screen.columns)x\(screen.rows), \(screen.appearance.charset.rawValue)")
        add("colours", "\(theme.mode.rawValue), \(theme.background.rawValue) theme")
        add("mouse", screen.usesMouse.map { $0 ? "on" : "off" } ?? "not reported by this terminal")
        add("units", screen.distanceUnit.symbol)
        add("lock", panels.helpText.lock)
        add("credits", panels.helpText.credits)
        return fields
    }
}
