import MapModel

/// The cell of each moment in a grid of two parts of the time, such as hour and weekday.
///
/// Days are looked up in a table: taking each moment apart costs ten times as much.
package struct FoldCells: Sendable {
    private let outer: (part: TimeFold.Part, range: ClosedRange<Int>)
    private let inner: (part: TimeFold.Part, range: ClosedRange<Int>)
    private var zones: ZoneCursor
    private let firstDay: Int64
    /// The cell of each day at midnight; empty where there are too many days.
    private let byDay: [Int32]
    /// By how many cells an hour is later.
    private let perHour: Int

    /// Eleven thousand years.
    private static let mostDays: Int64 = 4_000_000

    /// - Parameter range: all moments that are asked for.
    package init(
        _ outer: TimeFold.Part, _ outerRange: ClosedRange<Int>, _ inner: TimeFold.Part,
        _ innerRange: ClosedRange<Int>, _ range: ClosedRange<Int64>, in zone: ZoneTable
    ) {
        (self.outer, self.inner) = ((outer, outerRange), (inner, innerRange))
        zones = ZoneCursor(zone)
        perHour = (outer == .hour ? innerRange.count : 0) + (inner == .hour ? 1 : 0)
        let first = WallTime.day(zone.wall(at: range.lowerBound)) - 1
        let last = WallTime.day(zone.wall(at: range.upperBound)) + 1
        firstDay = first
        guard last - first < Self.mostDays else {
            byDay = []
            return
        }
        func value(_ part: TimeFold.Part, _ range: ClosedRange<Int>, _ wall: Int64) -> Int {
            part == .hour
                ? 0 : min(max(part.value(wall), range.lowerBound), range.upperBound) - range.lowerBound
        }
        byDay = (first...last).map { day in
            let wall = day * WallTime.millisecondsPerDay
            return Int32(
                value(outer, outerRange, wall) * innerRange.count + value(inner, innerRange, wall))
        }
    }

    /// The number of the cell of a moment, row by row.
    @inline(__always)
    package mutating func cell(of moment: Int64) -> Int {
        let wall = zones.wall(at: moment)
        let day = WallTime.day(wall)
        guard byDay.indices.contains(Int(day - firstDay)) else {
            return (outer.part.value(wall) - outer.range.lowerBound) * inner.range.count
                + inner.part.value(wall) - inner.range.lowerBound
        }
        let rest = wall - day * WallTime.millisecondsPerDay
        return Int(byDay[Int(day - firstDay)]) + Int(rest / WallTime.millisecondsPerHour) * perHour
    }
}
