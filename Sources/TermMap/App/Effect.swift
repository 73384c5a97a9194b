/// Work that `AppState.update` asks for; `EffectRunner` does it and posts an `Action` when it is done.
enum Effect: Equatable, Sendable {
    /// The names of rows, for the map and for lists.
    case readLabels(rows: [UInt32])
    /// All columns of a row; only the answer to the newest ticket counts.
    case readRecord(row: UInt32, ticket: Int)
    case cancelLoading
    case repaint
    case suspend
    case quit
}
