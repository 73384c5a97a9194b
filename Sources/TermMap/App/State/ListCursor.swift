/// The cursor of a list: the row that it is on, and the first row on the screen.
package struct ListCursor: Equatable, Sendable {
    package var index = 0
    package var top = 0

    package init(index: Int = 0, top: Int = 0) { (self.index, self.top) = (index, top) }

    /// Goes to the row nearest to `row`, and scrolls so that it is on the screen.
    package mutating func move(to row: Int, of count: Int, pageRows: Int) {
        index = min(max(row, 0), max(count - 1, 0))
        top = min(max(top, index - pageRows + 1), index)
        top = min(max(top, 0), max(count - pageRows, 0))
    }

    package mutating func move(by rows: Int, of count: Int, pageRows: Int) {
        move(to: index.moved(by: rows, upTo: max(count - 1, 0)), of: count, pageRows: pageRows)
    }

    /// Goes on by whole pages; the cursor keeps its line on the screen where it can.
    package mutating func move(pages: Int, of count: Int, pageRows: Int) {
        top = top.moved(by: pages * pageRows, upTo: max(count - 1, 0))
        move(by: pages * pageRows, of: count, pageRows: pageRows)
    }
}

/// A list that is there while it is open.
package protocol ListWithCursor {
    var cursor: ListCursor { get set }
}

extension Optional where Wrapped: ListWithCursor {
    var listCursor: ListCursor {
        get { self?.cursor ?? ListCursor() }
        set { self?.cursor = newValue }
    }
}
