import CellGraphics
import MapModel

/// A search as it is typed, and what was found so far.
package struct Search: ListWithCursor, Equatable, Sendable {
    package enum Scope: Equatable, Sendable {
        /// The user's rows, places listed after them.
        case rows
        case places
    }

    /// A part of the list of results that scrolls by itself.
    package enum Section: Equatable, Sendable { case rows, places }

    /// What Esc goes back to.
    package struct Origin: Equatable, Sendable {
        package var view: Viewport
        package var selection: Selection?
        package var placemark: Placemark?
    }

    package var scope: Scope
    package var field = TextField()
    package var query = SearchQuery("")
    /// Results of the query, or of the one before it until they are there; nil before the first.
    package var rows: RowMatches?
    package var places: PlaceMatches?
    /// What was asked of the rows and of the places. Each has tickets of its own: what asks one again, such as rows that
    /// have just been read, leaves the answer to the other valid.
    package var rowQuestion = Question()
    var placeQuestion = Question()
    /// Enter came before the results: the first of them is chosen when they are there.
    var choosesFirst = false
    package var section = Section.rows
    /// The cursor was moved: answers that come later leave it where it is.
    var hasMoved = false
    var rowCursor = ListCursor()
    var placeCursor = ListCursor()
    package var origin: Origin
    /// Which of the earlier searches was recalled, counted from the newest.
    var recalled: Int?

    package init(scope: Scope, origin: Origin) {
        self.scope = scope
        self.origin = origin
        section = scope == .rows ? .rows : .places
    }

    /// Another query: the cursor goes to the first result, and answers to the last query are too late.
    package mutating func begin(_ query: SearchQuery) {
        self.query = query
        rowCursor = ListCursor()
        placeCursor = ListCursor()
        section = scope == .rows ? .rows : .places
        choosesFirst = false
        hasMoved = false
        rowQuestion = Question()
        placeQuestion = Question()
    }

    /// Takes what was found among the rows; whether it answers the question.
    ///
    /// - Parameter isPartial: more rows are to be looked through. The cursor stays on its row, wherever that is now.
    package mutating func receive(_ matches: RowMatches, _ ticket: Int, isPartial: Bool) -> Bool {
        guard rowQuestion.accept(ticket: ticket, isPartial: isPartial) else { return false }
        let current = hasMoved && section == .rows ? self.current : nil
        rows = matches
        if case .row(let match) = current, let index = matches.listed.firstIndex(of: match) {
            rowCursor.index = index + leadingCount
        } else {
            rowCursor.index = min(rowCursor.index, max(count(of: .rows) - 1, 0))
        }
        return true
    }

    /// Puts the cursor into the section that has results.
    mutating func settle() {
        if section == .rows, count(of: .rows) == 0, count(of: .places) > 0 {
            section = .places
        } else if scope == .rows, count(of: .rows) > 0, !hasMoved {
            section = .rows
        }
    }

    /// Moves the cursor; a single step at the end of the rows goes on to the places, and back.
    mutating func moveCursor(by count: Int) {
        let last = self.count(of: section) - 1
        let (sum, overflow) = cursor.index.addingReportingOverflow(count)
        let target = overflow ? (count > 0 ? last : 0) : sum
        if count == 1, target > last, section == .rows, self.count(of: .places) > 0 {
            section = .places
            placeCursor.index = 0
        } else if count == -1, target < 0, section == .places, self.count(of: .rows) > 0 {
            section = .rows
        } else {
            cursor.index = min(max(target, 0), last)
        }
        hasMoved = true
    }

    /// Whether the other section has results; then the cursor is there.
    mutating func switchSection() -> Bool {
        let other: Section = section == .rows ? .places : .rows
        guard count(of: other) > 0 else { return false }
        section = other
        hasMoved = true
        return true
    }

    /// A place was chosen: it is looked at now, not the rows that have a name like it.
    mutating func narrowToPlaces() {
        scope = .places
        rows = nil
        section = .places
    }

    package var isWaiting: Bool { rowQuestion.isWaiting || placeQuestion.isWaiting }

    /// ↑ is to recall an earlier search.
    var recallsEarlier: Bool { !hasMoved && (field.text.isEmpty || recalled != nil) }

    package var cursor: ListCursor {
        get { section == .rows ? rowCursor : placeCursor }
        set {
            switch section {
            case .rows: rowCursor = newValue
            case .places: placeCursor = newValue
            }
        }
    }

    /// The place of exactly this name, listed before rows that only contain it.
    private var leadingPlace: FoundPlace? {
        guard scope == .rows, placeQuestion.isAnswered, let rows, let kind = rows.bestKind, !kind.isWhole,
            let first = places?.listed.first, first.kind == .exactLabel
        else { return nil }
        return first
    }

    /// Results in the section of the rows that stand before the rows.
    var leadingCount: Int { leadingPlace == nil ? 0 : 1 }

    /// How many results a section lists.
    package func count(of section: Section) -> Int {
        section == .rows ? (rows?.listed.count ?? 0) + leadingCount : places?.count ?? 0
    }

    /// Whether the results of the section with the cursor answer what the field says now.
    var isUpToDate: Bool { section == .rows ? rowQuestion.isAnswered : placeQuestion.isAnswered }

    /// The result under the cursor.
    package var current: SearchResult? {
        result(section, cursor.index)
    }

    /// A result of a section; nil beyond its end.
    package func result(_ section: Section, _ index: Int) -> SearchResult? {
        guard index >= 0, index < count(of: section) else { return nil }
        switch section {
        case .rows:
            if index == 0, let leadingPlace { return .place(leadingPlace) }
            return rows.map { .row($0.listed[index - leadingCount]) }
        case .places: return places?.result(index)
        }
    }
}

