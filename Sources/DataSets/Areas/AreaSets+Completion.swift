import RowValues
import Rows
import Streams

extension AreaSets {
    /// Sets of more areas are not read for a completion.
    private static let areaLimit = 100_000

    /// What filters can name: sets and layers, the columns of sets, countries and regions. Reads the sets.
    ///
    /// One that cannot be read has a name, but no columns.
    package func outlined(isCancelled: () -> Bool) -> FilterCompletion.Areas {
        var areas = FilterCompletion.Areas()
        for name in names {
            guard let set = try? shapes(name, isCancelled: isCancelled) else {
                areas.sets.append((name, ""))
                continue
            }
            areas.sets.append((name, set.hasAreas ? "\(grouped(set.count)) areas" : set.contents))
            if NamedAreas.kinds.contains(where: { $0.set == name }) { areas.places += set.names }
            if set.hasAreas, set.count <= Self.areaLimit {
                areas.columns[name] = set.outlinedColumns(isCancelled)
            }
        }
        return areas
    }
}

extension AreaSet {
    fileprivate func outlinedColumns(
        _ isCancelled: () -> Bool
    ) -> [(column: FilterCompletion.Column, values: ColumnValues?)] {
        let columns = Array(table.columnNames.indices)
        guard let values = try? table.readColumns(columns, isCancelled: isCancelled, progress: { _ in })
        else { return table.columnNames.map { (FilterCompletion.Column(name: $0), nil) } }
        return values.map { (FilterCompletion.Column($0), $0) }
    }
}
