import RowValues

/// A column, or a value in it, that the cursor of a panel is on.
package struct ValueTarget: Equatable, Sendable {
    package let column: String
    package let kind: ColumnKind
    /// Nil for the column; "" for rows without a value.
    package let value: String?
}
