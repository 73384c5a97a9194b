import MapModel
import RowValues
import SQLiteFiles
import Streams

extension SQLiteFinder {
    /// The columns of the table or view.
    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] { layout.columnNames }

    /// The finder of the rows that match. The types of columns are those of their first 1,000 values.
    package func applying(
        _ filter: Filter?, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(FilterFailure) -> Self {
        var finder = self
        (finder.filter, finder.kinds, finder.kept) = (nil, [:], nil)
        guard let filter else { return finder }
        if let place = filter.places.first {
            throw .problem(FilterProblem("places are not known here", at: place.whole))
        }
        if let loaded {
            finder.kept = try filter.rows(of: loaded.table, isCancelled: isCancelled)
            return finder
        }
        let kinds: [Int: (kind: ColumnKind, order: DayOrder?)]
        do throws(SourceError) {
            kinds = try self.kinds(of: filter.columns, isCancelled)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        if let column = kinds.keys.sorted().first(where: { kinds[$0]?.order != nil }) {
            let name = printable(layout.columnNames[column], limit: 40)
            throw .problem(
                FilterProblem("\(name): dates such as 05/06/2026 are not compared near a place", at: 0..<0))
        }
        finder.kinds = kinds.mapValues(\.kind)
        do throws(FilterProblem) {
            finder.filter = try filter.bound(to: finder.kinds)
        } catch {
            throw .problem(error)
        }
        return finder
    }

    private static let sampleRows = 20_000

    /// The types by the first rows, as `ColumnBuilder` finds them.
    private func kinds(
        of columns: [Int], _ isCancelled: () -> Bool
    ) throws(SourceError) -> [Int: (kind: ColumnKind, order: DayOrder?)] {
        let relation = layout.relation
        let names = columns.map(relation.quotedColumn)
        guard !columns.isEmpty else { return [:] }
        let sql = "SELECT \(names.joined(separator: ", ")) FROM \(layout.from) LIMIT \(Self.sampleRows)"
        var builders = columns.map { ColumnBuilder(name: relation.columns[$0].name) }
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            var rows = try SQLiteStatement(database, sql)
            do throws(SourceError) {
                while try rows.step() {
                    for slot in columns.indices { rows.append(slot, to: &builders[slot]) }
                }
            } catch {
                // A value beyond all limits: the rows before it are enough.
                if !rows.wasTooBig { throw error }
            }
        }
        let kinds = builders.map { $0.judged() }
        return Dictionary(zip(columns, kinds)) { first, _ in first }
    }
}
