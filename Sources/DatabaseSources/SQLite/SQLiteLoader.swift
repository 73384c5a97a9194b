import MapModel
import RowValues
import Rows
import SQLiteFiles
import Streams

/// Loads a table, a view or the rows of a statement from an SQLite database, reporting the rows so far while
/// it reads.
///
/// For a table only the places and the keys are kept; values are read on demand. Rows of a view or a
/// statement cannot be found again: they are kept in memory. Everything happens on the caller's thread: call
/// it from a task of its own.
package struct SQLiteLoader: SourceLoader {
    /// The database file as the user named it.
    package let path: String
    /// The table, columns and limits that the user set.
    package let options: SQLiteOptions

    /// Rows between two calls of `progress`.
    private static let progressInterval = 16_384

    /// - Parameter path: a file; a pipe cannot hold a database.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) {
        self.path = path
        self.options = options
    }

    /// The path.
    package var name: String { path }

    /// Reads the table, view or statement to its end, or to the limits in `options`.
    package func read(
        isCancelled: () -> Bool = { Task.isCancelled }, progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedSource {
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            let layout = try layout(of: database)
            return layout.relation.key == .none
                ? try readWhole(database, layout, progress) : try readPlaces(database, layout, progress)
        }
    }

    /// Chooses table and columns and explains the choice; no rows are read but a sample.
    package func explainColumns(
        isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> [String] {
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            let layout = try layout(of: database)
            return [layout.title] + layout.reasons + layout.notices
        }
    }

    /// The layout of a table with coordinates; where there is none, of one with names or codes.
    private func layout(of database: SQLiteDatabase) throws(SourceError) -> SQLiteLayout {
        guard let places = options.columns.places, !places.isAsked else {
            return try SQLiteChoice.settle(database, options: options).layout
        }
        do throws(SourceError) {
            return try SQLiteChoice.settle(database, options: options.forCoordinates).layout
        } catch {
            guard let found = try? SQLiteChoice.settle(database, options: options).layout else { throw error }
            return found
        }
    }

    // MARK: tables

    private func readPlaces(
        _ database: SQLiteDatabase, _ layout: SQLiteLayout, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var reader = SQLitePointReader(layout, path: path, journeys: options.journeys)
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        var rows = try SQLiteRows(database, layout.placesSQL)
        var isCut = false
        while true {
            let step = try rows.step()
            if step == .end { break }
            guard reader.recordCount < rowLimit(of: rows) else {
                isCut = true
                break
            }
            if step == .row {
                reader.take(rows.statement)
            } else {
                reader.takeStopped(key: try key(of: reader.recordCount, database, layout))
            }
            guard reader.recordCount % Self.progressInterval == 0 else { continue }
            let isDue = moments.isDue(count: reader.points.count)
            progress(progressed(reader.recordCount, isDue ? reader.loaded(notices: []) : nil))
        }
        isCut = isCut || rows.isCut
        let loaded = reader.loaded(
            notices: notices(layout, reader.notes, reader.recordCount),
            earlyEnd: isCut ? earlyEnd(rows, reader.recordCount) : nil)
        progress(progressed(reader.recordCount, nil))
        return loaded
    }

    private func key(
        of row: Int, _ database: SQLiteDatabase, _ layout: SQLiteLayout
    ) throws(SourceError) -> [SQLiteValue] {
        var key = try SQLiteStatement(database, layout.keySQL(row: row))
        guard try key.step() else { throw database.refused("a row was deleted while it was read") }
        return (0..<key.columnCount).map { key.value($0) }
    }

    // MARK: views and statements

    private func readWhole(
        _ database: SQLiteDatabase, _ layout: SQLiteLayout, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var collector = FeatureCollector(name: path, options: FeatureOptions(columns: options.columns))
        collector.journeys = options.journeys
        let numbers = layout.columnNames.map { collector.values.column($0) }
        collector.places = layout.placeRoles.map { NamedPlaceRoles($0, names: layout.columnNames) }
        let columns = Set(layout.coordinates.columns)
        var places = SQLitePlaces(layout, from: nil, keepsHeights: options.journeys != nil)
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        // A column of geometries was moved behind the others. Names in a damaged schema may not be found again.
        let wanted =
            layout.hidesLast
            ? layout.relation.columns.indices.map(layout.relation.quotedColumn).joined(separator: ", ") : "*"
        var rows = try SQLiteRows(database, layout.statement ?? "SELECT \(wanted) FROM \(layout.from)")
        var isCut = false
        while true {
            let step = try rows.step()
            if step == .end { break }
            guard collector.recordCount < rowLimit(of: rows), collector.values.byteCount < options.memoryLimit
            else {
                isCut = true
                break
            }
            if step == .row {
                take(rows.statement, numbers, &places, &collector)
            } else {
                collector.skip(.tookTooLong, line: nil, what: "row", text: [])
            }
            guard collector.recordCount % Self.progressInterval == 0 else { continue }
            let isDue = moments.isDue(count: collector.points.count)
            progress(progressed(collector.recordCount, isDue ? collector.part(coordinates: columns) : nil))
        }
        isCut = isCut || rows.isCut
        var notes = places.notes
        // The collector counts these itself.
        notes.atZeroZero = 0
        if isCut { collector.notes.earlyEnd = earlyEnd(rows, collector.recordCount) }
        return try collector.loaded(
            coordinates: columns, notices: notices(layout, notes, collector.recordCount))
    }

    private func take(
        _ rows: borrowing SQLiteStatement, _ numbers: [Int], _ places: inout SQLitePlaces,
        _ collector: inout FeatureCollector
    ) {
        for (column, number) in numbers.enumerated() { collector.values.append(number, rows, column) }
        switch places.place(rows) {
        case .found(let place): collector.take(places.sketch(of: place), line: nil)
        case .skipped(let reason, let what, let column):
            let text = collector.skipped.wantsExample(of: reason) ? SkippedRows.example(rows, column) : []
            collector.skip(reason, line: nil, what: what, text: text)
        }
    }

    private func rowLimit(of rows: borrowing SQLiteRows) -> Int {
        rows.isRecursive ? min(options.rowLimit, SQLiteRows.recursionLimit) : options.rowLimit
    }

    // MARK: words

    /// Why there may be more rows.
    private func earlyEnd(_ rows: borrowing SQLiteRows, _ recordCount: Int) -> EarlyEnd {
        let reason = rows.isRecursive ? " (a recursive view or statement may never end)" : ""
        return .limit(words: "only the first \(grouped(recordCount)) rows are read\(reason)")
    }

    private func progressed(_ count: Int, _ part: LoadedSource?) -> LoadProgress {
        LoadProgress(bytesRead: 0, totalBytes: nil, recordCount: count, part: part)
    }

    private func notices(
        _ layout: SQLiteLayout, _ notes: LoadNotes, _ recordCount: Int
    ) -> [String] {
        let file = printable(path)
        var lines: [String] = []
        let isSwapped = options.columns.isSwapped
        if let swapped = notes.swapNotice(file: path, records: recordCount, isSwapped: isSwapped) {
            lines.append(swapped)
        }
        lines += layout.notices.map { "\(file): \($0)" }
        return lines + notes.notices(file: path)
    }
}

extension FeatureTable.Builder {
    /// Adds the value that a column of a statement has.
    fileprivate mutating func append(_ number: Int, _ rows: borrowing SQLiteStatement, _ column: Int) {
        if rows.kind(column) == .text {
            rows.withBytes(column) { append(number, .text, $0) }
        } else {
            let field = rows.field(column)
            append(number, field.kind, field.text)
        }
    }
}
