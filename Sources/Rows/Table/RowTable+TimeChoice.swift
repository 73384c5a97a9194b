import RowValues
import Streams

/// The columns that say when the rows of a table are.
package struct TimeChoice: Sendable, Equatable {
    /// By number: one, a beginning and an end, or the parts of one time.
    package var columns: [Int]
    /// They are the parts of one time: a date and a clock, or a year, a month, a day and so on.
    package var isJoined = false
    /// Other columns of times, by name.
    package var others: [String] = []

    /// The names of columns with the parts of a time, and what their numbers are.
    fileprivate static let numberedParts: [(words: Set<String>, range: ClosedRange<Int64>)] = [
        (["year", "yyyy", "yr", "jahr", "année", "año", "ano", "anno"], -10_000...9_999),
        (["month", "mon", "mo", "mm", "monat", "mois", "mes", "mese"], 1...12),
        (["day", "dd", "dy", "tag", "jour", "día", "dia", "giorno"], 1...31),
        (["hour", "hh", "hr", "stunde", "heure", "hora"], 0...24),
        (["minute", "min", "mi", "mn"], 0...59),
        (["second", "seconds", "sec", "ss"], 0...60),
    ]

    /// How the values of each are written.
    ///
    /// - Parameter format: how those are that are times of their own.
    func formats(_ format: TimeFormat?) -> [TimeFormat?] {
        guard isJoined else { return columns.map { _ in format } }
        return columns.indices.map { $0 == 0 && columns.count == 2 ? format : .part }
    }
}

extension RowTable {
    /// The columns that a question names, else those that about 500 rows spread over the table show.
    ///
    /// Two columns are a beginning and an end, unless the second has clocks without a date. A column of dates that nobody named is
    /// read with the clocks beside it.
    package func timeChoice(_ question: TimeQuestion) throws(SourceError) -> TimeChoice {
        if !question.columns.isEmpty {
            let columns = try namedTimes(question.columns)
            guard columns.count > 1 else { return TimeChoice(columns: columns) }
            if columns.count > 2 { return TimeChoice(columns: columns, isJoined: true) }
            let dates = try timeSample([columns[0]], question.format)[0]
            let clocks = try timeSample([columns[1]], .part)[0]
            let isJoined =
                dates.areDates && clocks.areClocks(name: columnNames[columns[1]], isGiven: true)
            return TimeChoice(columns: columns, isJoined: isJoined)
        }
        let all = Array(columnNames.indices)
        let dates = try timeSample(all, question.format)
        let found = all.filter { dates[$0].isLikely(name: columnNames[$0]) }
        guard let first = found.first(where: { TimeText.isName(columnNames[$0]) }) ?? found.first else {
            guard let parts = try numberedTimes() else {
                throw .refused(name: name, words: RowTimes.noColumn)
            }
            return TimeChoice(columns: parts, isJoined: true)
        }
        let others = found.filter { $0 != first }.map { columnNames[$0] }
        guard dates[first].areDates, let clock = try clock(of: first) else {
            return TimeChoice(columns: [first], others: others)
        }
        return TimeChoice(columns: [first, clock], isJoined: true, others: others)
    }

    private func namedTimes(_ asked: [String]) throws(SourceError) -> [Int] {
        let names = FilterColumns(columnNames)
        var columns: [Int] = []
        for name in asked {
            guard let column = names.index(of: name) else {
                throw .refused(name: self.name, words: "no column \(quoted(name)) (--time-column)")
            }
            columns.append(column)
        }
        return columns
    }

    /// The column of clocks that belongs to one of dates: the one of a name that differs in the word for a date, else the next one behind it,
    /// else the first.
    private func clock(of date: Int) throws(SourceError) -> Int? {
        let named = columnNames.indices.filter {
            $0 != date && TimeText.isClockName(columnNames[$0], ofNumbers: false)
        }
        guard !named.isEmpty else { return nil }
        let samples = try timeSample(named, .part)
        let clocks = zip(named, samples).filter { $1.areClocks(name: columnNames[$0]) }.map(\.0)
        let stem = Self.stem(columnNames[date])
        return clocks.first { Self.stem(columnNames[$0]) == stem } ?? clocks.first { $0 > date }
            ?? clocks.first
    }

    /// A name without the word for a date or a clock.
    private static func stem(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        return words.filter { !["date", "time", "datum", "zeit", "uhrzeit", "fecha", "hora"].contains($0) }
            .joined(separator: " ")
    }

    /// `year`, `month` and `day`, with `hour`, `minute` and `second` where there are any.
    private func numberedTimes() throws(SourceError) -> [Int]? {
        var columns: [Int] = []
        for (words, range) in TimeChoice.numberedParts {
            guard let column = columnNames.firstIndex(where: { words.contains($0.lowercased()) }) else {
                break
            }
            let sample = try timeSample([column], .part)[0]
            guard sample.areNumbers(in: range) else { break }
            columns.append(column)
        }
        return columns.count >= 3 ? columns : nil
    }

    /// What about 500 rows spread over the table have in some columns.
    func timeSample(_ columns: [Int], _ format: TimeFormat?) throws(SourceError) -> [TimeCollector] {
        let step = max(recordCount / 500, 1)
        var collectors = columns.map { _ in TimeCollector(format: format) }
        try visitRows(stride(from: 0, to: recordCount, by: step).map { UInt32($0) }) { row in
            for (index, column) in columns.enumerated() {
                var text = row.text(of: column)
                text.withUTF8 { collectors[index].append($0) }
            }
        }
        return collectors
    }

    /// The columns that have times, or dates that could be two days.
    package func likelyTimes(_ format: TimeFormat?) throws(SourceError) -> [Int] {
        let samples = try timeSample(Array(columnNames.indices), format)
        return columnNames.indices.filter { samples[$0].isLikely(name: columnNames[$0]) }
    }
}
