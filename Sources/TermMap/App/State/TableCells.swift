/// The values of the rows near those on the screen, as the source has them.
package struct TableCells: Sendable {
    /// Rows that are kept; beyond them only those near the screen are.
    private static let limit = 2_000

    package private(set) var rows: [UInt32: [String]] = [:]
    /// The rows that were asked for last and are not there yet.
    private var asked: Set<UInt32> = []
    /// What is there may be out of date.
    private var isStale = false

    /// The rows to read now, ascending; none while those on the screen and half a page around them are there, or asked
    /// for.
    ///
    /// - Parameters:
    ///   - positions: on the screen.
    ///   - count: positions that there are.
    ///   - row: the row at a position.
    package mutating func ask(for positions: Range<Int>, of count: Int, row: (Int) -> UInt32) -> [UInt32] {
        func around(_ pages: Int, _ part: Int) -> Range<Int> {
            let more = positions.count * pages / part
            return max(positions.lowerBound - more, 0)..<min(positions.upperBound + more, count)
        }
        let near = around(1, 2)
        let isComplete = near.allSatisfy { position in
            let row = row(position)
            return rows[row] != nil || asked.contains(row)
        }
        guard isStale || !isComplete else { return [] }
        let wanted = Set(around(2, 1).map(row))
        if rows.count > Self.limit { rows = rows.filter { wanted.contains($0.key) } }
        asked = isStale ? wanted : wanted.filter { rows[$0] == nil }
        isStale = false
        return asked.sorted()
    }

    package mutating func receive(_ values: [UInt32: [String]]) {
        rows.merge(values) { $1 }
        asked.subtract(values.keys)
    }

    /// Rows that were asked for and are not there are asked for again.
    mutating func askAgain() { asked = [] }

    /// The same rows may have other values now; what is shown stays until they are read.
    mutating func expire() { isStale = true }
}
