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

    /// As few rows as possible left out, at most 1 %, such that the others take less than a quarter of the time; else all.
    ///
    /// - Parameter moment: the moments in ascending order, by number from 0.
    /// - Complexity: O(n log n) for n = 1 % of the rows.
    /// - Returns: nil without rows.
    package init?(count: Int, moment: (Int) -> Int64) {
        guard count > 0 else { return nil }
        let (first, last) = (moment(0), moment(count - 1))
        let most = count / Self.rowsPerOutlier
        /// The shortest time that all but `removed` rows take, and how many of these are earlier.
        func shortest(without removed: Int) -> (before: Int, length: Int64) {
            var best = (before: 0, length: Int64.max)
            for before in 0...removed {
                let length = moment(count - 1 - removed + before) - moment(before)
                if length < best.length { best = (before, length) }
            }
            return best
        }
        func isShort(_ removed: Int) -> Bool {
            Double(shortest(without: removed).length) * Self.share < Double(last - first)
        }
        guard most > 0, isShort(most) else {
            self.init(first...last)
            return
        }
        var (low, high) = (0, most)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isShort(middle) { high = middle } else { low = middle }
        }
        let before = shortest(without: high).before
        let after = high - before
        self.init(moment(before)...moment(count - 1 - after), before: before, after: after)
    }
}
