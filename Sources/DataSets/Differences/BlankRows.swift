import MapModel
import RowValues
import Rows
import Streams

/// How many rows of two sources say nothing, such as records that could not be read: they have no place and no value in any
/// compared column. They are no reason against a key.
struct BlankRows {
    private(set) var old = 0
    private(set) var new = 0

    /// None.
    init() {}

    /// - Complexity: O(1) where all rows have a place, else the compared columns are read.
    init(
        _ old: ComparedSource, _ new: ComparedSource, _ columns: ComparedColumns,
        _ meanings: inout ComparedMeanings
    ) throws(SourceError) {
        var (first, second) = (Self.placeless(old), Self.placeless(new))
        let pairs = Array(columns.pairs.indices)
        guard !pairs.isEmpty, !first.isEmpty || !second.isEmpty else { return }
        for portion in meanings.portions(of: pairs) {
            for column in try meanings.columns(portion) {
                first.removeAll { column.old[$0] != ValueMeaning.missing }
                second.removeAll { column.new[$0] != ValueMeaning.missing }
            }
            if first.isEmpty, second.isEmpty { return }
        }
        (self.old, self.new) = (first.count, second.count)
    }

    /// Keys that several of them seem to share: at most one, that of rows without a value.
    var keyCount: Int { old > 1 || new > 1 ? 1 : 0 }

    /// A line for each source that has some.
    var notices: [String] {
        [("OLD", old), ("NEW", new)].filter { $0.1 > 0 }.map { side, count in
            "\(count == 1 ? "1 row" : "\(grouped(count)) rows") of \(side) without a compared value (unreadable?)"
        }
    }

    private static func placeless(_ source: ComparedSource) -> [Int] {
        source.places.indices.filter { source.places[$0] == ComparedSource.nowhere }
    }
}
