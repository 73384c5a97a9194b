/// How rows are shown on the map.
package enum MapDisplay: Equatable, Sendable {
    /// Badges with counts.
    case clusters
    /// Shades by the number of rows.
    case density
    /// A dot for each row: rows on one cell of the screen share it.
    case dots

    /// What `d` shows next.
    package var next: MapDisplay {
        switch self {
        case .clusters: .density
        case .density: .dots
        case .dots: .clusters
        }
    }

    package var message: KeyedText {
        switch self {
        case .clusters: "Clusters: a number for the rows around it"
        case .density: "Density: shades for the number of rows"
        case .dots: "Dots: one for each row (\(key: .nextDisplay) for clusters)"
        }
    }
}
