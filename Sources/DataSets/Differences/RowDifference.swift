import MapModel
import Rows

/// What changed from one source to another, by row.
///
/// Rows are numbered as in `DifferenceTable`: those of the new source, then those that were removed from the old one, both in
/// their order. Rows of OLD = unchanged + changed + moved + removed, rows of NEW = unchanged + changed + moved + added.
package struct RowDifference: Sendable {
    /// A column of both sources, or what is compared like one.
    package struct Column: Sendable, Equatable {
        /// As the new source calls it; `heights` for those of points and of the vertices of lines and areas of the same shape,
        /// `geometry` for lines and areas, `place` for a place that a row gained or lost.
        package let name: String
        /// The number of the column in each source; nil where it is none.
        package let old: Int?
        package let new: Int?
        /// Rows of both sources that differ in it.
        package internal(set) var changedCount = 0

        /// It is no column of the sources, but the heights of their geometries.
        package var isOfHeights: Bool { new == nil && name == "heights" }
    }

    /// A row whose old place is further from the new one than the tolerance.
    struct Move: Sendable {
        let row: UInt32
        let oldPlace: FixedCoordinate
        let meters: Double
    }

    /// As the user named the sources.
    package let oldName: String
    package let newName: String
    /// Rows of each source.
    package let oldCount: Int
    package let newCount: Int
    /// The names of the columns that identify rows, in the new source; none where rows were matched by place and values.
    package let key: [String]
    /// One of the sources could not be read to its end.
    package internal(set) var isTorn = false
    /// Half of the moved rows moved further, in metres; nil where none moved.
    package internal(set) var medianMovedMeters: Double?
    /// The columns of the key in each source.
    package internal(set) var keyPairs: [(old: Int, new: Int)] = []
    /// What is compared: columns of both sources, then `heights` where both have some, `geometry` and `place`.
    package internal(set) var columns: [Column]
    /// Rows are moved that are further away, in metres.
    package let toleranceMeters: Double
    /// How many rows each class has.
    package internal(set) var counts = ChangeCounts()
    /// What the user should know, a line each, the most important first.
    package internal(set) var notices: [String] = []
    /// Rows whose pair is uncertain, ascending.
    package internal(set) var uncertain: [UInt32] = []
    /// Columns that only one source has.
    package internal(set) var onlyOld: [String] = []
    package internal(set) var onlyNew: [String] = []

    /// The row of the old source for each of the new one; `none` for added ones.
    var partners: [UInt32]
    /// Rows of the old source that were removed, ascending.
    var removed: [UInt32] = []
    /// Of both sources, by their rows; without any where they are not compared.
    var heights = (old: VertexHeights(), new: VertexHeights())
    /// By row of the new source.
    var classes: [ChangeClass] = []
    /// Ascending by row.
    var moves: [Move] = []
    /// A bit for each of `columns`, in `wordCount` words for each row of the new source; empty where nothing changed.
    var changedBits: [UInt64] = []

    static let none = UInt32.max

    init(
        oldName: String, newName: String, oldCount: Int, newCount: Int, key: [String], columns: [Column],
        toleranceMeters: Double, partners: [UInt32]
    ) {
        (self.oldName, self.newName) = (oldName, newName)
        (self.oldCount, self.newCount) = (oldCount, newCount)
        (self.key, self.columns, self.toleranceMeters) = (key, columns, toleranceMeters)
        self.partners = partners
    }

    /// The columns that both sources have, those of the key among them.
    var allPairs: [(old: Int, new: Int)] {
        keyPairs
            + columns.compactMap { column in
                guard let old = column.old, let new = column.new else { return nil }
                return (old, new)
            }
    }

    var wordCount: Int { (columns.count + 63) / 64 }

    // MARK: - By row

    /// All rows: those of the new source, then the removed ones.
    package var rowCount: Int { newCount + removed.count }

    /// What became of a row.
    package func change(ofRow row: UInt32) -> ChangeClass {
        Int(row) < classes.count ? classes[Int(row)] : .removed
    }

    /// The number in the old source; nil for added rows.
    package func oldRow(of row: UInt32) -> UInt32? {
        if Int(row) < newCount {
            let partner = partners[Int(row)]
            return partner == Self.none ? nil : partner
        }
        let index = Int(row) - newCount
        return index < removed.count ? removed[index] : nil
    }

    /// Where a moved row was; nil for all others.
    package func oldPlace(ofRow row: UInt32) -> FixedCoordinate? { move(ofRow: row)?.oldPlace }

    /// How far a row moved, in metres; nil for those that did not.
    package func movedMeters(ofRow row: UInt32) -> Double? { move(ofRow: row)?.meters }

    private func move(ofRow row: UInt32) -> Move? {
        let index = Bisection.first(in: moves.indices) { moves[$0].row >= row }
        return index < moves.count && moves[index].row == row ? moves[index] : nil
    }

    /// The numbers of `columns` in which a row differs, ascending.
    package func changedColumns(ofRow row: UInt32) -> [Int] {
        guard Int(row) < newCount, !changedBits.isEmpty else { return [] }
        var found: [Int] = []
        for word in 0..<wordCount {
            var bits = changedBits[Int(row) * wordCount + word]
            while bits != 0 {
                found.append(word * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
        return found
    }

    /// The heights that a row had and has, metres or a list of JSON; nil where it has none.
    package func heightTexts(ofRow row: UInt32) -> (old: String?, new: String?) {
        let former = oldRow(of: row).flatMap { heights.old.value(ofRow: $0) }
        let present = Int(row) < newCount ? heights.new.value(ofRow: row) : nil
        return (former?.text, present?.text)
    }

    /// The rows of some classes, in the order of the new source; removed ones stand where they stood in the old one.
    ///
    /// - Complexity: O(rows).
    package func rows(_ wanted: Set<ChangeClass>) -> [UInt32] {
        var runs = wanted.contains(.removed) ? removedRuns() : [:]
        var found: [UInt32] = []
        for (row, change) in classes.enumerated() {
            if change != .added, let run = runs.removeValue(forKey: partners[row]) {
                found += run.map { UInt32(newCount + $0) }
            }
            if wanted.contains(change) { found.append(UInt32(row)) }
        }
        for run in runs.values.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            found += run.map { UInt32(newCount + $0) }
        }
        return found
    }

    /// Neighbours among the removed rows, as indices of `removed`, by the old row that follows them.
    private func removedRuns() -> [UInt32: Range<Int>] {
        var runs: [UInt32: Range<Int>] = [:]
        var start = 0
        for index in removed.indices {
            let following = removed[index] + 1
            if index + 1 < removed.count, removed[index + 1] == following { continue }
            runs[following] = start..<index + 1
            start = index + 1
        }
        return runs
    }
}
