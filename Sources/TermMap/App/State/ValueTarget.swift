import Rows

/// A column, or a value in it, that the cursor of a panel is on.
struct ValueTarget: Equatable, Sendable {
    let column: String
    let kind: ColumnKind
    /// Nil for the column; "" for rows without a value.
    let value: String?
}
