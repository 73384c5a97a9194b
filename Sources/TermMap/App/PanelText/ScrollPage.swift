/// Which of several lines are on the screen: all of them, or a page whose last row says which.
package struct ScrollPage: Equatable {
    package let count: Int
    package let shown: Range<Int>
    /// The last row says which lines are shown.
    package let isPaged: Bool

    /// - Parameter scroll: the first line that is wanted; a page never begins so late that it is not full.
    package init(of count: Int, height: Int, scroll: Int) {
        self.count = count
        isPaged = count > height && height > 1
        guard isPaged else {
            shown = 0..<min(count, max(height, 0))
            return
        }
        let first = min(scroll, count - (height - 1))
        shown = first..<(first + height - 1)
    }

    /// How far the lines can be scrolled.
    package var limit: Int { count - shown.count }
}
