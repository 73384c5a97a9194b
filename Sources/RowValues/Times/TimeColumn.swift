import MapModel
import Streams

/// The times of one column, by row.
package struct TimeColumn: Sendable {
    /// The column's name in its table.
    package let name: String
    /// How its times are written.
    package let form: TimeForm
    /// Milliseconds since 1970-01-01T00:00:00Z by row; see `none` and `misfit`.
    package let moments: [Int64]
    /// Rows that have a time.
    package let count: Int
    /// Rows whose text is no time; they have none.
    package let misfitCount: Int
    /// The first of them.
    package let firstMisfit: TimeCollector.Example?
    /// Times in the hour that a change of the clock leaves out.
    package let skippedClocks: Int
    /// Times in the hour that comes twice, of which the first is meant.
    package let doubledClocks: Int
    /// The first and the last moment; nil without times.
    package let range: ClosedRange<Int64>?
    /// Times that often stand for none, by date.
    package var standIns = StandIns()

    /// In place of the moment of a row without a value.
    package static let none = Int64.min
    /// In place of the moment of a row whose value is no time.
    package static let misfit = Int64.min + 1

    /// Whether a row has a time, and not one of those.
    @inline(__always)
    package static func isMoment(_ moment: Int64) -> Bool { moment > misfit }

    /// Rows without a time that have no text that could be one.
    package var missingCount: Int { moments.count - count - misfitCount }

    /// The first and the last moment of some rows, all for nil; nil without any.
    package func range(of rows: RowSet?) -> ClosedRange<Int64>? {
        guard let rows else { return range }
        var (least, greatest) = (Int64.max, Int64.min)
        for row in rows.rows where Int(row) < moments.count && Self.isMoment(moments[Int(row)]) {
            (least, greatest) = (min(least, moments[Int(row)]), max(greatest, moments[Int(row)]))
        }
        return least <= greatest ? least...greatest : nil
    }

    /// What should be known of times that were not read as they stand, a line each.
    package var notices: [String] {
        var lines: [String] = []
        if misfitCount > 0, let first = firstMisfit {
            lines.append(
                "\(grouped(misfitCount)) of \(grouped(count + misfitCount)) times do not read, first in row "
                    + "\(grouped(first.row + 1)): \(quoted(first.text))")
        }
        if skippedClocks > 0 {
            lines.append("\(Self.times(skippedClocks)) in the hour that is left out: an hour later")
        }
        if doubledClocks > 0 {
            lines.append("\(Self.times(doubledClocks)) in the hour that comes twice: the first")
        }
        if let standIn = standIns.notice(of: count) { lines.append(standIn) }
        return lines.map { "\(printable(name)): \($0)" }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(grouped(count)) times" }
}

/// How the times of a column are written.
package enum TimeForm: Equatable, Sendable {
    /// Dates and clocks in words and numbers; the order of day and month where three numbers leave it open.
    case text(DayOrder?)
    /// Numbers that count from 1970.
    case epoch(EpochUnit)
    /// Years alone.
    case years
    /// Dates in eight digits, or with a clock in 14.
    case compact
    /// Days of spreadsheets.
    case spreadsheet
    /// As the user's pattern has it.
    case pattern

    /// In words, as `termmap times` prints it.
    package var words: String {
        switch self {
        case .text(nil): "dates"
        case .text(.dayFirst): "dates, day first"
        case .text(.monthFirst): "dates, month first"
        case .epoch(let unit): unit.words
        case .years: "years"
        case .compact: "dates in 8 or 14 digits"
        case .spreadsheet: "days of a spreadsheet"
        case .pattern: "as --time-format says"
        }
    }
}

/// Why a column has no times.
package enum TimeFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// Its values are something else.
    case noTimes(column: String)
    /// Day and month could be exchanged.
    case openOrder(column: String, example: String)
    /// Some dates have the day first, some the month.
    case bothOrders(column: String, dayFirst: String, monthFirst: String)

    /// In words.
    package var description: String {
        switch self {
        case .noTimes(let column): "\(printable(column)): not a column of times"
        case .openOrder(let column, let example):
            "\(printable(column)): \(printable(example)) can be two days: --time-format dmy or mdy"
        case .bothOrders(let column, let dayFirst, let monthFirst):
            "\(printable(column)): some days come first, some months: \(printable(dayFirst)), "
                + "\(printable(monthFirst))"
        }
    }
}

