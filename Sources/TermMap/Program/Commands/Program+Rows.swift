import App
import CellGraphics
import DataSets
import MapModel
import MapSources
import Runtime

extension Program {
    /// Prints the rows that match, all of them or those of the view that the options ask for, in the order of the source.
    func writeRows(with rows: RowPrinter) throws(UsageError) {
        let count =
            if options.hasView {
                try rows.writeMatching { bounds throws(UsageError) in try area(within: bounds) }
            } else {
                try rows.writeMatching()
            }
        if count == 0 {
            Output.fail(
                options.filter.map { "no row matches \($0)" } ?? "no rows in this view", code: .nothing)
        }
    }

    /// The part of the world whose rows are printed: the box of `--bbox` exactly, otherwise what the map would show.
    private func area(within data: GeoBounds?) throws(UsageError) -> RowArea {
        if options.zoom == nil, let bounds = try options.bounds() { return .box(bounds) }
        let size = try options.screenSize() ?? ScreenSize.ofEnvironment
        var beginning = try beginning(
            of: nil, name: "", nil, columns: size.columns, rows: size.rows,
            Appearances.plain(options, configuration.themes))
        if let data, case .data(let zoom?) = beginning.view { beginning.view = .box(data, zoom: zoom) }
        let state = AppState(beginning)
        return .window(state.map.viewport.window(of: state.layout.map.dots))
    }
}
