/// The hour, day of the week, day, month or year of a time, in the zone in which times are shown.
package struct FilterClock: Equatable, Sendable {
    /// Which of them; Monday is 1.
    package let part: TimeFold.Part
    /// The zone of clocks without an offset.
    package let readZone: ZoneTable
    /// The zone of the calendar.
    package let shownZone: ZoneTable
    /// How a column of numbers counts from 1970; nil where the size of each number says it.
    package let unit: EpochUnit?
    /// The column has numbers.
    package let isOfNumbers: Bool
}

/// The times of the columns that a filter asks for parts of.
package struct FilterTimes: Sendable {
    private let columns: [Int: TimeColumn]

    /// - Parameter columns: by the number of the column.
    package init(_ columns: [Int: TimeColumn]) { self.columns = columns }

    /// Of filters without such parts.
    package static let none = FilterTimes([:])

    /// Whether the times of a column are known.
    func has(_ column: Int) -> Bool { columns[column] != nil }

    /// A part of the times of some rows; NaN where a row has none.
    func values(of column: Int, _ clock: FilterClock, _ rows: Range<Int>) -> [Double] {
        guard let moments = columns[column]?.moments, moments.count >= rows.upperBound else {
            return Array(repeating: .nan, count: rows.count)
        }
        var zones = ZoneCursor(clock.shownZone)
        return moments[rows].map { moment in
            TimeColumn.isMoment(moment) ? Double(clock.part.value(zones.wall(at: moment))) : .nan
        }
    }
}
