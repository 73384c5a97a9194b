import App
import MapModel
import MapSources
import DataSets
import Rows
import Streams

/// Rows that an earlier run read and saved.
extension DataWork {
    /// The rows as they were saved, kept to be looked up; nil when the source must be read.
    func restored() -> LoadedData? {
        guard let source = saved?.restore() else { return nil }
        let rows = ShownRows(source.tree, generation: 1)
        let sources = [source.layer]
        let next = LoadedRows(
            table: source.table, tree: source.tree, rows: rows, shapes: source.shapes, sources: sources,
            reading: 1, saved: saved)
        loaded.withLock { $0 = next }
        return LoadedData(
            rows: rows, shapes: source.shapes, skipped: source.skipped, notices: source.notices,
            recordCount: source.table.recordCount, sources: sources, columnNames: source.table.columnNames,
            decimalMarks: [source.table.decimalMark], writesShapes: source.table.writesShapes)
    }

    /// Saves what was read for the next run.
    package func save(_ data: LoadedData) {
        guard let saved else { return }
        let loaded = loaded.withLock { loaded in
            loaded?.saved = saved
            return loaded
        }
        guard let loaded else { return }
        saved.save(
            SavedSource(
                tree: loaded.tree, shapes: data.shapes, table: loaded.table, skipped: data.skipped,
                notices: data.notices))
    }
}
