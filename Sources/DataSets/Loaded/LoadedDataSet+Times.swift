import MapModel
import RowValues
import Rows
import Streams

extension LoadedDataSet {
    /// When the rows that match are; reads the source, if it was not read before.
    ///
    /// - Parameter filter: may ask for times as well.
    package func times(
        _ question: TimeQuestion, matching filter: Filter?, per milliseconds: Int64? = nil,
        _ demand: RowDemand
    ) throws(FilterFailure) -> MatchingTimes {
        let match = try match(filter, demand)
        do throws(SourceError) {
            let times = try columns.times(question, match.loaded, { false })
            return MatchingTimes(
                times: times, kept: match.kept, rowCount: match.loaded.table.recordCount)
        } catch {
            throw .source(error)
        }
    }

    /// What the columns of times hold, or why their times are not known: of the columns that a question names, else of all
    /// that are found.
    package func timeColumns(
        _ question: TimeQuestion, _ demand: RowDemand
    ) throws(SourceError) -> [Result<TimeColumn, TimeFault>] {
        let table = try rows(demand).table
        if !question.columns.isEmpty {
            let times = try table.times(question, isCancelled: { false }, progress: { _ in })
            return ([times.starts] + (times.ends.map { [$0] } ?? [])).map { .success($0) }
        }
        let joined = (try? table.timeChoice(question)).flatMap { $0.isJoined ? $0.columns : nil } ?? []
        let first =
            joined.isEmpty
            ? nil : try table.times(question, isCancelled: { false }, progress: { _ in }).starts
        let columns = try table.likelyTimes(question.format).filter { !joined.contains($0) }
        let collected = try table.collectedTimes(
            columns, columns.map { _ in question.format }, isCancelled: { false }, progress: { _ in })
        let others = zip(columns, collected).map { column, collected in
            Result { () throws(TimeFault) in
                try collected.finish(
                    name: table.columnNames[column], isGiven: false, zone: question.readZone)
            }
        }
        return (first.map { [.success($0)] } ?? []) + others
    }
}
