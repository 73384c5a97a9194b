import App
import MapModel
import MapSources
import Platform
import Rows
import Runtime
import Streams

/// The rows that were picked on the screen.
extension Program {
    /// Prints the picked rows in the order of the source; what kept it from that.
    ///
    /// The terminal was given back: a reader that has gone, or a full disk, ends the program here.
    func printPicked(_ marks: MarkState, of work: DataWork) -> UsageError? {
        guard case .picked(let rows) = marks.outcome, let loaded = work.loaded else {
            return nil
        }
        let shapes = options.output?.rowFormat == .geojson ? WrittenShapes(loaded.shapes) : nil
        return write(loaded.tree.exportedRows(rows, places: marks.places, shapes), of: loaded.table)
    }

    private func write(_ rows: [ExportedRow], of table: any RowTable) -> UsageError? {
        let sink = RowPrinter.standardOutput
        do throws(SourceError) {
            try options.rowWriter.write(count: rows.count, row: { rows[$0] }, of: table, to: sink)
            return nil
        } catch {
            return UsageError(error.description)
        }
    }

    /// Ends a program that was to pick rows: nothing picked is no success.
    func exitAfterPicking(_ marks: MarkState) {
        switch marks.outcome {
        case .picked: ExitCode.done.end()
        case .abandoned: ExitCode.interrupted.end()
        case .nothing: break
        }
    }

    // MARK: - Without a screen

    /// `--select-1` and `--exit-0`: reads the source first; whether that was all.
    func printOnlyRow(of work: DataWork, _ source: OpenedSource, _ printer: RowPrinter) throws(UsageError)
        -> Bool
    {
        let few: (rows: [ExportedRow], table: (any RowTable)?)
        switch printer.source {
        case .server(let server):
            guard let rows = try fewRows(of: server) else { return false }
            few = (rows, server.table)
        case .loader: few = try fewRows(of: work, printer)
        }
        let (rows, table) = few
        if rows.isEmpty, options.picker.exitZero { ExitCode.nothing.end() }
        guard rows.count == 1, options.picker.selectOne, let table else { return false }
        if let failure = write(rows, of: table) { throw failure }
        return true
    }

    /// At most two of the rows that match, of a source that is read to its end now; none in an empty file.
    private func fewRows(
        of work: DataWork, _ printer: RowPrinter
    ) throws(UsageError) -> (rows: [ExportedRow], table: (any RowTable)?) {
        try work.preload()
        guard let loaded = work.loaded else { return ([], nil) }
        let tree = try printer.matching(loaded.tree, of: loaded.table)
        let shapes = options.output?.rowFormat == .geojson ? WrittenShapes(loaded.shapes) : nil
        let rows = (0..<min(tree.count, 2)).map {
            tree.exportedRow((tree.row(at: $0), $0), shapes)
        }
        return (rows, loaded.table)
    }

    /// The rows of a server where they are at most two; nil for more.
    private func fewRows(of server: any ViewportSource) throws(UsageError) -> [ExportedRow]? {
        do throws(SourceError) {
            let summary = try server.open(isCancelled: { false })
            if summary.rowCount > 1, !summary.isEstimate { return nil }
            let found = try server.members(of: [.world], after: nil, limit: 2, isCancelled: { false })
            return found.matches.map { ExportedRow(row: $0.row, place: $0.place) }
        } catch {
            throw UsageError(error.description)
        }
    }
}
