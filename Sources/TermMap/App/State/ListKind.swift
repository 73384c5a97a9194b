/// The lists in panels. What each lists, and what its rows do, is a file in `App/Lists`.
package enum ListKind: CaseIterable, Sendable {
    case table
    case members
    case nearby
    case search
    case columns
    case layers
    case skippedNames
    case candidates
    /// The sets of areas; the areas of the one that is shown.
    case areaSets, areas
    /// Of two sources: what differs, by row and by column.
    case changes, changedColumns
    /// Alerts and their events.
    case alerts
    /// The addresses of a badge or of the view.
    case addresses
    /// What was measured on the map.
    case legs
    /// Where a journey stood still.
    case stops
}
