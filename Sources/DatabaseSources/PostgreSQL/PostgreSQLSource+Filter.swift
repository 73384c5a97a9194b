import Rows
import Streams

extension PostgreSQLSource {
    /// The columns of the table.
    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try rows.settled(isCancelled).layout.columns.map(\.name)
    }

    /// The types that filters take the columns for, in their order, by the catalog.
    package func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        try rows.settled(isCancelled).layout.columns.map(\.filterKind)
    }

    /// The source of the rows that match: views, counts, nearby rows and searches. It shares connections and the
    /// numbers of rows with this one, and closing one closes both.
    package func applying(
        _ filter: Filter?, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(FilterFailure) -> Self {
        guard let filter else { return Self(self, filter: nil) }
        let layout: PostgreSQLLayout
        do throws(SourceError) {
            layout = try rows.settled(isCancelled).layout
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        do throws(FilterProblem) {
            _ = try layout.condition(filter)
        } catch {
            throw .problem(error)
        }
        return Self(self, filter: filter)
    }

    /// The statements for a layout, with the filter: columns may have changed since it was given.
    func statements(_ layout: PostgreSQLLayout) throws(SourceError) -> PostgreSQLStatements {
        do throws(FilterProblem) {
            return PostgreSQLStatements(layout: layout, filter: try filter.map(layout.condition))
        } catch {
            throw .refused(name: name, words: "filter: \(error)")
        }
    }

    // MARK: - Values

    /// The most frequent values of a column among the rows of this source, and how many rows have them; rows without a
    /// value are not counted.
    package func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let layout = try rows.settled(isCancelled).layout
        guard layout.columns.indices.contains(column) else { return [] }
        return try frequentValues(try statements(layout), of: column, limit: limit, isCancelled)
    }

    /// The same by statements that may be about a part of the world.
    func frequentValues(
        _ statements: PostgreSQLStatements, of column: Int, limit: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let statement = statements.frequentValues(of: column, limit: SQLRows.clamped(limit))
        let found = try run(statement, isCancelled: isCancelled)
        return (0..<found.count).compactMap { row in
            guard let value = found[row, 0], let count = found.rowCount(row, 1) else { return nil }
            return (value, count)
        }
    }
}

extension PostgreSQLLayout {
    /// What a filter means for the columns.
    func condition(_ filter: Filter) throws(FilterProblem) -> FilterCondition {
        let kinds = columns.indices.map { ($0, columns[$0].filterKind) }
        return try filter.renewed(columns: columns.map(\.name))
            .bound(to: Dictionary(kinds) { first, _ in first })
    }

    /// What the text of a filter means for the columns.
    func condition(_ text: String) throws(FilterProblem) -> FilterCondition {
        try condition(Filter(text, columns: columns.map(\.name)))
    }
}
