import MapModel
import PlaceNames
import Rows

/// What the values of a row say about its place.
enum FoundPlace: Sendable, Equatable {
    case known(KnownPlace)
    /// None for sure: why, in a count and in words, and what they may mean.
    case missing(SkippedRows.Reason, words: String, candidates: [SkippedName.Candidate])
}

/// A place that rows have, and what they are told about it.
struct KnownPlace: Sendable, Equatable {
    var coordinate: FixedCoordinate
    var match: PlaceMatch
    /// "Springfield, Illinois, US".
    var name: String
    /// The two letters of the country; empty where none is known.
    var country: String
}

/// Why places cannot be found.
enum PlaceFault: Error {
    case cancelled
    /// The names cannot be read, in words.
    case missing(String)
}
