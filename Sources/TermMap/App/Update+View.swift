import Basemaps
import CellGraphics
import MapModel
import Rows

extension AppState {
    /// Names are shown beside single rows from this zoom on.
    static let nameZoom = 6.0

    /// Asks for what the view needs and was not asked for: a server's rows and the names of rows.
    ///
    /// `update` calls it once, at its end: whatever moved the map or changed the rows, what is wanted now is compared
    /// with what was asked for last.
    mutating func askForView() -> [Effect] {
        var effects: [Effect] = []
        shipped.supply(TileWindow(map.viewport))
        if let question = wantedQuestion, let ticket = data.origin.ask(question, at: now) {
            effects.append(.askView(question, ticket: ticket))
        }
        let missing = texts.ask(for: wantedLabels, generation: data.generation)
        if !missing.isEmpty { effects.append(.readLabels(rows: missing)) }
        if let subject = summarySubject, let ticket = selection.askSummary(of: subject) {
            effects.append(.summarize(summarizedRows(of: subject), ticket: ticket))
        }
        return effects + askForChangedColumns() + askForTable() + askForAreaTable() + askForInside()
            + askForStreets() + askForRoughRows()
    }

    /// Names stand beside single rows: near enough, and where not every cell is taken by a row.
    package var showsNames: Bool {
        if !things.isEmpty, map.display == .dots {
            return ThingDisplay.isSingle(annotations.placed.count, in: layout.map, before: true)
        }
        return map.viewport.zoom >= Self.nameZoom
            && !(map.display == .dots && annotations.placed.count > Self.mostNamed)
    }

    private static let mostNamed = 500

    /// What a server is to answer about the view; nil when it is not connected.
    var wantedQuestion: ViewportQuestion? {
        data.origin.question(
            in: map.viewport.window(of: layout.map.dots),
            grid: isDensity ? .density(of: map.viewport) : map.grid,
            dotExtent: ShapeView(map.viewport).dotExtent)
    }

    /// The rows whose names are on the screen.
    private var wantedLabels: Set<UInt32> {
        var rows = Set(nearbyRows)
        rows.formUnion(selection.near.rows)
        if panels.list == .changes { rows.formUnion(panels.changes.lines[ChangeList.shown(self)].map(\.row)) }
        if showsNames { rows.formUnion(things.isEmpty ? annotations.rows : things.rowsInView) }
        rows.formUnion(things.callouts)
        if let selected = selection.current, selected.hasRow { rows.insert(selected.row) }
        if panels.current == .members, let list = panels.members { rows.formUnion(memberRows(of: list)) }
        return rows
    }
}