/// A question to background work: only the answer to its newest ticket counts.
package struct Question: Equatable, Sendable {
    package private(set) var ticket = 0
    package private(set) var isWaiting = false
    /// The results that are shown answer it.
    package private(set) var isAnswered = false

    /// - Parameter ticket: never used before.
    package mutating func ask(ticket: Int) {
        self.ticket = ticket
        isWaiting = true
        isAnswered = false
    }

    /// Whether an answer to `ticket` is the one that is waited for.
    ///
    /// - Parameter isPartial: more is to come for this ticket.
    mutating func accept(ticket: Int, isPartial: Bool = false) -> Bool {
        guard self.ticket == ticket, isWaiting || isAnswered else { return false }
        isWaiting = isPartial
        isAnswered = true
        return true
    }

    /// Nothing is waited for any more: there will be no answer, or none is needed.
    package mutating func drop() {
        isWaiting = false
    }
}

/// One line of the results.
package enum SearchResult: Equatable, Sendable {
    case row(RowMatch)
    case place(FoundPlace)
    case street(StreetMatch)
}

/// A street, park or point of interest on the street map.
package struct StreetMatch: Equatable, Sendable {
    package var name: String
    /// What it is, in a word.
    package var kind: String
    package var coordinate: Coordinate
}

/// Rows that a query found.
package struct RowMatches: Equatable, Sendable {
    /// The best of them, the best first.
    package var listed: [RowMatch]
    /// All of them, by their indices in the tree of `generation`.
    package var points: PointSet
    package var generation = 0
    /// How well the best of them matches; nil for none, and for those that a server found.
    package var bestKind: MatchKind?
    /// Only the first rows were looked through so far.
    package var isPartial = false

    package init(
        listed: [RowMatch], points: PointSet, generation: Int = 0, bestKind: MatchKind? = nil,
        isPartial: Bool = false
    ) {
        self.listed = listed
        self.points = points
        self.generation = generation
        self.bestKind = bestKind
        self.isPartial = isPartial
    }
    /// All of them, those that have no place on the map left out.
    package var total: Int { points.count }
}

/// A row that was found.
package struct RowMatch: Equatable, Sendable {
    package var row: UInt32
    /// In the tree.
    package var index: Int

    package init(row: UInt32, index: Int) {
        self.row = row
        self.index = index
    }
}

/// Places that a query found.
package struct PlaceMatches: Equatable, Sendable {
    package var listed: [FoundPlace]
    /// Those in the gazetteer.
    package var total: Int
    /// What the street map in view has of the name, listed before the places, except one that has exactly this name.
    package var streets: [StreetMatch] = []
    var isFirstExact = false

    package init(listed: [FoundPlace], total: Int, streets: [StreetMatch] = [], isFirstExact: Bool = false) {
        self.listed = listed
        self.total = total
        self.streets = streets
        self.isFirstExact = isFirstExact
    }

    /// How many are listed.
    package var count: Int { listed.count + streets.count }

    package func result(_ index: Int) -> SearchResult {
        let first = isFirstExact ? 1 : 0
        if index < first { return .place(listed[index]) }
        if index < first + streets.count { return .street(streets[index - first]) }
        return .place(listed[index - streets.count])
    }
}

/// What is known of the names of rows, which are gathered when the first search begins.
package enum NameIndexing: Equatable, Sendable {
    case notAsked
    /// `fraction` of the rows can be searched.
    case running(fraction: Double)
    case done
    case failed(KeyedText)
}

/// A place that was asked for, marked on the map until it is cleared.
package struct Placemark: Equatable, Sendable {
    package var coordinate: Coordinate
    package var name: DisplayText
    /// Its entry in the gazetteer; nil for a coordinate.
    package var place: Place?

    package init(coordinate: Coordinate, name: DisplayText, place: Place? = nil) {
        self.coordinate = coordinate
        self.name = name
        self.place = place
    }

    package var point: WorldPoint { WebMercator.project(coordinate) }
}

extension Placemark {
    package init(_ place: Place) {
        self.init(
            coordinate: place.coordinate, name: DisplayText(sanitising: place.name, limit: 200), place: place)
    }
}
