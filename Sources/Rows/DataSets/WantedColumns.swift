import RowValues

/// Columns that a question will need, named before their source is opened: they may be read with the places of the rows.
package struct WantedColumns: Sendable, Equatable {
    /// Filters whose columns are meant.
    package var filters: [String]
    /// Columns by name.
    package var names: [String]

    /// No columns, unless some are named.
    package init(filters: [String] = [], names: [String] = []) {
        (self.filters, self.names) = (filters, names)
    }

    /// The numbers of those that a table with `columns` has, ascending.
    package func numbers(in columns: [String]) -> [Int] {
        guard !filters.isEmpty || !names.isEmpty else { return [] }
        let known = FilterColumns(columns)
        let named = names.compactMap { known.index(of: $0) }
        return Set(filters.flatMap { (try? Filter($0, columns: columns))?.columns ?? [] } + named).sorted()
    }
}
