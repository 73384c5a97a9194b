import MapModel
import RowValues

/// The rows of each area, and their figure.
///
/// Rows in areas, `outside` and `unmatched` are all rows that match.
package struct AreaAnswer: Sendable {
    /// The areas that rows were counted in.
    package let set: AreaSet
    /// Which of the points that are shown lie where, by index in their tree.
    package let assignment: AreaAssignment
    /// Rows of each area.
    package let counts: [Int]
    /// What areas are coloured by: the count, or the figure; nil where an area has no rows, or none with a value.
    package let values: [Double?]
    /// The figure as the command line has it; nil for counts.
    package let figure: String?
    /// Counts and sums, as they are or per km², which are nothing where there are no rows; else means, shares and the like.
    package let isAmount: Bool
    /// Values are divided by the size of the area in km².
    package let isDensity: Bool
    /// Rows in no area, of those whose places decide.
    package let outside: Int
    /// Rows in more than one, which `counts` has more than once.
    package let inSeveral: Int
    /// Rows whose code no area has, of those that belong to areas by a code.
    package let unmatched: Int
    /// Rows that are in areas.
    package let rowsInside: Int
    /// Areas with rows.
    package let filledCount: Int
    /// The classes of `values`, as areas are coloured.
    package let classes: AreaClasses

    /// - Parameters:
    ///   - figure: what `values` are, as the command line has it; nil for counts.
    ///   - isAmount: they are counts or sums.
    ///   - isDensity: they are divided by the size of their area.
    ///   - kind: their type.
    ///   - joined: rows without a place that belong to areas by a code; nil where places decide.
    ///   - values: what areas are coloured by.
    package init(
        _ set: AreaSet, _ assignment: AreaAssignment, figure: String? = nil, method: AreaMethod? = nil,
        isAmount: Bool = true, isDensity: Bool = false, kind: ColumnKind = .number,
        joined: AreaJoin.Counts? = nil,
        values: (AreaAssignment.Counts) -> [Double?] = { $0.areas.map { $0 == 0 ? nil : Double($0) } }
    ) {
        var counts = assignment.counts
        var inside = assignment.pointCount - counts.outside
        if let joined {
            for (area, count) in joined.areas.enumerated() { counts.areas[area] += count }
            inside += joined.inside
            counts.inSeveral += joined.inSeveral
        }
        let values = values(counts)
        self.set = set
        self.assignment = assignment
        self.counts = counts.areas
        filledCount = counts.areas.count { $0 > 0 }
        self.values = values
        self.figure = figure
        self.isAmount = isAmount
        self.isDensity = isDensity
        inSeveral = counts.inSeveral
        rowsInside = inside
        outside = joined == nil ? counts.outside : 0
        unmatched = joined.map { counts.outside + $0.unmatched } ?? 0
        classes = AreaClasses(values, method: method, isAmount: isAmount, kind: kind)
    }

    /// All rows that match.
    package var total: Int { rowsInside + outside + unmatched }
    /// How dense the rows of an area are; nil where its size is not known.
    package func rowsPerSquareKilometer(of area: Int) -> Double? {
        let size = set.geometry.squareKilometers(of: area)
        return size > 0 ? Double(counts[area]) / size : nil
    }
}
