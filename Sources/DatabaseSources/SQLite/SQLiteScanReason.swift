import Streams

/// Why no index can be used.
enum SQLiteScanReason: Sendable, Equatable {
    case noIndex(advice: String?)
    /// Numbers that are stored as text are sorted as text.
    case text(column: String)
    /// The R*Tree lacks rows of the table.
    case staleBoxes(name: String)

    var words: String {
        switch self {
        case .noIndex(let advice):
            "no index on the coordinates: all rows are read" + (advice.map { " (\($0) would help)" } ?? "")
        case .text(let column):
            "column \(quoted(column)) holds text, which an index orders as text: all rows are read"
        case .staleBoxes(let name): "the R*Tree \(quoted(name)) is incomplete: all rows are read"
        }
    }
}
