/// From when to when the band shows rows: all of them, or without the few that would take most of the width.
package struct BandRange: Equatable, Sendable {
    /// What is shown.
    package let shown: ClosedRange<Int64>
    /// Rows that are earlier.
    package let before: Int
    /// Rows that are later.
    package let after: Int

    /// One row of so many may be left out.
    private static let rowsPerOutlier = 100
    /// They are where what remains is not longer than this share of the whole.
    private static let share = 4.0

    /// All rows from one moment to another.
    package init(_ shown: ClosedRange<Int64>) { self.init(shown, before: 0, after: 0) }

    private init(_ shown: ClosedRange<Int64>, before: Int, after: Int) {
        (self.shown, self.before, self.after) = (shown, before, after)
    }

    /// As few rows as possible left out, at most 1 %, such that the others take less than a quarter of the time, and again
    /// for those: the stand-ins 1900-01-01 and 9999-12-31 are both left out.
    ///
    /// - Parameter moment: the moments in ascending order, by number from 0.
    /// - Complexity: O(n log n) for n = 1 % of the rows.
    /// - Returns: nil without rows.
    package init?(count: Int, moment: (Int) -> Int64) {
        guard count > 0 else { return nil }
        var rows = 0...count - 1
        let most = count / Self.rowsPerOutlier
        // Only these are looked at, each many times, and in memory they are far from each other.
        let (head, tail) = ((0...most).map(moment), (count - 1 - most..<count).map(moment))
        func known(_ position: Int) -> Int64 {
            position <= most ? head[position] : tail[position - (count - 1 - most)]
        }
        while let fewer = Self.shortened(rows, to: count - most, known) { rows = fewer }
        self.init(
            known(rows.lowerBound)...known(rows.upperBound), before: rows.lowerBound,
            after: count - 1 - rows.upperBound)
    }

    /// The most of some rows, at least `least`, that take less than a quarter of their time; nil for none.
    private static func shortened(_ rows: ClosedRange<Int>, to least: Int, _ moment: (Int) -> Int64)
        -> ClosedRange<Int>?
    {
        let whole = Double(moment(rows.upperBound) - moment(rows.lowerBound))
        /// Those that take least time when so many are left out.
        func shortest(without removed: Int) -> (first: Int, length: Int64) {
            var best = (first: rows.lowerBound, length: Int64.max)
            for first in rows.lowerBound...rows.lowerBound + removed {
                let length = moment(first + rows.count - 1 - removed) - moment(first)
                if length < best.length { best = (first, length) }
            }
            return best
        }
        func isShort(_ removed: Int) -> Bool { Double(shortest(without: removed).length) * share < whole }
        let most = rows.count - least
        guard most > 0, isShort(most) else { return nil }
        var (low, high) = (0, most)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isShort(middle) { high = middle } else { low = middle }
        }
        let first = shortest(without: high).first
        return first...(first + rows.count - 1 - high)
    }
}