extension TimeColumn {
    /// The longest time between two rows, the first of equal ones; nil with fewer than two different moments.
    ///
    /// Some two of n moments are more than an n-th of all the time apart: cut into stretches of that length, the longest time
    /// lies between the last moment of one and the first of another.
    ///
    /// - Complexity: O(rows).
    package var longestGap: ClosedRange<Int64>? {
        guard let range, range.lowerBound < range.upperBound else { return nil }
        func passed(_ moment: Int64) -> UInt64 { UInt64(bitPattern: moment &- range.lowerBound) }
        let length = passed(range.upperBound) / UInt64(moments.count) + 1
        let none = (first: Int64.max, last: Int64.min)
        var stretches = Array(repeating: none, count: Int(passed(range.upperBound) / length) + 1)
        for moment in moments where Self.isMoment(moment) {
            let stretch = Int(passed(moment) / length)
            stretches[stretch].first = min(stretches[stretch].first, moment)
            stretches[stretch].last = max(stretches[stretch].last, moment)
        }
        var longest: ClosedRange<Int64>?
        var (before, most) = (range.lowerBound, UInt64(0))
        for stretch in stretches where stretch.first <= stretch.last {
            let gap = UInt64(bitPattern: stretch.first &- before)
            if gap > most { (longest, most) = (before...stretch.first, gap) }
            before = stretch.last
        }
        return longest
    }
}

extension TimeColumn {
    /// The times of tables one after the other; nil for those that have none, and nil without any.
    package init?(joining parts: [(column: TimeColumn?, rowCount: Int)]) {
        guard let first = parts.compactMap(\.column).first else { return nil }
        var moments: [Int64] = []
        var misfit: TimeCollector.Example?
        for (column, rowCount) in parts {
            misfit = misfit ?? column?.firstMisfit?.shifted(moments.count)
            moments += column?.moments ?? [Int64](repeating: Self.none, count: rowCount)
        }
        let columns = parts.compactMap(\.column)
        let ranges = columns.compactMap(\.range)
        var names: [String] = []
        for column in columns where !names.contains(column.name) { names.append(column.name) }
        self.init(
            name: names.joined(separator: ", "), form: first.form, moments: moments,
            count: columns.reduce(0) { $0 + $1.count },
            misfitCount: columns.reduce(0) { $0 + $1.misfitCount },
            firstMisfit: misfit, skippedClocks: columns.reduce(0) { $0 + $1.skippedClocks },
            doubledClocks: columns.reduce(0) { $0 + $1.doubledClocks },
            range: ranges.dropFirst().reduce(ranges.first) { range, next in
                range.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) }
            },
            standIns: StandIns(columns.map(\.standIns)))
    }

    /// Times that a database has counted; rows without one follow.
    ///
    /// - Parameter counts: moments and how many rows have each.
    package init(name: String, form: TimeForm, counts: [(moment: Int64, rows: Int)], missingCount: Int) {
        var moments: [Int64] = []
        moments.reserveCapacity(counts.reduce(missingCount) { $0 + $1.rows })
        for (moment, rows) in counts { moments.append(contentsOf: repeatElement(moment, count: rows)) }
        let count = moments.count
        moments.append(contentsOf: repeatElement(Self.none, count: missingCount))
        let sorted = counts.map(\.moment)
        let (least, greatest) = (sorted.min(), sorted.max())
        self.init(
            name: name, form: form, moments: moments, count: count, misfitCount: 0, firstMisfit: nil,
            skippedClocks: 0, doubledClocks: 0,
            range: least.flatMap { least in greatest.map { least...$0 } })
    }
}
