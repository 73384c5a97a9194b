import DataSets
import MapModel

/// Areas on the map: what lies above them, and which is selected.
package struct AreaState: Sendable {
    /// What is drawn of the rows while areas are filled.
    package enum Covering: Sendable, Equatable {
        case nothing, clusters, dots

        /// What `d` shows next.
        package var next: Covering {
            switch self {
            case .nothing: .clusters
            case .clusters: .dots
            case .dots: .nothing
            }
        }
    }

    package var covering = Covering.nothing
    /// The number of an area in the set that is shown.
    package var selected: Int?
    /// Classes whose areas are drawn as land.
    package var hiddenClasses: Set<Int> = []
    /// The other palette than the usual one of the figure.
    package var usesOtherPalette = false
    /// The corner of the legend, once it has one: top left, top right, bottom left, bottom right.
    package var legendCorner: Int?
}

extension AppState {
    /// The rows of the areas that are shown; nil without areas.
    package var areaAnswer: AreaAnswer? { data.rows.areas }
}
