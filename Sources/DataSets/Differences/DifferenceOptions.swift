import RowValues

/// How two sources are compared.
package struct DifferenceOptions: Sendable, Equatable {
    /// How rows are paired.
    package enum Key: Sendable, Equatable {
        /// By a column that is found to identify rows, else by place and values.
        case found
        /// By the values of these columns.
        case columns([String])
        /// By place and values.
        case none
    }

    /// How rows are paired.
    package var key = Key.found
    /// Rows are moved that are further away, in metres.
    package var toleranceMeters = 1.0
    /// Columns that are not compared.
    package var ignored: [String] = []
    /// Columns that the new source calls otherwise.
    package var renamed: [Renaming] = []
    /// The zone of clocks without an offset.
    package var zone = ZoneTable.utc

    /// The default: a key that is found, and a metre.
    package init() {}

    /// A column that the new source calls otherwise.
    package struct Renaming: Sendable, Equatable {
        package let old: String
        package let new: String

        /// The name in each source.
        package init(old: String, new: String) { (self.old, self.new) = (old, new) }
    }
}
