/// Which rows are the points of one track.
package enum TrackGrouping: Hashable, Sendable {
    /// Those with the same value of a column.
    case column(String)
    /// All of them.
    case all
}
