import MapModel
import RowValues
import Rows

/// How the rows of two sources differ, as the map, its legend and its panels show it.
package struct ShownChanges: Sendable {
    /// A row that moved, with both of its places.
    package struct Move: Equatable, Sendable {
        package let row: UInt32
        package let from: FixedCoordinate
        package let to: FixedCoordinate
        package let meters: Double

        /// Where it went.
        package var direction: CompassPoint {
            CompassPoint(bearing: GreatCircle.bearing(from: from.coordinate, to: to.coordinate))
        }
    }

    /// The columns that a comparison adds: the word of the class, how far a row moved, and which columns changed.
    package static let (column, distanceColumn, changedColumn) = ("change", "moved_m", "changed")
    /// What precedes the names of the columns of the old source.
    package static let oldPrefix = "old."

    /// What was found.
    package let difference: RowDifference
    /// The class of each row, as its number in the legend, from 1 on.
    package let byRow: [UInt8]
    /// By row.
    package let moves: [Move]
    /// Indices of moves, the longest first.
    package let longest: [Int32]
    /// All rows that differ, in the order of the new source; removed ones where they stood.
    package let order: [UInt32]

    /// - Parameter tree: the places of all rows.
    package init(_ difference: RowDifference, _ tree: QuadTree) {
        self.difference = difference
        let count = difference.rowCount
        byRow = (0..<count).map { UInt8(difference.change(ofRow: UInt32($0)).number) }
        let byRow = byRow
        var moves: [Move] = []
        for index in 0..<tree.count {
            let row = tree.row(at: index)
            guard Int(row) < count, Int(byRow[Int(row)]) == ChangeClass.moved.number,
                let from = difference.oldPlace(ofRow: row)
            else { continue }
            moves.append(
                Move(
                    row: row, from: from, to: tree.fixedCoordinate(at: index),
                    meters: difference.movedMeters(ofRow: row) ?? 0))
        }
        moves.sort { $0.row < $1.row }
        longest = moves.indices.sorted { (moves[$1].meters, $0) < (moves[$0].meters, $1) }.map { Int32($0) }
        self.moves = moves
        order = difference.rows([.added, .removed, .moved, .changed])
    }

    /// What became of a row.
    package func change(ofRow row: UInt32) -> ChangeClass { difference.change(ofRow: row) }

    /// Both places of a row that moved; nil for others.
    package func move(ofRow row: UInt32) -> Move? {
        let index = Bisection.first(in: moves.indices) { moves[$0].row >= row }
        return index < moves.count && moves[index].row == row ? moves[index] : nil
    }

    /// The classes for the legend, with their counts among `kept` rows, all for nil.
    package func classes(of kept: RowSet?) -> RowClasses {
        var counts = [Int](repeating: 0, count: ChangeClass.allCases.count + 1)
        for (row, number) in byRow.enumerated() where kept?.contains(UInt32(row)) ?? true {
            counts[Int(number)] += 1
        }
        let categories = ChangeClass.allCases.map {
            RowClasses.Category(value: $0.name, count: counts[$0.number], valueCount: 1)
        }
        return RowClasses(
            column: Self.column, kind: .text, scheme: .categories(categories), missingCount: 0, byRow: byRow)
    }
}

extension ChangeClass {
    /// Its line in the legend, from 1 on.
    package var number: Int { Int(rawValue) + 1 }

    /// The class of a line of the legend.
    package init?(number: Int) {
        guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = found
    }
}

extension RowQuery {
    /// Which rows of a comparison are shown.
    package enum Comparison: Equatable, Sendable {
        /// Those that differ, by what became of them.
        case changes
        /// All of one source, where they are in it.
        case old, new

        /// The next one, as one goes from one photograph to the other.
        package var next: Self {
            switch self {
            case .changes: .old
            case .old: .new
            case .new: .changes
            }
        }
    }

    /// The rows of a comparison that differ, of all classes or of some.
    package static func changes(only shown: Set<ChangeClass>? = nil) -> RowQuery {
        var query = RowQuery()
        query.compare(only: shown)
        return query
    }

    /// Asks for the rows that differ, of all classes or of some.
    package mutating func compare(only shown: Set<ChangeClass>? = nil) {
        comparison = .changes
        coloring = nil
        hiddenClasses = HiddenClasses()
        let shown = shown ?? Set(ChangeClass.allCases).subtracting([.unchanged])
        for change in ChangeClass.allCases where !shown.contains(change) {
            hiddenClasses.toggle(.value(change.name))
        }
    }

    /// What is hidden until a key shows it: of a comparison what did not change.
    package var usualHiddenClasses: HiddenClasses {
        comparison == .changes && coloring == nil ? RowQuery.changes().hiddenClasses : HiddenClasses()
    }

    /// Whether the colours are those of what became of rows.
    package var colorsChanges: Bool {
        comparison == .changes && (coloring == nil || coloring?.column == ShownChanges.column)
    }
}
