import App
import MapModel
import MapSources
import Rows
import Streams

/// Rows that an earlier run read and saved.
extension DataWork {
    /// The rows as they were saved, kept to be looked up; nil when the source must be read.
    func restored() -> LoadedData? {
        guard let source = saved?.restore() else { return nil }
        let rows = ShownRows(source.tree, generation: 1)
        let sources = [source.layer]
        let next = Loaded(
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

extension SavedIndex {
    /// The names of rows as they were saved; nil when they must be read.
    package func names(recordCount: Int) -> NameIndex? {
        restore(.names) { saved throws(SavedFault) in
            let index = try NameIndex(saved)
            guard index.recordCount == recordCount else { throw .damaged }
            return index
        }
    }

    /// Saves the names of all rows.
    package func save(_ names: NameIndex) {
        save(.names, rowCount: names.recordCount, byteCount: names.byteCount) { file throws(SavedFault) in
            try names.save(to: &file)
        }
    }

    /// The values of a column as they were saved; nil when they must be read.
    package func column(_ number: Int, rowCount: Int) -> ColumnValues? {
        restore(.column(number)) { saved throws(SavedFault) in
            let values = try ColumnValues(saved)
            guard values.rowCount == rowCount else { throw .damaged }
            return values
        }
    }

    /// Saves the values of a column of all rows.
    package func save(_ column: ColumnValues, number: Int) {
        save(.column(number), rowCount: column.rowCount, byteCount: column.byteCount) {
            file throws(SavedFault) in
            try column.save(to: &file)
        }
    }
}
