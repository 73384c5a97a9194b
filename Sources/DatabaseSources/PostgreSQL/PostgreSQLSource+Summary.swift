import Rows
import Streams

extension PostgreSQLSource {
    /// Values that are listed of a column of words.
    private static let listedValues = 5

    /// Asks the server about one column after the other: each statement reads the rows once.
    package func summarizeColumns(isCancelled: () -> Bool) throws(SourceError) -> [ColumnSummary] {
        let layout = try rows.settled(isCancelled).layout
        let statements = try statements(layout)
        var summaries: [ColumnSummary] = []
        for column in layout.columns.indices {
            let found = try run(statements.summary(of: column), isCancelled: isCancelled)
            guard let summary = try self.summary(of: column, layout, found, isCancelled) else {
                throw unusable("no summary of \(printable(layout.columns[column].name))")
            }
            summaries.append(summary)
        }
        return summaries
    }

    private func summary(
        of column: Int, _ layout: PostgreSQLLayout, _ found: SQLRows, _ isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnSummary? {
        let counts = (0..<4).compactMap { found.rowCount(0, $0) }
        guard counts.count == 4 else { return nil }
        let kind = layout.columns[column].filterKind
        let figures = (4..<8).compactMap { found.double(0, $0) }
        let isWords = kind == .text || kind == .boolean
        let frequent =
            isWords ? try frequentValues(of: column, limit: Self.listedValues, isCancelled: isCancelled) : []
        return ColumnSummary(
            name: layout.columns[column].name, kind: kind, rowCount: counts[0],
            missingCount: counts[0] - counts[2], misfitCount: counts[1] - counts[2], distinctCount: counts[3],
            range: figures.count == 4
                ? ColumnSummary.Range(
                    least: figures[0], greatest: figures[1], mean: figures[2], median: figures[3]) : nil,
            frequent: frequent.map { ColumnSummary.Frequency(value: $0.value, count: $0.count) })
    }
}

extension PostgreSQLStatements {
    /// Of a column: rows, rows with any value, with one of its type, different ones; of numbers and times the least,
    /// greatest, mean and median.
    func summary(of number: Int) -> SQLStatement {
        let column = layout.columns[number]
        var statement = SQLStatement(columnCount: 8)
        let matches = condition(nil, &statement).map { " WHERE \($0)" } ?? ""
        let value = PostgreSQLFilter.value(column)
        let isRange = column.filterKind == .number || column.filterKind == .time
        // Milliseconds since 1970, as in memory.
        let figure =
            column.filterKind == .time
            ? "extract(epoch FROM date_trunc('milliseconds', v))::float8 * 1000" : "v"
        // avg() sums squares too, which overflow.
        let figures =
            isRange
            ? "min(\(figure)), max(\(figure)), sum(\(figure)) / nullif(count(v), 0), percentile_cont(0.5) WITHIN GROUP (ORDER BY \(figure))"
            : "NULL, NULL, NULL, NULL"
        let isText = column.filterKind == .text
        statement.text = """
            SELECT count(*), count(\(isText ? "v" : "a")), count(v), count(DISTINCT v), \(figures)
            FROM (SELECT \(isText ? "NULL" : column.quoted) AS a, \(value) AS v FROM \(layout.relation.sql) AS t\(matches)) AS s
            """
        return statement
    }
}
