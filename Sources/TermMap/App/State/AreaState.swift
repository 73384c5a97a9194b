import DataSets
import MapModel

/// Areas on the map: what lies above them, which is selected, which classes are hidden.
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

        /// How rows are shown above areas.
        var display: MapDisplay { self == .dots ? .dots : .clusters }
    }

    /// By what an area is found again when its set was read again.
    private struct Identity: Sendable {
        var code: String
        var name: String
    }

    /// What lies above the areas.
    package var covering = Covering.nothing
    /// The number of an area in the set that is shown.
    package private(set) var selected: Int? { didSet { isUnchosen = false } }
    /// Whether the table selected it by opening: then it is cleared when the table closes.
    var isUnchosen = false
    /// Classes whose areas are drawn as land.
    package var hiddenClasses: Set<Int> = []
    /// The corner of the legend, once it has one: top left, top right, bottom left, bottom right.
    package var legendCorner: Int?
    /// The other palette than the usual one of the figure.
    package var usesOtherPalette = false
    /// The selected row, as it is drawn where nothing else of the rows is.
    package internal(set) var drawnRow: AnnotationID?
    /// How rows were shown before there were areas.
    private(set) var displayBefore: MapDisplay?
    /// What is counted is said once it is known, where a key has asked for it.
    var awaitsReport = false
    private var identity: Identity?
    /// A place inside the selected area.
    package private(set) var place: Coordinate?
    private var shown: (set: String, reading: Int)?

    /// No areas.
    package init() {}

    /// Selects an area of a set; nil for none.
    mutating func select(_ area: Int?, of set: AreaSet) {
        selected = area
        place = area.flatMap { set.geometry.labelPlace(of: $0)?.coordinate }
        identity = area.map { Identity(code: set.codes[$0], name: set.names[$0]) }
    }

    mutating func deselect() { (selected, identity, place) = (nil, nil, nil) }

    /// Areas are shown in place of rows, which come back as they were.
    mutating func begin(replacing display: MapDisplay) { displayBefore = display }

    /// Other areas are shown, or the same ones as they were read again: the selected one is followed.
    mutating func follow(_ set: AreaSet) {
        defer { shown = (set.name, set.reading) }
        guard let shown, shown.set == set.name else {
            deselect()
            (hiddenClasses, legendCorner) = ([], nil)
            return
        }
        guard shown.reading != set.reading, let identity else { return }
        let found = (0..<set.count).first { area in
            set.codes[area] == identity.code && set.names[area] == identity.name
        }
        select(found, of: set)
    }

    /// Hides or shows the areas of a class.
    mutating func toggle(class number: Int) { hiddenClasses.formSymmetricDifference([number]) }

    /// Shows the areas of one of `count` classes alone; all of them where that is so already.
    mutating func toggleOnly(class number: Int, of count: Int) {
        let others = Set(1...count).subtracting([number])
        hiddenClasses = hiddenClasses == others ? [] : others
    }
}
