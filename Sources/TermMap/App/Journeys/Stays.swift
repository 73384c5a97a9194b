import CellGraphics
import MapModel
import RowValues

/// Where somebody stayed, and for how long.
package struct Stay: Equatable, Sendable {
    /// Milliseconds since 1970.
    package var start: Int64
    package var end: Int64
    package var place: Coordinate
    /// Points taken there, and how far from its middle the farthest of them is.
    package var pointCount: Int
    package var reachMeters: Double
    /// The points of the journey from the first to the last one there.
    package var points: ClosedRange<Int>
    /// The journey that it is of.
    package var journey = 0
    /// `Venice`, `12 km NE of Chur`; empty until it is looked up.
    package var name: DisplayText = .empty
    /// `Veneto, Italy`.
    package var area: DisplayText = .empty
    /// The way from the stay before.
    package var wayMeters: Double?
    package var waySeconds: Double?

    package init(
        start: Int64, end: Int64, place: Coordinate, pointCount: Int, reachMeters: Double,
        points: ClosedRange<Int>
    ) {
        (self.start, self.end, self.place) = (start, end, place)
        (self.pointCount, self.reachMeters, self.points) = (pointCount, reachMeters, points)
    }

    package var seconds: Double { Double(end - start) / 1000 }
    /// A day or more.
    package var isLong: Bool { seconds >= 86_400 }
}

/// The stays of journeys in the order of their times, and how they are listed.
package struct Stays: Equatable, Sendable {
    package enum Order: Equatable, Sendable { case time, length }

    /// A line of the list.
    package enum Line: Equatable, Sendable {
        case day(DisplayText)
        /// By its number among the stays.
        case stay(Int)
    }

    package private(set) var stays: [Stay]
    /// Points of all journeys, the way and the time on it.
    package let pointCount: Int
    package let meters: Double
    package let movingSeconds: Double?
    /// What makes a stay: at least so long, within so many metres.
    package let leastSeconds: Double
    package let reachMeters: Double
    package private(set) var order = Order.time
    package private(set) var lines: [Line] = []
    package let zone: ZoneTable

    package init(
        _ stays: [Stay], pointCount: Int, meters: Double, movingSeconds: Double?, leastSeconds: Double,
        reachMeters: Double, zone: ZoneTable = .utc
    ) {
        self.stays = stays.sorted { $0.start < $1.start }
        (self.pointCount, self.meters, self.movingSeconds) = (pointCount, meters, movingSeconds)
        (self.leastSeconds, self.reachMeters, self.zone) = (leastSeconds, reachMeters, zone)
        list()
    }

    package var longestSeconds: Double { stays.map(\.seconds).max() ?? 0 }

    package mutating func turnOrder() {
        order = order == .time ? .length : .time
        list()
    }

    private mutating func list() {
        switch order {
        case .length:
            let numbers = stays.indices.sorted { (-stays[$0].seconds, $0) < (-stays[$1].seconds, $1) }
            lines = numbers.map { .stay($0) }
        case .time:
            lines = []
            var last: Int64?
            for (number, stay) in stays.enumerated() {
                let wall = WallTime(milliseconds: zone.wall(at: stay.start))
                let day = WallTime.day(wall.milliseconds)
                if day != last { lines.append(.day(DisplayText(sanitising: BandWords.weekday(wall)))) }
                last = day
                lines.append(.stay(number))
            }
        }
    }

    /// The stay of a line; nil for the name of a day.
    package func stay(atLine line: Int) -> Int? {
        guard lines.indices.contains(line), case .stay(let number) = lines[line] else { return nil }
        return number
    }

    /// The line of a stay.
    package func line(ofStay number: Int) -> Int? { lines.firstIndex(of: .stay(number)) }

    /// `18:04`, or by length `11 Nov`.
    package func moment(of stay: Stay) -> DisplayText {
        let wall = WallTime(milliseconds: zone.wall(at: stay.start))
        let clock = BandWords.twoDigits(wall.hour) + ":" + BandWords.twoDigits(wall.minute)
        return DisplayText(sanitising: order == .time ? clock : BandWords.dayAndMonth(wall))
    }

    /// `Wed 11 Nov 14:02`.
    package func words(_ moment: Int64) -> DisplayText {
        let wall = WallTime(milliseconds: zone.wall(at: moment))
        let clock = BandWords.twoDigits(wall.hour) + ":" + BandWords.twoDigits(wall.minute)
        return DisplayText(sanitising: BandWords.weekday(wall) + " " + clock)
    }

    /// `6 – 16 Nov`, with the year where it is not said by days.
    package var period: DisplayText {
        guard let first = stays.first?.start, let last = stays.map(\.end).max() else { return .empty }
        let from = WallTime(milliseconds: zone.wall(at: first))
        let until = WallTime(milliseconds: zone.wall(at: last))
        let end = BandWords.dayAndMonth(until)
        let text =
            from.year != until.year
            ? "\(BandWords.dayAndMonth(from)) \(BandWords.year(from.year)) – \(end) \(BandWords.year(until.year))"
            : from.month != until.month
                ? "\(BandWords.dayAndMonth(from)) – \(end)"
                : from.day == until.day ? end : "\(from.day) – \(end)"
        return DisplayText(sanitising: text)
    }
}
