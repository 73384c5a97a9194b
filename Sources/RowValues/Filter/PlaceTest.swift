import MapModel

/// A test of where a row is: INSIDE, NEAR, S_INTERSECTS or S_WITHIN, as it was written. A condition refers to it by its
/// number in the filter.
package struct PlaceTest: Sendable, Equatable {
    /// How a row must lie to a subject.
    package enum Relation: Sendable, Equatable {
        /// In an area, whose borders are half-open.
        case inside
        /// At most so far from it.
        case near(meters: Double)
        /// In it or on its border.
        case intersects
        /// In it and not on its border.
        case within
    }

    /// What a row is compared with.
    package enum Subject: Sendable, Equatable {
        /// A set of areas, or a layer, by name; of its areas only those that match.
        case set(String, matching: Piece?)
        /// A country, a region, a town or a coordinate, by what people call it.
        case place(String)
        /// A geometry as it was written.
        case literal(GeometrySketch)
    }

    /// A piece of the filter's text.
    package struct Piece: Sendable, Equatable {
        /// As it was written, without quotes.
        package let text: String
        /// In bytes of UTF-8.
        package let range: Range<Int>
    }

    /// How a row must lie.
    package let relation: Relation
    /// What it must lie so to.
    package let subject: Subject
    /// The bytes of the subject in UTF-8, without what its areas must match.
    package let range: Range<Int>
    /// The name that means the place of a row: `geometry`, `geom` or a column; nil where none is named.
    let rowName: Piece?
    /// The bytes of the whole test.
    package let whole: Range<Int>
}

/// The rows of the place tests of a filter.
package struct PlaceRows: Sendable {
    /// The rows for which each is true.
    package let matching: [RowSet]
    /// The rows that have a place: of others no test is true, nor its opposite.
    package let placed: RowSet

    /// - Parameter matching: of each test of the filter, in order.
    package init(matching: [RowSet], placed: RowSet) {
        self.matching = matching
        self.placed = placed
    }

    /// Of filters without such tests.
    package static let none = PlaceRows(matching: [], placed: RowSet(capacity: 0))

    /// The rows for which a test is true, or certainly false.
    func rows(_ number: Int, isNegated: Bool, count: Int) -> RowSet {
        var rows = RowSet(capacity: count)
        guard matching.indices.contains(number) else { return rows }
        rows.formUnion(isNegated ? placed : matching[number])
        if isNegated { rows.subtract(matching[number]) }
        return rows
    }
}
