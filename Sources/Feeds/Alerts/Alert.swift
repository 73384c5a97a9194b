import MapModel
import RowValues

/// Something to be told of.
package struct Alert: Sendable {
    /// Whether a thing is inside.
    package enum Test: Sendable {
        /// Within so many metres of a place.
        case circle(Coordinate, radiusMeters: Double)
        /// In an area, by a function that says it of a place.
        case area(@Sendable (Coordinate) -> Bool)
        /// The row of the thing matches.
        case filter(ThingFilter)
    }

    /// Its name, as events have it.
    package let name: String
    /// What it tests.
    package let test: Test

    /// An alert with its name.
    package init(name: String, test: Test) { (self.name, self.test) = (name, test) }
}

/// What happened to a thing.
package struct AlertEvent: Sendable, Equatable {
    /// The word for it.
    package enum Kind: String, CaseIterable, Sendable {
        /// It is inside now: it came, or was heard there first.
        case enter
        /// It is outside again.
        case leave
        /// It matches now.
        case match
        /// It does not match any more.
        case unmatch
        /// It was inside, and has not been heard for a while.
        case silent
        /// It was inside, and has not been heard for so long that it is not shown.
        case gone
    }

    /// In milliseconds since 1970.
    package let time: Int64
    package let kind: Kind
    /// The name of the alert.
    package let alert: String
    /// What identifies the thing.
    package let id: String
    /// What it is called; empty while that is not known.
    package let name: String
    /// Where it was then; nil where no place of it is known.
    package let place: FixedCoordinate?

    /// The number of the row of the thing.
    package let row: UInt32

    /// An event of a thing.
    package init(
        time: Int64, kind: Kind, alert: String, id: String, name: String, place: FixedCoordinate?, row: UInt32
    ) {
        (self.time, self.kind, self.alert) = (time, kind, alert)
        (self.id, self.name, self.place, self.row) = (id, name, place, row)
    }
}
