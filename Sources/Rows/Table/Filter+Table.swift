import MapModel
import RowValues
import Streams

extension Filter {
    /// Reads the columns that the filter names, and that of the times it asks for, and returns the rows that match.
    ///
    /// - Parameters:
    ///   - progress: called now and then with the share of the values that are read, 0…1.
    ///   - note: called with what should be known of the columns, a line each.
    package func rows(
        of table: any RowTable, isCancelled: () -> Bool = { Task.isCancelled },
        progress: (Double) -> Void = { _ in }, note: ([String]) -> Void = { _ in }
    ) throws(FilterFailure) -> RowSet {
        let values: [ColumnValues]
        do throws(SourceError) {
            values = try table.readColumns(valueColumns, isCancelled: isCancelled, progress: progress)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        note(values.compactMap(\.misfitNotice))
        let clocks = try table.times(of: timedColumns, calendar, isCancelled: isCancelled)
        note(timedColumns.flatMap { clocks[$0]?.notices ?? [] })
        var matching = try rows(
            Dictionary(zip(valueColumns, values)) { first, _ in first }, times: FilterTimes(clocks),
            rowCount: table.recordCount, isCancelled: isCancelled)
        guard let time else { return matching }
        do throws(SourceError) {
            let times = try table.times(time, isCancelled: isCancelled, progress: { _ in })
            note(times.notices)
            matching.formIntersection(times.rows(time))
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        return matching
    }
}
