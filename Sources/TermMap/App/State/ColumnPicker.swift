/// The list of columns from which one is chosen.
struct ColumnPicker: Equatable, Sendable {
    enum Purpose: Equatable, Sendable { case coloring, figure }

    let purpose: Purpose
    /// 0 is none, then the columns in the order of the table.
    var cursor = 0
    /// What is made of the numbers of the column.
    var function = RowQuery.Figure.Function.mean

    /// The functions that a column is enough for.
    static let functions: [RowQuery.Figure.Function] = [.mean, .sum, .min, .max, .count]
}
