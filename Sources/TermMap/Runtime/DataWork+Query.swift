import App
import MapModel
import DataSets
import RowValues
import Streams

extension DataWork {
    /// Progress is posted from so long on, as often.
    private static let progressInterval = Duration.milliseconds(100)

    /// The rows that a query asks for, with their classes and figures.
    func choose(
        _ query: RowQuery, progress: (Action) -> Void = { _ in }
    ) throws(CancellationError) -> Answer {
        if let server { return try server.choose(query) }
        let clock = ContinuousClock()
        var posted = clock.now
        do throws(QueryFailure) {
            let rows = try dataSet?.choose(query, isCancelled: { Task.isCancelled }) { share in
                guard clock.now - posted >= Self.progressInterval else { return }
                posted = clock.now
                progress(.rowChoiceProgressed(share, query))
            }
            if let rows { return .rows(.success(.known(rows)), of: query) }
        } catch {
            return .rows(.failure(error), of: query)
        }
        throw CancellationError()
    }

    /// The values of a column of all rows, for completion.
    func readColumn(_ column: Int) throws(CancellationError) -> Answer {
        if let server { return try server.readColumn(column) }
        guard let dataSet, let loaded else { throw CancellationError() }
        let values = try outcome { () throws(SourceError) in
            try dataSet.columns.values(of: [column], loaded)
        }
        return .values(values, numbering: loaded.rows.numbering)
    }

    /// The sets that filters can name.
    var areaSets: AreaSets { dataSet?.areaSets ?? server?.areaSets ?? AreaSets() }

    /// What the columns hold, by a sample of the rows.
    func outlineColumns() -> Answer {
        guard let loaded else { return .columns([], numbering: 0) }
        let columns = (try? loaded.table.sampledColumns()) ?? []
        return .columns(columns.map { ColumnOutline($0) }, numbering: loaded.rows.numbering)
    }
}

extension ColumnOutline {
    fileprivate init(_ values: ColumnValues) {
        let summary = ColumnSummary(values, limit: RowClasses.categoryLimit)
        self.init(
            name: values.name, kind: values.kind,
            missingShare: values.rowCount == 0 ? 0 : Double(values.missingCount) / Double(values.rowCount),
            hasClasses: values.kind == .text && (summary.distinctCount ?? 0) > 1
                && summary.frequent.reduce(0) { $0 + $1.count } * 2 >= summary.filledCount
                && summary.frequent.contains { $0.count > 1 } || values.kind == .boolean)
    }
}
