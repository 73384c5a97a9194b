import CellGraphics
import DataSets
import MapModel
import Rows

/// The journeys that are shown: in the strip below the map, or as stops in a list.
package struct JourneyState: Sendable {
    /// The strip below the map; nil while it is closed.
    package var strip: JourneyStrip?
    /// The stops; nil until they are found.
    package var stays: Stays?
    /// The lines of the journeys whose stops are listed.
    package var lines: [JourneyLine] = []
    /// Why there is nothing to show.
    package var problem: String?
    /// What was asked for last, and whether an answer is on its way.
    package private(set) var asked: JourneyQuestion?
    private var askedAt = Duration.zero
    package private(set) var ticket = 0
    package private(set) var isAwaited = false
    /// The journey is one's own track.
    var isOwn = false
    /// It is the way of the thing of a row.
    var thing: UInt32?
    /// The place, or the row, whose journey the strip is to show.
    var wanted: WantedJourney?

    /// The strip in whose place the band of time opens, until that has rows.
    private var replaced: ReplacedStrip?

    private struct ReplacedStrip: Sendable {
        let strip: JourneyStrip
        let isOwn: Bool
        let thing: UInt32?
    }

    /// What grows is asked about again after this time.
    private static let pause = Duration.seconds(1)

    package init() {}

    /// Records a question; its ticket, or nil when it was asked already or another answer must come first.
    mutating func ask(_ question: JourneyQuestion, at now: Duration) -> Int? {
        guard question != asked, !isAwaited, asked == nil || now - askedAt >= Self.pause else { return nil }
        (asked, askedAt) = (question, now)
        isAwaited = true
        ticket += 1
        return ticket
    }

    /// Whether an answer is to the newest question.
    mutating func receive(_ ticket: Int) -> Bool {
        guard ticket == self.ticket else { return false }
        isAwaited = false
        return true
    }

    /// Keeps the strip, which makes room for the band of time; nil where none is open.
    mutating func keepReplaced() {
        replaced = strip.map { ReplacedStrip(strip: $0, isOwn: isOwn, thing: thing) }
    }

    /// The band has rows, or was closed.
    mutating func dropReplaced() { replaced = nil }

    /// Brings the strip back that has made room; whether there is one.
    mutating func restoreReplaced() -> Bool {
        guard let replaced else { return false }
        (strip, isOwn, thing) = (replaced.strip, replaced.isOwn, replaced.thing)
        self.replaced = nil
        return true
    }

    /// Nothing is asked any more.
    mutating func forget() {
        thing = nil
        (asked, isAwaited, isOwn, wanted, problem) = (nil, false, false, nil, nil)
    }
}

/// Which journeys are asked for.
package struct JourneyQuestion: Sendable {
    package enum Subject: Sendable {
        /// All of the rows, of a tree by its generation.
        case rows(RowSet?, generation: Int)
        /// One's own track.
        case track(Track)
        /// The way of a thing that moves, under its name.
        case trail(Thing, name: String)
    }

    package let subject: Subject
    /// Only their stops are wanted, by the rules of histories.
    package let asksForStops: Bool
    /// Whom places are named by; nil where names are not known, or not wanted.
    package let names: StayNames?

    package init(_ subject: Subject, asksForStops: Bool, names: StayNames? = nil) {
        (self.subject, self.asksForStops, self.names) = (subject, asksForStops, names)
    }
}

extension JourneyQuestion: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        guard left.asksForStops == right.asksForStops, (left.names == nil) == (right.names == nil) else {
            return false
        }
        switch (left.subject, right.subject) {
        case (.rows(_, let first), .rows(_, let second)): return first == second
        case (.track(let first), .track(let second)): return first.count == second.count
        case (.trail(let first, _), .trail(let second, _)):
            return first.row == second.row && first.trail == second.trail
        default: return false
        }
    }
}

/// Which of several journeys the strip shows first.
enum WantedJourney: Equatable, Sendable {
    case row(UInt32)
    /// That which is nearest to a place.
    case near(Coordinate)
    /// By its number, with a range.
    case number(Int, ClosedRange<Int>)
}

/// Journeys as they were read.
package struct JourneyAnswer: Sendable {
    package var journeys: [ShownJourney] = []
    /// Their stops, where these were asked for.
    package var stays: Stays?
    /// Why there are none, in one line.
    package var problem: String?

    package init(journeys: [ShownJourney] = [], stays: Stays? = nil, problem: String? = nil) {
        (self.journeys, self.stays, self.problem) = (journeys, stays, problem)
    }
}
