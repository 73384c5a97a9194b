import MapModel
import RowValues
import Streams

/// When the rows of a table are: one time each, or a beginning and an end.
package struct RowTimes: Sendable {
    /// The time of each row, or when it begins.
    package let starts: TimeColumn
    /// When it ends; nil where rows have one time.
    package let ends: TimeColumn?
    /// Other columns of times, by name.
    package let others: [String]

    /// What is said where no column has times.
    package static let noColumn = "no column of times (--time-column names one)"

    /// Times that were read; those of one column unless there are ends.
    package init(starts: TimeColumn, ends: TimeColumn? = nil, others: [String] = []) {
        (self.starts, self.ends, self.others) = (starts, ends, others)
    }

    /// The rows that a question asks for.
    package func rows(_ question: TimeQuestion) -> RowSet { question.rows(of: starts, ends: ends) }

    /// What should be known of times that were not read as they stand, a line each.
    package var notices: [String] { starts.notices + (ends?.notices ?? []) }
}

extension RowTable {
    /// Those of the columns of this table.
    package func times(
        _ question: TimeQuestion, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowTimes {
        var columns: [Int] = []
        var others: [String] = []
        if question.columns.isEmpty {
            let found = try likelyTimes(question.format)
            guard let first = found.first(where: { TimeText.isName(columnNames[$0]) }) ?? found.first else {
                throw .refused(name: name, words: RowTimes.noColumn)
            }
            columns = [first]
            others = found.filter { $0 != first }.map { columnNames[$0] }
        } else {
            let names = FilterColumns(columnNames)
            for asked in question.columns {
                guard let column = names.index(of: asked) else {
                    throw .refused(name: name, words: "no column \(quoted(asked)) (--time-column)")
                }
                columns.append(column)
            }
        }
        let read = try collectedTimes(columns, question.format, isCancelled: isCancelled, progress: progress)
        var times: [TimeColumn] = []
        for (column, collected) in zip(columns, read) {
            do throws(TimeFault) {
                times.append(
                    try collected.finish(
                        name: columnNames[column], isGiven: !question.columns.isEmpty,
                        zone: question.readZone))
            } catch {
                throw .refused(name: name, words: error.description)
            }
        }
        return RowTimes(starts: times[0], ends: times.count > 1 ? times[1] : nil, others: others)
    }

    /// The times of some columns, by number, whatever form they have.
    package func times(
        of columns: [Int], _ calendar: TimeQuestion, isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }
    ) throws(FilterFailure) -> [Int: TimeColumn] {
        var times: [Int: TimeColumn] = [:]
        for column in columns {
            let read: [TimeCollector]
            do throws(SourceError) {
                read = try collectedTimes(
                    [column], calendar.format(of: columnNames[column]), isCancelled: isCancelled,
                    progress: progress)
            } catch {
                throw error == .cancelled ? .cancelled : .source(error)
            }
            do throws(TimeFault) {
                times[column] = try read[0].finish(
                    name: columnNames[column], isGiven: true, zone: calendar.readZone)
            } catch {
                throw .problem(FilterProblem(error.description, at: 0..<0))
            }
        }
        return times
    }

    /// The times of some rows; others have none.
    package func times(
        of rows: [UInt32], _ question: TimeQuestion
    ) throws(SourceError) -> TimeColumn {
        let found = question.columns.isEmpty ? try likelyTimes(question.format) : []
        let named = question.columns.first.map { FilterColumns(columnNames).index(of: $0) }
        let chosen = named ?? (found.first { TimeText.isName(columnNames[$0]) } ?? found.first)
        guard let column = chosen else {
            let words = question.columns.first.map { "no column \(quoted($0)) (--time-column)" }
            throw .refused(name: name, words: words ?? RowTimes.noColumn)
        }
        var collector = TimeCollector(format: question.format)
        var next: UInt32 = 0
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        try visitRows(rows.sorted()) { row in
            while next < row.row { collector.append(none); next += 1 }
            guard next == row.row else { return }
            var text = row.text(of: column)
            text.withUTF8 { collector.append($0) }
            next += 1
        }
        do throws(TimeFault) {
            return try collector.finish(
                name: columnNames[column], isGiven: !question.columns.isEmpty, zone: question.readZone)
        } catch {
            throw .refused(name: name, words: error.description)
        }
    }

    /// What all rows have in some columns, different ones, as times.
    package func collectedTimes(
        _ columns: [Int], _ format: TimeFormat?, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> [TimeCollector] {
        var builders = Set(columns).sorted().map { ColumnBuilder(timesOf: columnNames[$0], format: format) }
        try appendColumns(
            Set(columns).sorted(), to: &builders, isCancelled: isCancelled, progress: progress)
        let collected = Dictionary(
            zip(Set(columns).sorted(), builders.map { $0.collectedTimes ?? TimeCollector() })
        ) { first, _ in first }
        return columns.map { collected[$0] ?? TimeCollector() }
    }

    /// The columns that have times, or dates that could be two days, as about 500 rows spread over the table show it.
    package func likelyTimes(_ format: TimeFormat?) throws(SourceError) -> [Int] {
        let step = max(recordCount / 500, 1)
        var collectors = columnNames.map { _ in TimeCollector(format: format) }
        try visitRows(stride(from: 0, to: recordCount, by: step).map { UInt32($0) }) { row in
            for index in collectors.indices {
                var text = row.text(of: index)
                text.withUTF8 { collectors[index].append($0) }
            }
        }
        return columnNames.indices.filter { collectors[$0].isLikely(name: columnNames[$0]) }
    }
}
