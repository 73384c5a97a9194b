import App
import MapModel
import DataSets
import Rows
import Streams

extension DataWork {
    /// Progress is posted from so long on, as often.
    private static let progressInterval = Duration.milliseconds(100)

    /// The rows that a query asks for, with their classes and figures.
    func choose(
        _ query: RowQuery, progress: (Action) -> Void = { _ in }
    ) throws(CancellationError) -> Action {
        if let server { return try server.choose(query) }
        let clock = ContinuousClock()
        var posted = clock.now
        while !Task.isCancelled, let before = loaded.withLock({ $0 }) {
            var rows: ShownRows
            do throws(QueryFailure) {
                rows = try queries.rows(of: before, query) { share in
                    guard clock.now - posted >= Self.progressInterval else { return }
                    posted = clock.now
                    progress(.rowChoiceProgressed(share, query))
                }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                return .rowChoiceFailed(error, query)
            }
            rows.generation = before.rows.generation + 1
            let chosen = rows
            let isStill = loaded.withLock { loaded in
                // Others were read or chosen meanwhile: once more with those.
                guard loaded?.rows.generation == before.rows.generation else { return false }
                loaded?.rows = chosen
                return true
            }
            if isStill { return .rowsChosen(rows, query) }
        }
        throw CancellationError()
    }

    /// The values of a column of all rows, for completion.
    func readColumn(_ column: Int) throws(CancellationError) -> Action {
        if let server { return try server.readColumn(column) }
        guard let loaded = loaded.withLock({ $0 }) else { throw CancellationError() }
        do throws(SourceError) {
            let values = try queries.columns.values(of: [column], loaded)
            return .columnRead(values, numbering: loaded.rows.numbering)
        } catch {
            return .labelsRead(RowAnswer(numbering: loaded.rows.numbering, problem: error))
        }
    }

    /// What the columns hold, by a sample of the rows.
    func outlineColumns() -> Action {
        guard let loaded = loaded.withLock({ $0 }) else { return .columnsOutlined([], numbering: 0) }
        let columns = (try? loaded.table.sampledColumns()) ?? []
        return .columnsOutlined(columns.map { ColumnOutline($0) }, numbering: loaded.rows.numbering)
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
