import App
import CellGraphics
import DataSets
import MapModel
import MapSources
import Places
import Rows
import Runtime
import Streams

extension Program {
    /// Prints the rows that match, all of them or those of the view that the options ask for, in the order of the source.
    func writeRows(with rows: RowPrinter) throws(UsageError) {
        let count =
            if options.hasView {
                try rows.writeMatching { bounds throws(UsageError) in try area(within: bounds) }
            } else {
                try rows.writeMatching()
            }
        if count == 0 { try failWithoutRows(hasUnplacedMatch: rows.hasUnplacedMatch()) }
    }

    private func failWithoutRows(hasUnplacedMatch: Bool) -> Never {
        let words = hasUnplacedMatch ? options.noPlacedMatch : options.noMatch
        Output.fail(words ?? "no rows in this view", code: .nothing)
    }

    /// Prints the rows of a stream as they come; false where all rows must be known before.
    func writePassingRows(_ source: OpenedSource, with rows: RowPrinter) throws(UsageError) -> Bool {
        guard case .loader(let loader, _) = source, loader.isStream, !options.hasView,
            options.output != .id || options.id != nil,
            options.time.windows.isEmpty, options.output != .geojson, !options.time.utc,
            options.area.columns.isEmpty
        else { return false }
        guard let written = try rows.writePassing(loader) else { return false }
        if written.count == 0 { failWithoutRows(hasUnplacedMatch: written.hasUnplacedMatch) }
        return true
    }

    /// Prints the names without a place, each once, as a table to be filled in.
    func writeUnplaced(_ source: OpenedSource) throws(UsageError) {
        let format = options.output?.rowFormat ?? .csv
        do throws(SourceError) {
            let (names, name) = try unplaced(source)
            let table = NameTable(unplaced: names, name: name)
            guard table.recordCount > 0 else { return }
            let nowhere = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
            try table.write(
                count: table.recordCount, row: { ExportedRow(row: UInt32($0), place: nowhere) },
                as: format == .geojson ? .csv : format, adding: []
            ) { Output.write($0) }
        } catch {
            throw UsageError(error.description)
        }
    }

    /// The names without a place, and the name of the source.
    private func unplaced(_ source: OpenedSource) throws(SourceError) -> ([SkippedName], String) {
        if case .server(let server) = source {
            return (try server.open(isCancelled: { false }).skippedRows.names, server.name)
        }
        let loaded = try source.read(isCancelled: { false })
        return (loaded.skipped.names, loaded.table.name)
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
