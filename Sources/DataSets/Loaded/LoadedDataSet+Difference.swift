import MapModel
import RowValues
import Rows
import Streams

/// The rows that changed, as a command prints them.
package struct ChangedRows {
    /// What changed.
    package let difference: RowDifference
    /// How many of the rows that were asked for each class has.
    package let counts: ChangeCounts
    /// The rows, in the order of the new source.
    package let rows: WrittenRows
}

extension LoadedDataSet {
    /// The rows of some classes that match a filter, with a place or without; nil where nothing is compared.
    ///
    /// - Parameter limit: the most rows to write; nil for all.
    package func changedRows(
        _ wanted: Set<ChangeClass>, matching filter: Filter?, limit: Int?, _ demand: RowDemand
    ) throws(FilterFailure) -> ChangedRows? {
        let (found, kept) = try differenceTable(matching: filter, demand)
        guard let table = found else { return nil }
        var rows = table.difference.rows(wanted)
        if let kept { rows.removeAll { !kept.contains($0) } }
        var counts = ChangeCounts()
        for row in rows { counts[table.difference.change(ofRow: row)] += 1 }
        let written = rows.prefix(limit ?? .max)
        return ChangedRows(
            difference: table.difference, counts: counts,
            rows: WrittenRows(
                count: written.count,
                row: {
                    ExportedRow(row: written[$0], place: table.place(ofRow: written[$0]) ?? Self.nowhere)
                },
                table: table))
    }

    /// A table knows which of its rows have no place.
    private static let nowhere = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)

    /// No tree is made without a filter.
    private func differenceTable(
        matching filter: Filter?, _ demand: RowDemand
    ) throws(FilterFailure) -> (DifferenceTable?, RowSet?) {
        guard filter != nil else {
            do throws(SourceError) {
                return (try table(demand) as? DifferenceTable, nil)
            } catch { throw .source(error) }
        }
        let match = try match(filter, demand)
        return (match.loaded.table as? DifferenceTable, match.kept)
    }
}
