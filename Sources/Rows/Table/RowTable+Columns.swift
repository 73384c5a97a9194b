import MapModel
import RowValues
import Streams
import Synchronization

extension RowTable {
    /// Reads the values of some columns of all rows in one pass; a column whose type was misjudged once more.
    ///
    /// - Parameters:
    ///   - columns: the columns to read, different ones.
    ///   - isCancelled: checked now and then; true makes it throw `.cancelled`.
    ///   - progress: called as often with the share that is read, 0…1.
    /// - Returns: the values, in the order of `columns`.
    package func readColumns(
        _ columns: [Int], isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [ColumnValues] {
        let known = knownColumns
        let others = columns.filter { known[$0] == nil }
        if others.isEmpty { return columns.compactMap { known[$0] } }
        let names = columnNames
        let read = try collectColumns(others, isCancelled: isCancelled, progress: progress) { column, kind in
            ColumnBuilder(name: names[column], kind: kind, decimalMark: decimalMark)
        }
        let values = Dictionary(zip(others, read.map { $0.finish() })) { first, _ in first }
        return columns.compactMap { known[$0] ?? values[$0] }
    }

    /// Summarizes some columns of some rows, of all where `rows` is nil, read in one pass; a column on each processor.
    ///
    /// - Returns: the summaries, in the order of `columns`.
    package func summarizeColumns(
        _ columns: [Int], of rows: RowSet? = nil, isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [ColumnSummary] {
        let names = columnNames
        // Sorting and counting take about as long as reading.
        let builders = try collectColumns(
            columns, isCancelled: isCancelled, progress: { progress($0 / 2) }
        ) { column, kind in
            ColumnBuilder(summarizing: rows, name: names[column], kind: kind, decimalMark: decimalMark)
        }
        // Each column is given up when its summary is made.
        let waiting = Mutex<[ColumnBuilder?]>(builders)
        let summaries = Mutex([ColumnSummary?](repeating: nil, count: columns.count))
        Workers.processors.run(columns.count) { index in
            let builder = waiting.withLock { $0[index].take() }
            let summary = builder?.summary(by: .processors)
            summaries.withLock { $0[index] = summary }
        }
        progress(1)
        return summaries.withLock { $0.compactMap { $0 } }
    }

    /// The builders of some columns with all rows; a column whose type was misjudged is read once more.
    ///
    /// - Parameter builder: makes that of a column, whose type may be known.
    private func collectColumns(
        _ columns: [Int], isCancelled: () -> Bool, progress: (Double) -> Void,
        _ builder: (Int, ColumnKind?) -> ColumnBuilder
    ) throws(SourceError) -> [ColumnBuilder] {
        var builders = columns.map { builder($0, nil) }
        try appendColumns(columns, to: &builders, isCancelled: isCancelled, progress: progress)
        let misjudged = columns.indices.filter { builders[$0].isMisjudged }
        if !misjudged.isEmpty {
            var texts = misjudged.map { builder(columns[$0], .text) }
            try appendColumns(
                misjudged.map { columns[$0] }, to: &texts, isCancelled: isCancelled, progress: progress)
            for (index, text) in zip(misjudged, texts) { builders[index] = text }
        }
        return builders
    }

    /// What the columns hold, as about 500 rows spread over the table show it: a sorted one begins with unusual rows.
    package func sampledColumns() throws(SourceError) -> [ColumnValues] {
        try sampledBuilders().map { $0.finish() }
    }

    /// The types of the columns as these rows show them, and the order of day and month where three numbers leave it open.
    package func sampledKinds() throws(SourceError) -> [(kind: ColumnKind, order: DayOrder?)] {
        try sampledBuilders().map { $0.judged() }
    }

    private func sampledBuilders() throws(SourceError) -> [ColumnBuilder] {
        var builders = columnNames.map { ColumnBuilder(name: $0, decimalMark: decimalMark) }
        let step = max(recordCount / 500, 1)
        try append(stride(from: 0, to: recordCount, by: step).map { UInt32($0) }, to: &builders)
        return builders
    }

    /// What the values of some columns, which are different ones, mean, by row.
    package func meanings(
        of columns: [(column: Int, meaning: ValueMeaning)], isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [[UInt64]] {
        var builders = columns.map { ColumnBuilder(meaningsOf: columnNames[$0.column], $0.meaning) }
        for index in builders.indices { builders[index].decimalMark = decimalMark }
        try appendColumns(columns.map(\.column), to: &builders, isCancelled: isCancelled, progress: progress)
        return builders.map(\.collectedMeanings)
    }

    /// Appends the values of rows to a builder for each column.
    func append(_ rows: [UInt32], to builders: inout [ColumnBuilder]) throws(SourceError) {
        try visitRows(rows) { row in
            let mark = decimalMark(ofRow: row.row)
            for index in builders.indices {
                builders[index].decimalMark = mark
                builders[index].append(row.text(of: index))
            }
        }
    }

    /// "." in numbers.
    package var decimalMark: UInt8 { UInt8(ascii: ".") }

    /// That of the table.
    package func decimalMark(ofRow row: UInt32) -> UInt8 { decimalMark }

    /// Appends the values of `columns` of each row, in order; the columns are different ones.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let batch = 4_096
        for start in stride(from: 0, to: recordCount, by: batch) {
            if isCancelled() { throw .cancelled }
            let end = min(start + batch, recordCount)
            try visitRows((start..<end).map { UInt32($0) }) { row in
                for (slot, column) in columns.enumerated() { builders[slot].append(row.text(of: column)) }
            }
            progress(Double(end) / Double(max(recordCount, 1)))
        }
    }
}
