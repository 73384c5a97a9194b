import MapModel
import RowValues
import Rows
import Streams

/// Reads all rows of a server that have a place, to be compared with those of another source.
package struct QueriedLoader: SourceLoader {
    private let source: any ViewportSource

    /// The rows of a server.
    package init(_ source: any ViewportSource) { self.source = source }

    package var name: String { source.name }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let summary = try source.open(isCancelled: isCancelled)
        let tree = try source.allRows(in: .world, isCancelled: isCancelled)
        let table = try source.table(of: tree, in: .world, isCancelled: isCancelled)
        // Rows in the order of their numbers, which are those of the server.
        let order = RowOrder(of: 0..<tree.count, in: tree)
        var points = PointBuffer()
        var numbers: [UInt32] = []
        for index in 0..<tree.count {
            let (row, place) = order[index]
            numbers.append(row)
            points.append(tree.fixedCoordinate(at: place), row: UInt32(index))
        }
        var notices = summary.notices
        if summary.skippedCount > 0 {
            notices.append(
                "\(grouped(summary.skippedCount)) rows of \(printable(name)) without a place are not read")
        }
        var read = LoadedSource(
            points: points, table: ReadRows(base: table, numbers: numbers), skipped: SkippedRows(),
            notices: notices)
        read.isOfPlacesAlone = true
        return read
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try source.explainColumns(isCancelled: isCancelled)
    }
}

/// Some rows of a table, numbered from 0.
private struct ReadRows: RowTable {
    let base: any RowTable
    /// The number of each row in `base`, ascending.
    let numbers: [UInt32]

    var name: String { base.name }
    var columnNames: [String] { base.columnNames }
    var roles: ColumnRoles { base.roles }
    var recordCount: Int { numbers.count }
    var decimalMark: UInt8 { base.decimalMark }
    var coordinateColumns: [Int] { base.coordinateColumns }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let last = rows.last, last >= recordCount { throw .noSuchRow(last, file: name) }
        var next = 0
        try base.visitRows(rows.map { numbers[Int($0)] }) { row in
            body(SourceRow(row: rows[next], line: row.line, values: row.values))
            next += 1
        }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }
}
