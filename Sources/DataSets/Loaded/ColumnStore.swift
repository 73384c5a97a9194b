import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// The columns of the rows that were read: each is read when it is first asked for, and kept.
package final class ColumnStore: Sendable {
    private struct Kept: Sendable {
        var reading = -1
        var columns: [Int: ColumnValues] = [:]
        /// Columns that are not kept, and that have no value of another type.
        var faultless: Set<Int> = []
        var times: (question: TimeQuestion, rows: RowTimes)?
        /// Of the columns of which filters take hours and days.
        var clocks: (calendar: TimeQuestion, columns: [Int: TimeColumn])?
    }

    private let kept = Mutex(Kept())
    /// Answers the place tests of filters.
    private let places: PlaceTestWork

    package init(places: PlaceTestWork = PlaceTestWork()) { self.places = places }

    /// The values of some columns, by number; those that are not kept are read in one pass.
    ///
    /// A column that is requested once is usually requested again, so the pass is not cancelled with its task, unless
    /// the program ends.
    ///
    /// - Parameter progress: called with the share that is read, 0…1.
    package func values(
        of columns: [Int], _ loaded: LoadedRows, progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> [Int: ColumnValues] {
        var values = known(columns, loaded)
        let missing = columns.filter { values[$0] == nil }
        if !missing.isEmpty {
            let read = try loaded.table.readColumns(missing, isCancelled: { false }, progress: progress)
            for (column, found) in zip(missing, read) {
                values[column] = found
                loaded.saved?.save(found, number: column)
            }
        }
        keep(values, loaded)
        return values.filter { columns.contains($0.key) }
    }

    /// The columns that are kept, and those of `columns` that were saved.
    private func known(_ columns: [Int], _ loaded: LoadedRows) -> [Int: ColumnValues] {
        var values = kept.withLock { $0.reading == loaded.reading ? $0.columns : [:] }
        for column in columns where values[column] == nil {
            values[column] = loaded.saved?.column(column, rowCount: loaded.table.recordCount)
        }
        return values
    }

    private func keep(_ values: [Int: ColumnValues], faultless: [Int] = [], _ loaded: LoadedRows) {
        kept.withLock { kept in
            if kept.reading != loaded.reading { kept = Kept(reading: loaded.reading) }
            kept.columns.merge(values) { $1 }
            kept.faultless.formUnion(faultless)
        }
    }

    /// Those of some columns that may have values of another type: of the others there is nothing to be known.
    func doubtful(_ columns: [Int], _ loaded: LoadedRows) -> [Int] {
        let faultless = kept.withLock { $0.reading == loaded.reading ? $0.faultless : [] }
        return columns.filter { !faultless.contains($0) }
    }

    /// The rows that match a filter, whether they are shown or not.
    ///
    /// - Parameters:
    ///   - progress: called with the share that is read, 0…1.
    ///   - note: called with what should be known of the columns of the filter, a line each.
    func rows(
        of loaded: LoadedRows, matching filter: Filter, isCancelled: () -> Bool,
        progress: (Double) -> Void = { _ in }, note: ([String]) -> Void = { _ in }
    ) throws(FilterFailure) -> RowSet {
        let values: [Int: ColumnValues]
        do throws(SourceError) {
            let known = known(filter.valueColumns, loaded)
            keep(known, loaded)
            if !filter.needsAllRows, filter.columns.contains(where: { known[$0] == nil }),
                let rows = try loaded.table.judgedRows(filter, isCancelled: isCancelled, progress: progress)
            {
                keep([:], faultless: filter.columns, loaded)
                return rows
            }
            values = try self.values(of: filter.valueColumns, loaded, progress: progress)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        note(filter.valueColumns.compactMap { values[$0]?.misfitNotice })
        let clocks = try clocks(of: filter, loaded, isCancelled, progress: progress)
        note(filter.timedColumns.flatMap { clocks[$0]?.notices ?? [] })
        let placeRows = try places.rows(of: filter, loaded, isCancelled: isCancelled, progress: progress)
        var rows = try filter.rows(
            values, places: placeRows, times: FilterTimes(clocks), rowCount: loaded.table.recordCount,
            isCancelled: isCancelled)
        guard let time = filter.time else { return rows }
        do throws(SourceError) {
            let times = try times(time, loaded, isCancelled, progress: progress)
            note(times.notices)
            rows.formIntersection(times.rows(time))
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        return rows
    }

    /// The times of all rows, read once for all windows of a column.
    package func times(
        _ question: TimeQuestion, _ loaded: LoadedRows, _ isCancelled: () -> Bool,
        progress: (Double) -> Void = { _ in }
    ) throws(SourceError) -> RowTimes {
        let known = kept.withLock { $0.reading == loaded.reading ? $0.times : nil }
        if let known, known.question.readsLike(question) { return known.rows }
        let times = try loaded.table.times(question, isCancelled: isCancelled, progress: progress)
        kept.withLock { kept in
            if kept.reading != loaded.reading { kept = Kept(reading: loaded.reading) }
            kept.times = (question, times)
        }
        return times
    }

    /// The times of the columns of which a filter takes hours and days, each read once.
    private func clocks(
        of filter: Filter, _ loaded: LoadedRows, _ isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(FilterFailure) -> [Int: TimeColumn] {
        let kept = kept.withLock { $0.reading == loaded.reading ? $0.clocks : nil }
        var known = kept.map { $0.calendar.readsLike(filter.calendar) ? $0.columns : [:] } ?? [:]
        let missing = filter.timedColumns.filter { known[$0] == nil }
        if missing.isEmpty { return known }
        known.merge(
            try loaded.table.times(
                of: missing, filter.calendar, isCancelled: isCancelled, progress: progress)
        ) { $1 }
        self.kept.withLock { kept in
            if kept.reading != loaded.reading { kept = Kept(reading: loaded.reading) }
            kept.clocks = (filter.calendar, known)
        }
        return known
    }
}
