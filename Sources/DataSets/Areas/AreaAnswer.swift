import MapModel

/// The rows of each area, and their figure.
///
/// Rows in areas, `outside` and `unmatched` are all rows that match.
package struct AreaAnswer: Sendable {
    package let set: AreaSet
    /// Which of the points that are shown lie where, by index in their tree.
    package let assignment: AreaAssignment
    /// Rows of each area.
    package let counts: [Int]
    /// What areas are coloured by: the count, or the figure; nil where an area has no rows, or none with a value.
    package let values: [Double?]
    /// The figure as the command line has it; nil for counts.
    package let figure: String?
    /// Rows in no area.
    package let outside: Int
    /// Rows in more than one, which `counts` has more than once.
    package let inSeveral: Int
    /// Rows whose code no area has, of those that belong to areas by a code.
    package var unmatched = 0
    package let classes: AreaClasses

    package init(
        _ set: AreaSet, _ assignment: AreaAssignment, figure: String? = nil, method: AreaMethod? = nil,
        values: (AreaAssignment.Counts) -> [Double?] = { $0.areas.map { $0 == 0 ? nil : Double($0) } }
    ) {
        let counts = assignment.counts
        let values = values(counts)
        self.set = set
        self.assignment = assignment
        self.counts = counts.areas
        self.values = values
        self.figure = figure
        (outside, inSeveral) = (counts.outside, counts.inSeveral)
        classes = AreaClasses(values, method: method)
    }

    /// All rows that match.
    package var total: Int { assignment.pointCount + unmatched }
    /// Rows that are in areas.
    package var rowsInside: Int { assignment.pointCount - outside }
    /// Areas with rows.
    package var filledCount: Int { counts.count { $0 > 0 } }
}
