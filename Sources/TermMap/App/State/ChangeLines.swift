import DataSets
import MapModel

/// What differs, a line for each column of each row, as the list shows it.
package struct ChangeLines: Sendable {
    /// What lines are sorted by, besides the order of the new source.
    package enum Order: CaseIterable, Sendable { case change, source, column }

    /// A row, and one of its columns that differ by its place among those compared; nil for its place, or all of it.
    struct Line: Equatable, Sendable {
        let row: UInt32
        let column: Int?
    }

    package internal(set) var order = Order.change
    var cursor = ListCursor()
    private(set) var lines: [Line] = []
    private var generation = -1

    /// Lists the rows that are shown, unless they are listed already.
    mutating func list(_ changes: ShownChanges, _ kept: RowSet?, generation: Int) {
        guard generation != self.generation else { return }
        self.generation = generation
        var lines: [Line] = []
        for row in changes.order where kept?.contains(row) ?? true {
            let columns = changes.difference.changedColumns(ofRow: row)
            if changes.change(ofRow: row) != .changed { lines.append(Line(row: row, column: nil)) }
            lines += columns.map { Line(row: row, column: $0) }
        }
        self.lines = lines
        sort(changes)
    }

    mutating func turnOrder(by step: Int, _ changes: ShownChanges) {
        let all = Order.allCases
        let index = (all.firstIndex(of: order) ?? 0) + step
        order = all[(index + all.count) % all.count]
        generation = -1
        cursor = ListCursor()
    }

    /// Of equal lines the order stays.
    private mutating func sort(_ changes: ShownChanges) {
        func rank(_ line: Line) -> Int {
            switch order {
            case .change: changes.change(ofRow: line.row).number
            case .source: 0
            case .column: line.column ?? -1
            }
        }
        let ranks = lines.map(rank)
        lines = lines.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { lines[$0] }
    }
}

/// The list of changed columns, once they are counted.
package struct ChangedColumnLines: Sendable {
    var cursor = ListCursor()
    package internal(set) var columns: [ChangedColumn]?
    /// Of the rows that they were counted of.
    var generation = -1
}
