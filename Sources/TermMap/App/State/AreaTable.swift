import DataSets
import MapModel

/// A column of the table of areas.
package enum AreaColumn: Hashable, CaseIterable, Sendable {
    case name, code, rows, bar, share, density, figure

    /// It can be sorted by.
    var isSortable: Bool { self != .bar && self != .share }
}

/// How the areas of a table are sorted; those without a value come last.
package struct AreaSort: Hashable, Sendable {
    /// By what.
    package var column = AreaColumn.rows
    /// The greatest first.
    package var isDescending = true
}

/// The areas of an answer that a table is to list, in which order, and what is searched for in their names.
package struct AreaQuestion: Sendable {
    /// The areas with their rows.
    package let answer: AreaAnswer
    /// Of the answer.
    package let generation: Int
    /// The order that is asked for.
    package var sort = AreaSort()
    /// The words that names or codes must contain; nil for all areas.
    package var search: String?
}

extension AreaQuestion: Equatable {
    /// Answers are the same when their generation is.
    package static func == (left: AreaQuestion, right: AreaQuestion) -> Bool {
        left.generation == right.generation && left.sort == right.sort && left.search == right.search
    }
}

/// The areas of a table in their order.
package struct AreaListing: Sendable {
    /// What it answers.
    package let question: AreaQuestion
    /// Numbers of areas.
    package let order: [UInt32]
    /// The areas whose names or codes match what was searched for.
    package private(set) var found: PointSet?

    /// Areas in it.
    package var count: Int { order.count }

    /// Sorts and searches; nil when cancelled.
    ///
    /// - Complexity: O(areas · log areas), of names O(letters) more.
    package init?(_ question: AreaQuestion, isCancelled: () -> Bool) {
        self.question = question
        guard let order = Self.order(of: question, isCancelled) else { return nil }
        self.order = order
        guard let search = question.search else { return }
        let (set, query) = (question.answer.set, SearchQuery(search))
        var found = PointSet(capacity: set.count)
        for area in 0..<set.count {
            if area % 1024 == 0, isCancelled() { return nil }
            if query.matches(set.names[area] + "\n" + set.codes[area]) { found.insert(area) }
        }
        self.found = found
    }

    private static func order(of question: AreaQuestion, _ isCancelled: () -> Bool) -> [UInt32]? {
        let (answer, isDescending) = (question.answer, question.sort.isDescending)
        let areas = 0..<answer.set.count
        switch question.sort.column {
        case .name: return order(answer.set.names, isDescending, isCancelled)
        case .code: return order(answer.set.codes, isDescending, isCancelled)
        case .rows, .bar, .share: return order(answer.counts.map { Double($0) }, isDescending)
        case .figure: return order(areas.map { answer.values[$0] }, isDescending)
        case .density: return order(areas.map { answer.rowsPerSquareKilometer(of: $0) }, isDescending)
        }
    }

    private static func order(_ values: [Double?], _ isDescending: Bool) -> [UInt32] {
        let sign = isDescending ? -1.0 : 1
        let keys = values.map { $0.map { $0 * sign } ?? .infinity }
        return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { UInt32($0) }
    }

    /// Texts regardless of case and accents, empty ones last.
    private static func order(
        _ texts: [String], _ isDescending: Bool, _ isCancelled: () -> Bool
    ) -> [UInt32]? {
        var keys: [[UInt8]] = []
        keys.reserveCapacity(texts.count)
        for (index, text) in texts.enumerated() {
            if index % 1024 == 0, isCancelled() { return nil }
            keys.append(FoldedText.folded(text))
        }
        return keys.indices.sorted { first, second in
            let (left, right) = (keys[first], keys[second])
            if left == right { return first < second }
            if left.isEmpty != right.isEmpty { return right.isEmpty }
            return left.lexicographicallyPrecedes(right) != isDescending
        }.map { UInt32($0) }
    }

    /// The next position from `start` on, or before it, whose area was found; round the end.
    func position(from start: Int, forward: Bool) -> Int? {
        guard let found, !found.isEmpty else { return nil }
        for step in 0..<count {
            let position = (start + (forward ? step : 2 * count - step)) % count
            if found.contains(Int(order[position])) { return position }
        }
        return nil
    }
}

/// The table of areas: their order, the cursor, what is searched for.
package struct AreaTable: Sendable {
    /// The table takes the place of the map.
    var isAlone = false
    /// What is listed; nil until the first answer.
    package private(set) var listing: AreaListing?
    /// The line of the selected area.
    package internal(set) var cursor = ListCursor()
    /// The order that was asked for last.
    package private(set) var sort = AreaSort()
    /// The words that were searched for; nil for none.
    package private(set) var search: String?
    private var asked: AreaQuestion?
    private(set) var ticket = 0
    /// A listing is being made.
    package private(set) var isAwaited = false
    /// The cursor goes to the next match when the answer is there.
    private var jumps = false
    /// The area that the cursor has gone to.
    private var followed: Int?

    /// A table that was not asked for yet.
    package init() {}

    /// Areas that it lists.
    package var count: Int { listing?.count ?? 0 }

    /// The area under the cursor.
    package var current: Int? {
        guard let listing, cursor.index < listing.count else { return nil }
        return Int(listing.order[cursor.index])
    }

    /// Closes the table; its order stays.
    mutating func close() {
        let (sort, ticket) = (sort, ticket)
        self = AreaTable()
        (self.sort, self.ticket) = (sort, ticket)
    }

    mutating func sort(by next: AreaSort) { sort = next }

    /// Looks for words in names and codes.
    mutating func find(_ text: String) { (search, jumps) = (text, true) }

    /// Records that areas are to be listed; the question and its ticket, or nil when that was done already.
    mutating func ask(_ answer: AreaAnswer, generation: Int) -> (question: AreaQuestion, ticket: Int)? {
        if sort.column == .figure, answer.figure == nil { sort = AreaSort() }
        let question = AreaQuestion(answer: answer, generation: generation, sort: sort, search: search)
        guard question != asked else { return nil }
        asked = question
        ticket += 1
        isAwaited = true
        return (question, ticket)
    }

    /// Lists areas; an answer to an older question changes nothing. The cursor stays on the selected area.
    ///
    /// - Returns: Whether what was searched for is to be gone to; nil where nothing changed.
    mutating func receive(_ next: AreaListing, ticket: Int, selected: Int?, pageRows: Int) -> Bool? {
        guard ticket == self.ticket, isAwaited else { return nil }
        let isFirst = listing == nil || listing?.question.sort != next.question.sort
        (listing, isAwaited) = (next, false)
        let position = selected.flatMap { next.order.firstIndex(of: UInt32($0)) }
        followed = selected
        cursor.move(to: position ?? (isFirst ? 0 : cursor.index), of: count, pageRows: pageRows)
        defer { jumps = false }
        return jumps
    }

    /// What was selected elsewhere comes under the cursor.
    mutating func follow(_ selected: Int?, pageRows: Int) {
        guard selected != followed else { return }
        followed = selected
        guard let selected, let position = listing?.order.firstIndex(of: UInt32(selected)) else { return }
        cursor.move(to: position, of: count, pageRows: pageRows)
    }

    /// The area under the cursor is selected: nothing is to follow.
    mutating func note(_ selected: Int?) { followed = selected }
}
