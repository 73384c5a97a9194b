import MapModel
import RowValues
import Rows
import Streams

/// A table with columns beside those of another one that say where its rows are and how sure that is.
protocol PlaceAddingTable: RowTable {
    /// The table whose rows have places.
    var base: any RowTable { get }

    /// Where a row of the other table is; nil where nothing says that.
    func place(of row: SourceRow) -> KnownPlace?

    /// Appends the values of added columns, of all rows in order.
    ///
    /// - Parameter slots: the builder of each, with the number of its column among the added ones.
    func appendAdded(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError)
}

extension PlaceAddingTable {
    var name: String { base.name }
    var roles: ColumnRoles { base.roles }
    var recordCount: Int { base.recordCount }
    var decimalMark: UInt8 { base.decimalMark }
    var ownFormat: RowFormat { base.ownFormat }
    /// How many columns stand before the added ones.
    var baseCount: Int { columnNames.count - AddedPlaceColumns.names.count }

    func decimalMark(ofRow row: UInt32) -> UInt8 { base.decimalMark(ofRow: row) }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let count = baseCount
        try base.visitRows(rows) { row in
            var values = row.values
            if values.count < count { values += Array(repeating: .missing, count: count - values.count) }
            values.insert(contentsOf: AddedPlaceColumns.values(of: place(of: row)), at: count)
            body(SourceRow(row: row.row, line: row.line, values: values))
        }
    }

    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] { try base.rowLabels(rows) }
    func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] { try base.rowWords(rows) }
    func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] { try base.rowIdentifiers(rows) }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try base.appendNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        try base.identityHashes(isCancelled: isCancelled)
    }

    func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        guard filter.columns.allSatisfy({ $0 < baseCount }) else { return nil }
        return try base.judgedRows(filter, isCancelled: isCancelled, progress: progress)
    }

    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let own = columns.indices.filter { columns[$0] < baseCount }
        if !own.isEmpty {
            var read = own.map { builders[$0] }
            try base.appendColumns(
                own.map { columns[$0] }, to: &read, isCancelled: isCancelled, progress: progress)
            for (slot, builder) in zip(own, read) { builders[slot] = builder }
        }
        let added = columns.indices.filter { columns[$0] >= baseCount }
        if !added.isEmpty {
            try appendAdded(
                added.map { ($0, columns[$0] - baseCount) }, to: &builders, isCancelled: isCancelled)
        }
        progress(1)
    }

    /// True: its own columns tell the places.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }
}
