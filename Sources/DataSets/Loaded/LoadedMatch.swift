import MapModel
import Rows
import RowValues
import Streams

/// The rows of one reading that match a filter and are not hidden.
struct LoadedMatch: Sendable {
    let loaded: LoadedRows
    /// Those that match, with a place or without; nil for all.
    let kept: RowSet?
    /// The places of those that are shown.
    let tree: QuadTree
    private let hidden: [Range<UInt32>]

    /// - Parameters:
    ///   - filter: nil for all rows.
    ///   - hidden: the files whose rows are left out, by number.
    ///   - note: called with what should be known of the columns of the filter, a line each.
    init(
        _ filter: Filter?, hiding hidden: Set<Int> = [], of loaded: LoadedRows, _ columns: ColumnStore,
        isCancelled: () -> Bool, note: ([String]) -> Void = { _ in }
    ) throws(FilterFailure) {
        self.loaded = loaded
        self.hidden = loaded.sources.indices.filter(hidden.contains).map { loaded.sources[$0].rows }
        kept = try filter.map { (filter) throws(FilterFailure) in
            try columns.rows(of: loaded, matching: filter, isCancelled: isCancelled, note: note)
        }
        tree = QuadTree(loaded.tree, keeping: kept, hiding: self.hidden, by: .processors)
    }

    /// The lines and areas of those that are shown.
    var shapes: ShapeIndex {
        if kept == nil && hidden.isEmpty || loaded.shapes.isEmpty { return loaded.shapes }
        let rows = RowSet(capacity: loaded.table.recordCount) { row in
            (kept?.contains(UInt32(row)) ?? true) && !hidden.contains { $0.contains(UInt32(row)) }
        }
        return ShapeIndex(joining: [(loaded.shapes, rows, 0)])
    }
}
