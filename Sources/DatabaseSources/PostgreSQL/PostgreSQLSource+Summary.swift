import MapModel
import Rows
import Streams

extension PostgreSQLSource {
    /// Asks the server about one column after the other: each statement reads the rows once.
    package func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let layout = try rows.settled(isCancelled).layout
        let degrees = windows.map(WindowDegrees.all)
        if degrees?.isEmpty == true { return [] }
        let projected = try projected(degrees?.flatMap(\.boxes) ?? [], layout, isCancelled)
        var statements = try statements(layout)
        if let degrees { statements.area = (degrees, projected) }
        var summaries: [ColumnSummary] = []
        for index in layout.columns.indices {
            summaries.append(try summary(of: index, listing: limit, statements, isCancelled))
        }
        return summaries
    }

    private func summary(
        of index: Int, listing limit: Int, _ statements: PostgreSQLStatements, _ isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnSummary {
        let column = statements.layout.columns[index]
        let kind = column.filterKind
        let isWords = kind == .text || kind == .boolean
        let found = try run(statements.summary(of: index), isCancelled: isCancelled)
        var frequent: [(value: String, count: Int)] = []
        if isWords, limit > 0 {
            frequent = try frequentValues(statements, of: index, limit: limit, isCancelled)
        }
        guard
            let summary = ColumnSummary(name: column.name, kind: kind, answer: found, frequent: frequent)
        else { throw unusable("no summary of \(printable(column.name))") }
        return summary
    }

    /// Asks the server what one column holds, and for quantiles of its numbers.
    package func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        let layout = try rows.settled(isCancelled).layout
        guard layout.columns.indices.contains(column) else { throw unusable("no column \(column + 1)") }
        let statements = try statements(layout)
        let summary = try summary(of: column, listing: 0, statements, isCancelled)
        guard summary.range != nil else { return ColumnDistribution(summary: summary, quantiles: []) }
        let shares = (0..<quantileCount).map { Double($0) / Double(quantileCount) }
        let found = try run(statements.quantiles(of: column, shares), isCancelled: isCancelled)
        return ColumnDistribution(summary: summary, quantiles: found.numbers(0, 0))
    }

    /// Asks the server how many rows match each of some filters.
    package func rowCounts(
        matching filters: [String], isCancelled: () -> Bool
    ) throws(SourceError) -> [Int] {
        let layout = try rows.settled(isCancelled).layout
        let classes = try conditions(RowMeasures(classes: filters), layout)?.classes ?? []
        let found = try run(try statements(layout).rowCounts(classes), isCancelled: isCancelled)
        guard let counts = found.rowCounts(classCount: filters.count + 1) else {
            throw unusable("no row counts of classes")
        }
        return counts
    }

    /// The measures of a view, for the columns of a layout.
    func conditions(
        _ measures: RowMeasures?, _ layout: PostgreSQLLayout
    ) throws(SourceError) -> MeasureConditions? {
        guard let measures else { return nil }
        do throws(FilterProblem) {
            return try MeasureConditions(measures, layout.condition)
        } catch {
            throw .refused(name: name, words: "filter: \(error)")
        }
    }
}

extension PostgreSQLStatements {
    /// A sub-select of the rows with a place, or those in `area`, with other expressions.
    func shown(_ others: [(sql: String, name: String)], _ statement: inout SQLStatement) -> String {
        var box: String?
        if let area { box = indexed(area.degrees, area.projected, &statement) }
        let places = layout.places(others, in: layout.relation, where: condition(box))
        var inside = Self.onGlobe
        if let area { inside = layout.coordinates.exact(area.degrees, in: &statement) }
        return "\(places)\nWHERE \(inside)"
    }

    /// Some quantiles of a column's numbers, one array.
    func quantiles(of column: Int, _ shares: [Double]) -> SQLStatement {
        var statement = SQLStatement(columnCount: 1)
        let figure = layout.columns[column].filterValue
        let list = statement.bind(shares)
        let source = shown([(figure, "v")], &statement)
        statement.text = "SELECT percentile_disc(\(list)) WITHIN GROUP (ORDER BY v) FROM \(source)"
        return statement
    }

    /// Of a column: rows, rows with any value, with one of its type, different ones; of numbers and times the least,
    /// greatest, mean and median.
    func summary(of number: Int) -> SQLStatement {
        let column = layout.columns[number]
        var statement = SQLStatement(columnCount: 8)
        let isText = column.filterKind == .text
        let source = shown([(isText ? "NULL" : column.quoted, "a"), (column.filterValue, "v")], &statement)
        let isRange = column.filterKind == .number || column.filterKind == .time
        // avg() sums squares too, which overflow.
        let figures =
            isRange
            ? "min(v), max(v), sum(v) / nullif(count(v), 0), percentile_cont(0.5) WITHIN GROUP (ORDER BY v)"
            : "NULL, NULL, NULL, NULL"
        statement.text = """
            SELECT count(*), count(\(isText ? "v" : "a")), count(v), count(DISTINCT v), \(figures)
            FROM \(source)
            """
        return statement
    }
}
