import CellGraphics
import MapModel

/// The table of rows: which are listed and how, the cursor, the columns and what was read of them.
package struct TableState: Sendable {
    package enum Scope: Equatable, Sendable {
        /// The rows in view.
        case view
        /// Those that a search found.
        case matching
        /// Those near a place, as long as they are listed.
        case near
        /// Those of a cluster, as they were when they were asked for.
        case members(MemberList)
    }

    package var scope = Scope.view
    /// The table takes the place of the map.
    var isAlone = false
    package var search: TableSearch?

    /// What is listed; nil until the first answer.
    package private(set) var listing: TableListing?
    package private(set) var sort: TableSort?
    package private(set) var columns: TableColumns?
    package private(set) var cells = TableCells()
    /// The rows in view that a server has counted, as far as it has sent them; nil where the view has the rows themselves.
    package internal(set) var fetched: FetchedRows?

    package internal(set) var cursor = ListCursor()
    /// Columns after the first that are scrolled out at the left.
    package private(set) var scrolledColumns = 0

    /// What was asked last, and the ticket.
    private var asked: TableQuestion?
    /// When that was.
    private var askedAt: Duration?
    package private(set) var ticket = 0
    /// An answer is awaited.
    package private(set) var isAwaited = false
    /// The share of a column that was read to sort by it.
    package private(set) var progress: Double?
    /// The selection that the cursor has gone to.
    private var followed: Selection?
    /// The rows that `columns` and `cells` are of.
    private var numbering: Int?
    private var areColumnsAsked = false

    package var count: Int { listing?.count ?? 0 }

    /// An answer is a moment away: what moves in the table means it. A column that must be read first takes longer.
    var awaitsAnswer: Bool {
        isAwaited && progress == nil || columns == nil && count > 0 || search?.isAwaited == true
    }

    /// Closes the table; how it was sorted, and its columns, stay.
    package mutating func close() {
        (scope, isAlone, search, listing, asked) = (.view, false, nil, nil, nil)
        (cursor, isAwaited, progress, followed) = (ListCursor(), false, nil, nil)
        cells = TableCells()
        fetched = nil
    }

    // MARK: - Rows that a server counted

    /// Rows that a server sends at once.
    private static let pageLimit = 1_000

    /// The rows of `windows` are to be listed, nil for none; those of other windows are forgotten.
    ///
    /// - Returns: Whether they are others than before.
    package mutating func list(_ windows: [WorldWindow]?) -> Bool {
        guard windows != fetched?.windows else { return false }
        fetched = windows.map { FetchedRows(windows: $0, pageLimit: Self.pageLimit) }
        return true
    }

    /// Rows may be others in the same place.
    mutating func forgetFetched() { fetched = nil }

    /// Those that are here, once the cursor comes near their end and the next page is to be asked for; else nil.
    mutating func askPage(pageRows: Int, ticket: Int) -> FetchedRows? {
        guard let fetched, fetched.needsMore(top: cursor.top, pageRows: pageRows) else { return nil }
        self.fetched?.awaitPage(ticket: ticket)
        return fetched
    }

    /// Columns are others after a reload: the table stays sorted by the one of the same name.
    ///
    /// - Returns: The name of the column it was sorted by, if there is none of that name now.
    package mutating func adopt(_ names: [String], after before: [String]) -> String? {
        guard let sort, sort.column < before.count else { return nil }
        let name = before[sort.column]
        if sort.column < names.count, names[sort.column] == name { return nil }
        self.sort = names.firstIndex(of: name).map { TableSort(column: $0, isDescending: sort.isDescending) }
        return self.sort == nil ? name : nil
    }

    // MARK: - Asking

    /// Records that rows are to be listed; the ticket, or nil when that was done already.
    package mutating func ask(_ question: TableQuestion) -> Int? {
        if numbering != question.numbering { forget(question.numbering) }
        guard question != asked else { return nil }
        asked = question
        ticket += 1
        isAwaited = true
        progress = nil
        return ticket
    }

    /// Whether the same was asked less than a second ago, of the rows as they were then.
    func wasAskedLately(_ question: TableQuestion, at now: Duration) -> Bool {
        guard let asked, let askedAt, listing != nil, asked.sort == question.sort,
            asked.numbering == question.numbering, asked.generation != question.generation
        else { return false }
        return now - askedAt < .seconds(1)
    }

    /// When it was asked last.
    mutating func noteAsked(at now: Duration) { askedAt = now }

    /// Rows have other numbers, or other columns.
    private mutating func forget(_ next: Int) {
        if numbering != nil { columns = nil }
        (numbering, areColumnsAsked, search) = (next, false, nil)
        cells = TableCells()
    }

    /// The rows to measure the columns by; none when that was done.
    mutating func askColumns() -> [UInt32] {
        guard columns == nil, !areColumnsAsked, let listing, listing.count > 0 else { return [] }
        areColumnsAsked = true
        return (0..<min(listing.count, 1_000)).map { listing.row(at: $0) }.sorted()
    }

    /// The rows to read for the screen.
    mutating func askCells(pageRows: Int) -> [UInt32] {
        guard let listing, listing.question.numbering == numbering else { return [] }
        return cells.ask(for: cursor.top..<min(cursor.top + pageRows, count), of: count) {
            listing.row(at: $0)
        }
    }

    // MARK: - Answers

    /// Lists rows; an answer to an older request changes nothing. The cursor stays on the selected row, on the same
    /// line of the screen.
    package mutating func receive(_ next: TableListing, ticket: Int, selection: Selection?, pageRows: Int)
        -> Bool
    {
        guard ticket == self.ticket, isAwaited else { return false }
        let isSorted = listing.map { $0.question.sort != next.question.sort } ?? true
        let line = cursor.index - cursor.top
        let position = selection.flatMap { $0.isCluster ? nil : next.position(of: $0) }
        (listing, isAwaited, progress, followed) = (next, false, nil, selection)
        // What could not be read while the file was, is asked for again.
        areColumnsAsked = false
        cells.askAgain()
        let row = min(position ?? (isSorted ? 0 : cursor.index), max(count - 1, 0))
        cursor.top = row - line
        cursor.move(to: row, of: count, pageRows: pageRows)
        return true
    }

    /// The order could not be made: it is what it was before.
    package mutating func fail(ticket: Int) -> Bool {
        guard ticket == self.ticket, isAwaited else { return false }
        (isAwaited, progress) = (false, nil)
        // Columns of another reading have other numbers.
        sort = listing.flatMap { $0.question.numbering == numbering ? $0.question.sort : nil }
        return true
    }

    package mutating func receive(progress: Double, ticket: Int) {
        if ticket == self.ticket, isAwaited { self.progress = progress }
    }

    /// Takes the columns as they were measured. Where the one that is sorted by is another one now, none is.
    package mutating func receive(_ next: TableColumns, numbering: Int) {
        guard numbering == self.numbering else { return }
        columns = next
        if let sort, !next.columns.contains(where: { $0.index == sort.column }) { self.sort = nil }
    }

    package mutating func receive(_ values: [UInt32: [String]]) { cells.receive(values) }

    /// Rows may have other values now.
    mutating func expireCells() { cells.expire() }

    // MARK: - Moving

    /// What was selected elsewhere comes under the cursor, where it is listed.
    package mutating func follow(_ selection: Selection?, pageRows: Int) {
        guard selection != followed else { return }
        followed = selection
        guard let position = selection.flatMap({ listing?.position(of: $0) }) else { return }
        cursor.move(to: position, of: count, pageRows: pageRows)
    }

    /// The row under the cursor is selected: nothing is to follow.
    package mutating func note(_ selection: Selection?) { followed = selection }

    // MARK: - Columns

    mutating func scrollColumns(by step: Int, width: Int) {
        scrolledColumns = scrolledColumns.moved(by: step, upTo: columns?.scrollLimit(in: width) ?? 0)
    }

    /// Sorts by the column at a position, nil for the order of the data, and shows it.
    package mutating func sort(by position: Int?, isDescending: Bool, width: Int) {
        guard let columns else { return }
        sort = position.map { TableSort(column: columns.columns[$0].index, isDescending: isDescending) }
        scrolledColumns = columns.scrolled(scrolledColumns, toShow: position ?? 0, in: width)
    }

    /// Where the column that the rows are sorted by stands among the columns.
    var sortPosition: Int? {
        guard let sort else { return nil }
        return columns?.columns.firstIndex { $0.index == sort.column }
    }
}

/// What was searched for inside a table.
package struct TableSearch: Sendable {
    package let text: String
    package let query: SearchQuery
    /// The rows that were looked through.
    package var question: TableQuestion
    package var ticket: Int
    package var isAwaited = true
    /// The cursor goes to the next match when they are there.
    var jumps = true
    /// The matching ones in the question's tree.
    package var found: PointSet?
}
