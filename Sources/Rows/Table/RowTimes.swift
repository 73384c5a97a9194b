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
        let choice = try timeChoice(question)
        let read = try collectedTimes(
            choice.columns, choice.formats(question.format), isCancelled: isCancelled, progress: progress)
        let names = choice.columns.map { columnNames[$0] }
        let parts = choice.isJoined ? [TimeCollector.joined(read)] : read
        let titles = choice.isJoined ? [names.joined(separator: " + ")] : names
        var times: [TimeColumn] = []
        for (title, collected) in zip(titles, parts) {
            do throws(TimeFault) {
                times.append(
                    try collected.finish(
                        name: title, isGiven: !question.columns.isEmpty || choice.isJoined,
                        zone: question.readZone))
            } catch {
                throw .refused(name: name, words: error.description)
            }
        }
        return RowTimes(starts: times[0], ends: times.count > 1 ? times[1] : nil, others: choice.others)
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
                    [column], [calendar.format(of: columnNames[column])], isCancelled: isCancelled,
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
        let choice = try timeChoice(question)
        let columns = choice.isJoined ? choice.columns : Array(choice.columns.prefix(1))
        var collectors = choice.formats(question.format).prefix(columns.count).map {
            TimeCollector(format: $0)
        }
        var next: UInt32 = 0
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        try visitRows(rows.sorted()) { row in
            while next < row.row {
                for index in collectors.indices { collectors[index].append(none) }
                next += 1
            }
            guard next == row.row else { return }
            for (index, column) in columns.enumerated() {
                var text = row.text(of: column)
                text.withUTF8 { collectors[index].append($0) }
            }
            next += 1
        }
        let collector = TimeCollector.joined(Array(collectors))
        do throws(TimeFault) {
            return try collector.finish(
                name: columns.map { columnNames[$0] }.joined(separator: " + "),
                isGiven: !question.columns.isEmpty || choice.isJoined, zone: question.readZone)
        } catch {
            throw .refused(name: name, words: error.description)
        }
    }

    /// What all rows have in some columns, different ones, as times written so.
    package func collectedTimes(
        _ columns: [Int], _ formats: [TimeFormat?], isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> [TimeCollector] {
        let wanted = Dictionary(zip(columns, formats)) { first, _ in first }
        let sorted = wanted.keys.sorted()
        var builders = sorted.map { ColumnBuilder(timesOf: columnNames[$0], format: wanted[$0] ?? nil) }
        try appendColumns(sorted, to: &builders, isCancelled: isCancelled, progress: progress)
        let collected = Dictionary(zip(sorted, builders.map { $0.collectedTimes ?? TimeCollector() })) {
            first, _ in first
        }
        return columns.map { collected[$0] ?? TimeCollector() }
    }
}
