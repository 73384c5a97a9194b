import App
import DataSets
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
        return write(WrittenRows(rows, places: marks.places, in: loaded.tree, shapes, table: loaded.table))
    }

    private func write(_ rows: WrittenRows) -> UsageError? {
        do throws(SourceError) {
            try rows.write(by: options.rowWriter, to: RowPrinter.standardOutput)
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
    func printOnlyRow(of work: DataWork, _ printer: RowPrinter) throws(UsageError) -> Bool {
        // What the screen will show is read once.
        if work.dataSet != nil { try work.preload() }
        let dataSet: any DataSet = if let read = work.dataSet { read } else { printer.dataSet }
        let printer = RowPrinter(options: options, dataSet: dataSet, name: printer.name)
        var rows: WrittenRows?
        // An empty file has none.
        if work.loaded != nil {
            let matching = try printer.matching()
            rows = try printer.asking { () throws(SourceError) in try matching.few(2) }
            if rows == nil { return false }
        }
        if rows?.count ?? 0 == 0, options.picker.exitZero { ExitCode.nothing.end() }
        guard let rows, rows.count == 1, options.picker.selectOne else { return false }
        if let failure = write(rows) { throw failure }
        return true
    }
}
