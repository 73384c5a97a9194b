/// What keys do with the rows of two sources.
package enum ChangeCommand: Hashable, Sendable {
    /// The differences, shown or left.
    case toggle
    /// The next or the previous difference, in the order of the new source.
    case step(forward: Bool)
    /// The old source, the new one, what differs.
    case turn
    /// The next row whose pair is uncertain.
    case unsure
    /// The table of changes, its order, and a search in it; what changed in each column.
    case list
    case sort(step: Int)
    case search
    case columns
}
