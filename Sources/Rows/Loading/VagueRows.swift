import MapModel

/// The rows of a source that are in the middle of an area, since no more is known of where they are.
package struct VagueRows: Sendable, Equatable {
    /// In the middle of a region, an island or a larger cell, or of a country.
    package var areas: RowSet
    /// Those of them that are in the middle of a country.
    package var rough: RowSet

    /// None among `capacity` rows.
    package init(capacity: Int) {
        areas = RowSet(capacity: capacity)
        rough = RowSet(capacity: capacity)
    }

    /// Rows in the middle of areas; nil without any.
    package init?(areas rows: [UInt32], capacity: Int) {
        guard !rows.isEmpty else { return nil }
        self.init(capacity: capacity)
        for row in rows { areas.insert(row) }
    }

    /// Rows in the middle of areas and those of them in the middle of countries; nil for sets that cannot be these.
    init?(_ areas: RowSet, rough: RowSet) {
        guard areas.capacity == rough.capacity, !areas.isEmpty, rough.isSubset(of: areas) else { return nil }
        (self.areas, self.rough) = (areas, rough)
    }

    /// Bytes that both sets take.
    var savedByteCount: Int { (areas.wordCount + rough.wordCount) * 8 }

    /// Adds a row.
    package mutating func insert(_ row: UInt32, isRough: Bool) {
        areas.insert(row)
        if isRough { rough.insert(row) }
    }

    /// Those of a source and of one whose rows follow from number `offset` on; nil where neither has any.
    package static func joined(
        _ first: VagueRows?, _ next: VagueRows?, offset: UInt32, capacity: Int
    ) -> VagueRows? {
        guard first != nil || next != nil else { return nil }
        var all = first ?? VagueRows(capacity: capacity)
        all.areas.grow(to: capacity)
        all.rough.grow(to: capacity)
        if let next {
            for row in next.areas.rows { all.insert(row + offset, isRough: next.rough.contains(row)) }
        }
        return all
    }
}
