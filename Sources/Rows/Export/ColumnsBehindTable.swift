import MapModel
import RowValues
import Streams

/// A table with columns behind those of another one.
package protocol ColumnsBehindTable: RowTable {
    /// The table whose columns come first.
    var base: any RowTable { get }

    /// The values of a row of that table in the columns behind it.
    func valuesBehind(_ row: SourceRow) -> [FieldValue]

    /// Appends the values of columns behind it, of all rows in order.
    ///
    /// - Parameter slots: the builder of each, with the number of its column among those behind.
    func appendBehind(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError)
}

extension ColumnsBehindTable {
    /// That of the table below.
    package var name: String { base.name }
    /// Those of the table below.
    package var roles: ColumnRoles { base.roles }
    /// Those of the table below.
    package var coordinateColumns: [Int] { base.coordinateColumns }
    /// Those of the table below.
    package var recordCount: Int { base.recordCount }
    /// That of the table below.
    package var decimalMark: UInt8 { base.decimalMark }
    /// As those of the table below.
    package var mayGetColumns: Bool { base.mayGetColumns }
    /// That of the table below.
    package var ownFormat: RowFormat { base.ownFormat }
    /// Those of the table below, whose columns come first.
    package var knownColumns: [Int: ColumnValues] { base.knownColumns }
    /// How many columns stand before the others.
    package var baseCount: Int { base.columnNames.count }

    /// That of the table below.
    package func decimalMark(ofRow row: UInt32) -> UInt8 { base.decimalMark(ofRow: row) }

    /// The values of the table below, as many as it has columns, then those behind them.
    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let count = baseCount
        try base.visitRows(rows) { row in
            var values = row.values
            if values.count < count { values += Array(repeating: .missing, count: count - values.count) }
            values.insert(contentsOf: valuesBehind(row), at: count)
            body(SourceRow(row: row.row, line: row.line, values: values))
        }
    }

    /// Those of the table below.
    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool { try base.visitLines(rows, body) }
    /// Those of the table below.
    package func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] { try base.rowLabels(rows) }
    /// Those of the table below.
    package func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] { try base.rowWords(rows) }
    /// Those of the table below.
    package func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        try base.rowIdentifiers(rows)
    }

    /// Those of the table below.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try base.appendNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    /// Those of the table below.
    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        try base.identityHashes(isCancelled: isCancelled)
    }

    /// Judged by the table below where the filter names only its columns.
    package func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        guard filter.columns.allSatisfy({ $0 < baseCount }) else { return nil }
        return try base.judgedRows(filter, isCancelled: isCancelled, progress: progress)
    }

    /// Columns of the table below in one pass, then those behind them.
    package func appendColumns(
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
        let behind = columns.indices.filter { columns[$0] >= baseCount }
        if !behind.isEmpty {
            try appendBehind(
                behind.map { ($0, columns[$0] - baseCount) }, to: &builders, isCancelled: isCancelled)
        }
        progress(1)
    }
}
