import MapModel
import Synchronization

/// A place that the user has chosen for all rows with a name.
package struct PlaceFix: Sendable, Equatable {
    /// The name, as it was skipped.
    package let name: SkippedName
    /// What it means.
    package let place: SkippedName.Candidate

    /// A name and its place.
    package init(_ name: SkippedName, _ place: SkippedName.Candidate) {
        (self.name, self.place) = (name, place)
    }
}

/// The places that the user has chosen, for the loaders that find places.
package final class PlaceFixes: Sendable {
    private let fixes = Mutex<[[String]: SkippedName.Candidate]>([:])

    /// None yet.
    package init() {}

    /// Takes the place of all that were chosen before.
    package func set(_ chosen: [PlaceFix]) {
        fixes.withLock { fixes in
            fixes = Dictionary(chosen.map { ($0.name.values, $0.place) }, uniquingKeysWith: { $1 })
        }
    }

    /// The places by the values of the columns that name them.
    package var places: [[String]: SkippedName.Candidate] { fixes.withLock { $0 } }
}

/// A loader that finds places by names, of which the user may choose some.
package protocol PlaceFixing: SourceLoader {
    /// What was chosen; nil where nothing can be.
    var fixes: PlaceFixes? { get }
}
