import Rows

/// A list on the screen: its line under the cursor, and the first line that is shown.
protocol ScrollingList {
    var cursor: Int { get set }
    var top: Int { get set }
    var count: Int { get }
}

extension ScrollingList {
    /// Puts the cursor on a line and scrolls so that it is on the screen.
    mutating func moveCursor(to index: Int, pageRows: Int) {
        cursor = min(max(index, 0), max(count - 1, 0))
        if cursor < top { top = cursor }
        if cursor >= top + pageRows { top = cursor - pageRows + 1 }
        top = min(max(top, 0), max(count - pageRows, 0))
    }

    mutating func moveCursor(by rows: Int, pageRows: Int) {
        moveCursor(to: cursor.moved(by: rows, upTo: max(count - 1, 0)), pageRows: pageRows)
    }
}

/// One whose rows a server may send a page at a time.
protocol FetchedList: ScrollingList {
    /// Nil where all rows are in memory.
    var fetched: FetchedRows? { get set }
}

extension FetchedList {
    mutating func receive(_ page: MatchAnswer, ticket: Int) -> Bool {
        fetched?.receive(page, ticket: ticket) == true
    }

    mutating func failPage(ticket: Int) -> Bool { fetched?.fail(ticket: ticket) == true }
}
