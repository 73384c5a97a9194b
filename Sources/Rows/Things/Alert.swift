import MapModel
import RowValues

/// A place or a condition whose things the user wants to hear of.
package struct Alert: Sendable, Equatable {
    /// Whether a thing is inside.
    package enum Test: Sendable, Equatable {
        /// Within the circle; it is left beyond 1.02 of its radius.
        case circle(GeoCircle)
        case box(GeoBounds)
        /// In an area of a file.
        case areas(AlertAreas)
        /// Its row matches, in the language of filters.
        case filter(String)
    }

    /// A number of its own.
    package let id: Int
    /// "ZRH · 40 km", as events have it.
    package let name: String
    package let test: Test
    /// Whether it is watched now.
    package var isOn = true
    /// It was asked for before anything was heard: who is inside at first has entered it.
    package let tellsOfThoseInside: Bool

    /// An alert that is watched.
    package init(id: Int, name: String, _ test: Test, tellsOfThoseInside: Bool = false) {
        (self.id, self.name, self.test) = (id, name, test)
        self.tellsOfThoseInside = tellsOfThoseInside
    }
}

/// The areas of a file. Two of the same name are the same.
package struct AlertAreas: Sendable, Equatable {
    /// The path of the file.
    package let name: String
    package let geometry: AreaGeometry
    /// What a screen draws of them.
    package let outlines: [PlaceOutline]

    /// - Parameter outlines: what is drawn; none where they have too many corners.
    package init(name: String, _ geometry: AreaGeometry, outlines: [PlaceOutline]) {
        (self.name, self.geometry, self.outlines) = (name, geometry, outlines)
    }

    /// By their names.
    package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
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

    /// In milliseconds since 1970, UTC.
    package let time: Int64
    /// Nil for an emergency, which no alert is about, and where a filter can match nothing.
    package let kind: Kind?
    /// The alert; nil for an emergency, and for the filter that leaves things out.
    package let alert: Alert?
    /// The number of the row of the thing.
    package internal(set) var row: UInt32
    /// What identifies the thing; empty where the row alone does.
    package var id = ""
    /// What it is called; empty while that is not known.
    package var name = ""
    /// Where it was then; nil where no place of it is known.
    package var place: FixedCoordinate?
    /// What it calls for help with, where it just began to.
    package var emergency = Thing.Emergency.none
    /// Why the filter of the alert can match nothing of what is heard; nil for all other events.
    package private(set) var problem: FilterProblem?
    /// Counted from 1, by who keeps events.
    package var number = 0

    /// Something that an alert is about.
    package init(_ kind: Kind, _ alert: Alert, row: UInt32, time: Int64) {
        (self.kind, self.alert, self.row, self.time) = (kind, alert, row, time)
    }

    /// A thing says itself that it needs help.
    package init(_ emergency: Thing.Emergency, row: UInt32, time: Int64) {
        (kind, alert, self.row, self.time, self.emergency) = (nil, nil, row, time, emergency)
    }

    /// A filter can match nothing: its values are of another type than the columns. No thing is about it.
    ///
    /// - Parameter alert: nil for the filter that leaves things out.
    package init(_ problem: FilterProblem, of alert: Alert?, time: Int64) {
        (kind, self.alert, row, self.time, self.problem) = (nil, alert, .max, time, problem)
    }
}
