import RowValues

/// By which two parts of their times rows are counted in a grid.
package enum FoldKind: String, Sendable, CaseIterable {
    case hourWeekday, monthYear, monthHour, dayMonth

    /// What the columns of the grid are.
    package var columns: TimeFold.Part {
        switch self {
        case .hourWeekday, .monthHour: .hour
        case .monthYear: .month
        case .dayMonth: .day
        }
    }

    /// What its rows are.
    package var rows: TimeFold.Part {
        switch self {
        case .hourWeekday: .weekday
        case .monthYear: .year
        case .monthHour, .dayMonth: .month
        }
    }

    /// `hour × weekday`.
    package var words: String {
        self == .monthHour ? "month × hour" : "\(columns.rawValue) × \(rows.rawValue)"
    }

    /// The next one in the list, or the one before; the same at its ends.
    package func moved(by count: Int) -> FoldKind {
        let all = Self.allCases
        let index = (all.firstIndex(of: self) ?? 0) + count
        return all[min(max(index, 0), all.count - 1)]
    }

    /// Whether hours may run over midnight into the next row.
    package var nightsEndInNextRow: Bool { self == .hourWeekday }
}

/// A rectangle of a fold: values of the columns and of the rows, both ends included.
///
/// Hours may run over midnight, the last before the first. Such a night belongs to the day on which it begins: its end is in
/// the row of the next day.
package struct FoldChoice: Equatable, Sendable {
    /// The first and last value of the columns.
    package var columns: Ends
    /// The first and last value of the rows.
    package var rows: Ends

    /// Two values, both included.
    package struct Ends: Equatable, Sendable {
        package var first: Int
        package var last: Int

        /// From one value to another.
        package init(_ first: Int, _ last: Int) { (self.first, self.last) = (first, last) }

        /// It does not run over the end of all values.
        fileprivate var isForward: Bool { first <= last }
    }

    /// Some columns in some rows.
    package init(columns: Ends, rows: Ends) { (self.columns, self.rows) = (columns, rows) }

    /// Whether it runs over the end of a row.
    package var wraps: Bool { columns.first > columns.last }

    /// Whether a cell is chosen, each by its value of the part.
    package func contains(column: Int, row: Int, of kind: FoldKind) -> Bool {
        guard wraps else { return columns.first...columns.last ~= column && contains(row: row) }
        if column >= columns.first { return contains(row: row) }
        guard column <= columns.last else { return false }
        return contains(row: kind.nightsEndInNextRow ? (row == 1 ? 7 : row - 1) : row)
    }

    private func contains(row: Int) -> Bool {
        rows.isForward ? rows.first...rows.last ~= row : row >= rows.first || row <= rows.last
    }

    /// The values of the rows, in order.
    fileprivate func rowValues(_ all: ClosedRange<Int>) -> [Int] {
        rows.isForward
            ? Array(rows.first...rows.last)
            : Array(rows.first...max(all.upperBound, rows.first))
                + Array(min(all.lowerBound, rows.last)...rows.last)
    }

    // MARK: - In words

    /// `Friday, Saturday 22:00 – 04:00`; on a narrow screen `Fri – Sat 22–04`.
    package func words(of kind: FoldKind, isLong: Bool) -> String {
        let columns = Self.words(self.columns, kind.columns, isLong: isLong)
        let rows = Self.words(self.rows, kind.rows, isLong: isLong)
        return kind.columns == .hour ? "\(rows) \(columns)" : "\(columns), \(rows)"
    }

    private static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    static func name(_ value: Int, _ part: TimeFold.Part, isLong: Bool) -> String {
        switch part {
        case .weekday:
            (isLong ? weekdays : BandWords.weekdays)[min(max(value, 1), 7) - 1]
        case .month: (isLong ? months : BandWords.months)[min(max(value, 1), 12) - 1]
        case .hour: BandWords.twoDigits(value) + (isLong ? ":00" : "")
        case .year: BandWords.year(value)
        case .day: "\(value)"
        }
    }

    private static func words(_ ends: Ends, _ part: TimeFold.Part, isLong: Bool) -> String {
        let first = name(ends.first, part, isLong: isLong)
        if part == .hour {
            let end = ends.last == 23 ? 24 : ends.last + 1
            return first + (isLong ? " – " : "–") + name(end, part, isLong: isLong)
        }
        if ends.first == ends.last { return part == .day ? "day \(first)" : first }
        let last = name(ends.last, part, isLong: isLong)
        let areNeighbors = isLong && part != .day && ends.last == ends.first + 1
        return (part == .day ? "days " : "") + first + (areNeighbors ? ", " : " – ") + last
    }

    // MARK: - As a filter

    /// The choice as a filter that can be edited: `weekday(seen) IN (5, 6) AND hour(seen) BETWEEN 7 AND 9`.
    ///
    /// - Parameters:
    ///   - column: the name as a filter has it.
    ///   - all: values of the rows of the fold.
    package func filter(column: String, of kind: FoldKind, rows all: ClosedRange<Int>) -> String {
        func function(_ part: TimeFold.Part) -> String { "\(part.rawValue)(\(column))" }
        let (outer, inner) = (function(kind.rows), function(kind.columns))
        let rows = rowValues(all)
        guard wraps else {
            let parts = [
                Self.test(inner, Array(columns.first...columns.last), of: kind.columns),
                Self.test(outer, rows, of: kind.rows),
            ]
            let found = parts.reversed().compactMap { $0 }
            return found.isEmpty ? "\(column) IS NOT NULL" : found.joined(separator: " AND ")
        }
        let (evening, morning) = ("\(inner) >= \(columns.first)", "\(inner) <= \(columns.last)")
        guard kind.nightsEndInNextRow, let today = Self.test(outer, rows, of: kind.rows),
            let tomorrow = Self.test(outer, rows.map { $0 == 7 ? 1 : $0 + 1 }.sorted(), of: kind.rows)
        else {
            let hours = "(\(evening) OR \(morning))"
            return Self.test(outer, rows, of: kind.rows).map { "\($0) AND \(hours)" } ?? hours
        }
        return "(\(today) AND \(evening)) OR (\(tomorrow) AND \(morning))"
    }

    /// Nil where every value is meant.
    private static func test(_ function: String, _ values: [Int], of part: TimeFold.Part) -> String? {
        let all = [TimeFold.Part.hour: 24, .weekday: 7, .day: 31, .month: 12][part]
        guard values.count != all, let first = values.first, let last = values.last else { return nil }
        if values.count == 1 { return "\(function) = \(first)" }
        if values.count > 2, last - first == values.count - 1 {
            return "\(function) BETWEEN \(first) AND \(last)"
        }
        return "\(function) IN (\(values.map(String.init).joined(separator: ", ")))"
    }
}
