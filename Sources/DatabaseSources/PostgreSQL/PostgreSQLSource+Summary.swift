import MapModel
import Rows
import Streams

extension PostgreSQLSource {
    /// Asks the server about one column after the other: each statement reads the rows once.
    package func summarizeColumns(
        in windows: [WorldWindow]?, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let layout = try rows.settled(isCancelled).layout
        let degrees = windows.map(WindowDegrees.all)
        if degrees?.isEmpty == true { return [] }
        let projected = try projected(degrees?.flatMap(\.boxes) ?? [], layout, isCancelled)
        var statements = try statements(layout)
        if let degrees { statements.area = (degrees, projected) }
        var summaries: [ColumnSummary] = []
        for (index, column) in layout.columns.enumerated() {
            let kind = column.filterKind
            let isWords = kind == .text || kind == .boolean
            let found = try run(statements.summary(of: index), isCancelled: isCancelled)
            var frequent: [(value: String, count: Int)] = []
            if isWords {
                frequent = try frequentValues(
                    statements, of: index, limit: ColumnSummary.listedValues, isCancelled)
            }
            guard
                let summary = ColumnSummary(name: column.name, kind: kind, answer: found, frequent: frequent)
            else { throw unusable("no summary of \(printable(column.name))") }
            summaries.append(summary)
        }
        return summaries
    }
}

extension PostgreSQLStatements {
    /// A sub-select of the rows with a place, or those in `area`, with other expressions.
    func shown(_ others: [(sql: String, name: String)], _ statement: inout SQLStatement) -> String {
        var box: String?
        if let area { box = indexed(area.degrees, area.projected, &statement) }
        let places = layout.places(others, in: layout.relation, where: condition(box, &statement))
        var inside = Self.onGlobe
        if let area { inside = layout.coordinates.exact(area.degrees, in: &statement) }
        return "\(places)\nWHERE \(inside)"
    }

    /// Of a column: rows, rows with any value, with one of its type, different ones; of numbers and times the least,
    /// greatest, mean and median.
    func summary(of number: Int) -> SQLStatement {
        let column = layout.columns[number]
        var statement = SQLStatement(columnCount: 8)
        let value = PostgreSQLFilter.value(column)
        let isText = column.filterKind == .text
        let source = shown([(isText ? "NULL" : column.quoted, "a"), (value, "v")], &statement)
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
        statement.text = """
            SELECT count(*), count(\(isText ? "v" : "a")), count(v), count(DISTINCT v), \(figures)
            FROM \(source)
            """
        return statement
    }
}
