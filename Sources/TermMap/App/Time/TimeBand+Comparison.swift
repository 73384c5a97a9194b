import MapModel
import RowValues

/// How two windows are shown.
package enum WindowComparison: Equatable, Sendable {
    /// Two maps with one view, A at the left.
    case sideBySide
    /// One map of B less A.
    case difference
}

// Two windows: A beside that of the band, B.
extension TimeBand {
    /// Begins a comparison with the window of the same length just before.
    mutating func compare(_ comparison: WindowComparison) {
        if window == nil { moveToEnd(last: true) }
        guard let window else { return }
        mode = .window
        if other == nil { other = before(window) }
        self.comparison = comparison
    }

    /// Only B remains.
    mutating func endComparison() { (other, comparison, movesOther) = (nil, nil, false) }

    /// The other window moves from now on.
    mutating func switchWindows() { if other != nil { movesOther.toggle() } }

    /// Changes the window that moves: A or B.
    mutating func changeMoving(_ change: (inout TimeBand) -> Void) {
        guard movesOther, let other, let window else { return change(&self) }
        self.window = other
        change(&self)
        self.other = self.window
        self.window = window
    }

    /// Both windows by the length of B.
    mutating func moveBoth(later: Bool) {
        guard let window, let other else { return moveByLength(later: later) }
        let count = stepCount(of: window)
        moveByLength(later: later)
        guard let next = self.window, next != window else { return }
        if let count {
            let steps = later ? count : -count
            let start = moved(other.lowerBound, by: steps)
            self.other = start..<max(moved(other.upperBound, by: steps), start + 1)
        } else {
            let length = TimeLength(of: window, in: zone)
            let ends = [other.lowerBound, other.upperBound].map {
                length.moment(from: $0, isLater: later, in: zone) ?? $0
            }
            self.other = ends[0]..<max(ends[1], ends[0] + 1)
        }
    }

    // MARK: - Dragging on the rail

    /// What the mouse holds of a window.
    package enum Handle: Equatable, Sendable { case start, end, middle }

    /// What of the window, or of another in columns, a column of the axis touches; nil outside.
    package func handle(at column: Int) -> Handle? {
        guard let axis, let marked = movesOther ? other : marked, let columns = axis.columns(of: marked)
        else { return nil }
        guard columns.lowerBound - 1...columns.upperBound + 1 ~= column else { return nil }
        // The ends of a short window are beside it.
        if column >= columns.upperBound { return .end }
        return column <= columns.lowerBound ? .start : .middle
    }

    /// Moves the window, or an end of it, by whole bars.
    mutating func pull(_ handle: Handle, of window: Range<Int64>, from start: Int, to end: Int) {
        guard let axis else { return }
        func edge(_ moment: Int64) -> Int {
            let index = Bisection.first(in: axis.edges.indices) { axis.edges[$0] >= moment }
            guard index > 0, index < axis.edges.count else { return min(index, axis.barCount) }
            return axis.edges[index] - moment <= moment - axis.edges[index - 1] ? index : index - 1
        }
        let bars = Int((Double(end - start) / Double(axis.columnsPerBar)).rounded())
        func shifted(_ moment: Int64) -> Int64 {
            bars == 0 ? moment : axis.edges[min(max(edge(moment) + bars, 0), axis.barCount)]
        }
        switch handle {
        case .start:
            if shifted(window.lowerBound) < window.upperBound {
                put(shifted(window.lowerBound)..<window.upperBound)
            }
        case .end:
            if shifted(window.upperBound) > window.lowerBound {
                put(window.lowerBound..<shifted(window.upperBound))
            }
        case .middle:
            let length = window.upperBound - window.lowerBound
            let first = edge(window.lowerBound)
            let count = max(edge(window.upperBound) - first, 0)
            guard bars != 0 else { return put(window) }
            let next = min(max(first + bars, 0), axis.barCount - min(count, axis.barCount))
            // A window of whole bars stays one; another keeps its length.
            let isWhole =
                axis.edges[first] == window.lowerBound
                && axis.edges[min(first + count, axis.barCount)] == window.upperBound
            put(axis.edges[next]..<(isWhole ? axis.edges[next + count] : axis.edges[next] + length))
        }
    }
}
