import MapModel
import RowValues
import Rows
import Streams

/// When the rows are that match a question.
package struct MatchingTimes: Sendable {
    /// The times of all rows.
    package let times: RowTimes
    /// Those that match; nil for all.
    package let kept: RowSet?
    /// All rows, with a time or without.
    let rowCount: Int

    /// Rows that match, and how many of them have a time, no value, or one that is no time.
    package var counts: (rows: Int, timed: Int, without: Int, misfits: Int) {
        let column = times.starts
        guard let kept else { return (rowCount, column.count, column.missingCount, column.misfitCount) }
        var counts = (rows: kept.count, timed: 0, without: 0, misfits: 0)
        for row in kept.rows {
            let moment = column.moments[Int(row)]
            if TimeColumn.isMoment(moment) { counts.timed += 1 }
            if moment == TimeColumn.misfit { counts.misfits += 1 }
        }
        counts.without = counts.rows - counts.timed - counts.misfits
        return counts
    }

    /// The time of each row in UTC, as a column `time_utc`.
    package var utcValues: AddedValues { times.starts.utcValues }
}

extension TimeColumn {
    /// The time of each row in UTC, as a column `time_utc`.
    package var utcValues: AddedValues {
        var numbers: [Int64: UInt32] = [:]
        var lists: [[FieldValue]] = []
        var zones = ZoneCursor(.utc)
        let codes = moments.map { moment -> UInt32 in
            guard TimeColumn.isMoment(moment) else { return .max }
            if let known = numbers[moment] { return known }
            let number = UInt32(lists.count)
            numbers[moment] = number
            lists.append([FieldValue(.text, zones.text(at: moment, milliseconds: true))])
            return number
        }
        return AddedValues(names: ["time_utc"], codes: codes, lists: lists + [[.missing]])
    }
}
