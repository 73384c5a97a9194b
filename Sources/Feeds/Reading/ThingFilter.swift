import MapModel
import RowValues
import Rows

/// A filter on the columns of things, tested on one thing at a time: the types of its columns are known before anything
/// was heard.
package struct ThingFilter: Sendable {
    /// As it was written.
    package var text: String { filter.text }
    private let filter: Filter
    /// The columns that it names.
    let changes: ThingChanges

    /// - Throws: what is wrong with the text.
    package init(_ text: String) throws(FilterProblem) {
        filter = try Filter(text, columns: ThingColumn.allNames)
        if let place = filter.places.first {
            throw FilterProblem("an alert cannot test shapes (use LAT,LON,RADIUS)", at: place.whole)
        }
        guard filter.timedColumns.isEmpty else {
            throw FilterProblem("an alert cannot test hours and days", at: 0..<text.utf8.count)
        }
        var kinds: [Int: ColumnKind] = [:]
        for column in filter.valueColumns { kinds[column] = ThingColumn.valueKind(of: column) }
        _ = try filter.bound(to: kinds)
        changes = filter.columns.reduce(into: []) { $0.formUnion(ThingChanges(rawValue: 1 << UInt64($1))) }
    }

    /// Whether a thing matches.
    func matches(_ thing: HeardThing, _ sources: [String]) -> Bool {
        var values: [Int: ColumnValues] = [:]
        for column in filter.valueColumns {
            let value =
                column < ThingColumn.allCases.count
                ? thing.value(ThingColumn.allCases[column], sources)
                : thing.value(ThingDetail.allCases[column - ThingColumn.allCases.count])
            var builder = ColumnBuilder(
                name: ThingColumn.allNames[column], kind: ThingColumn.valueKind(of: column))
            builder.append(value.text)
            values[column] = builder.finish()
        }
        do throws(FilterFailure) {
            return try filter.rows(values, rowCount: 1, isCancelled: { false }).contains(0)
        } catch {
            return false
        }
    }
}
