import RowValues
import Streams

/// A table that reads some columns of all rows together, faster than one by one.
package protocol CombiningTable: RowTable {
    /// The combinations of the values of `columns`, ascending; nil where they must be read one by one.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after about each MiB; true makes it throw `.cancelled`.
    ///   - progress: called as often with the share of rows so far, 0…1.
    func combinations(
        of columns: [Int], isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowCombinations?
}

/// The different combinations of values of some columns, by code.
package struct RowCombinations: Sendable {
    /// The code of each row; 0 where it has no values.
    package let codes: WordCodes
    /// The values of each code from 0 on, a text for each column; two codes may have the same.
    package let values: [[String]]

    /// Codes with their values.
    package init(codes: WordCodes, values: [[String]]) { (self.codes, self.values) = (codes, values) }
}
