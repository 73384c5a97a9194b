import CellGraphics
import MapModel

/// Which results of a search are on the screen, and where: rows of the user above, places below them.
///
/// A result is as tall as its text needs. On a panel with little room only the section with the cursor is shown.
package struct ResultList {
    package struct Entry {
        package var section: Search.Section
        /// Among all results of its section.
        package var index: Int
        package var result: SearchResult
        package var text: ResultText
        /// The first of its rows on the screen.
        package var row: Int
        package var height: Int

        package init(
            section: Search.Section, index: Int, result: SearchResult, text: ResultText, row: Int, height: Int
        ) {
            self.section = section
            self.index = index
            self.result = result
            self.text = text
            self.row = row
            self.height = height
        }
    }

    /// Rows between the head of the panel and the list, and the list itself.
    static let tallTop = 3
    private static let lowTop = 2
    /// From so many rows on both sections are shown.
    private static let rowsForBoth = 16
    /// The title of the places.
    static let headRows = 2

    package private(set) var entries: [Entry] = []
    /// The index of the first result on the screen in either section.
    private(set) var rowTop = 0
    private(set) var placeTop = 0
    /// Where the title of the places stands.
    package private(set) var placesHead: Int?
    /// All cells of the list.
    package let area: CellRect

    private let state: AppState
    /// Wrapped once: the layout asks for the same results again and again.
    private var texts: [TextKey: ResultText] = [:]

    private struct TextKey: Hashable {
        var section: Search.Section
        var index: Int
    }

    package init(state: AppState) {
        self.state = state
        guard let panel = state.layout.panel, let search = state.search.session else {
            area = CellRect(column: 0, row: 0, width: 0, height: 0)
            return
        }
        let top = panel.height >= Self.rowsForBoth ? Self.tallTop : Self.lowTop
        area = CellRect(
            column: panel.column, row: panel.row + top, width: panel.width, height: panel.height - top)
        layOut(search)
    }

    private mutating func layOut(_ search: Search) {
        let rowCount = search.count(of: .rows)
        let placeCount = search.count(of: .places)
        let showsBoth = area.height >= Self.rowsForBoth - Self.tallTop && rowCount > 0 && placeCount > 0
        guard showsBoth else {
            let section = search.section
            let top = place(section, at: search.cursor, in: area.row..<area.endRow)
            if section == .rows { rowTop = top } else { placeTop = top }
            return
        }
        // The section with the cursor has the larger part, but no more than it needs.
        let room = area.height - Self.headRows
        let share = room * 2 / 5
        let rowsWanted = height(of: .rows, limit: room)
        let placesWanted = height(of: .places, limit: room)
        let rowsHeight = min(
            rowsWanted, max(room - placesWanted, search.section == .rows ? room - share : share))
        rowTop = place(.rows, at: search.rowCursor, in: area.row..<area.row + rowsHeight)
        let head = min(entries.last.map { $0.row + $0.height } ?? area.row, area.row + rowsHeight) + 1
        placesHead = head
        placeTop = place(.places, at: search.placeCursor, in: head + 1..<area.endRow)
    }

    /// Rows that a section would take from its top, at most `limit`.
    private mutating func height(of section: Search.Section, limit: Int) -> Int {
        var height = 0
        var index = 0
        while height < limit, let text = text(section, index) {
            height += text.height
            index += 1
        }
        return min(height, limit)
    }

    /// Lays out a section with its cursor on the screen; returns the index of the first result shown.
    private mutating func place(
        _ section: Search.Section, at cursor: ListCursor, in rows: Range<Int>
    ) -> Int {
        var index = top(of: section, cursor, height: rows.count)
        let first = index
        var row = rows.lowerBound
        while row < rows.upperBound, let text = text(section, index), let result = result(section, index) {
            let height = min(text.height, rows.upperBound - row)
            // A result that fits only partly is left out, unless it is the only one.
            if height < text.height, index > first { break }
            entries.append(
                Entry(section: section, index: index, result: result, text: text, row: row, height: height))
            row += height
            index += 1
        }
        return first
    }

    /// The nearest index to the present top with which the cursor's result is on the screen as a whole.
    private mutating func top(of section: Search.Section, _ cursor: ListCursor, height: Int) -> Int {
        if cursor.index <= cursor.top { return cursor.index }
        var lowest = cursor.index
        var used = text(section, cursor.index)?.height ?? 0
        while lowest > 0, let previous = text(section, lowest - 1), used + previous.height <= height {
            used += previous.height
            lowest -= 1
            if lowest <= cursor.top { return cursor.top }
        }
        return lowest
    }

    private func result(_ section: Search.Section, _ index: Int) -> SearchResult? {
        state.search.session?.result(section, index)
    }

    private mutating func text(_ section: Search.Section, _ index: Int) -> ResultText? {
        let key = TextKey(section: section, index: index)
        if let text = texts[key] { return text }
        let text = result(section, index).map { ResultText($0, state: state, width: area.width - 4) }
        texts[key] = text
        return text
    }
}
