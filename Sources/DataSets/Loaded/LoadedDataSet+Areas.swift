import MapModel
import RowValues
import Rows
import Streams

extension LoadedDataSet {
    /// The rows of areas, and how many rows that is of.
    package struct CountedRows: Sendable {
        /// The rows of each area.
        package let answer: AreaAnswer
        /// Rows that match, with a place or without.
        package let matching: Int
        /// The type of the figure.
        package let kind: ColumnKind
        /// The box of their places; nil without any.
        package let bounds: GeoBounds?
        /// What should be known of them, a line each.
        package let notices: [String]

        /// Rows without a place, which are in no area.
        package var skipped: Int { matching - answer.total }
    }

    /// Reads the source, if it was not read before.
    package func readRows(_ demand: RowDemand) throws(SourceError) { _ = try rows(demand) }

    /// The rows of the areas that a question names; nil where it names none, or nothing was read.
    package func countedRows(_ question: RowQuery) throws(QueryFailure) -> CountedRows? {
        let chosen = try choose(question, isCancelled: { false }, progress: { _ in })
        guard let chosen, let answer = chosen.areas, let loaded = current else { return nil }
        return CountedRows(
            answer: answer, matching: chosen.kept?.count ?? loaded.table.recordCount,
            kind: chosen.figures?.kind ?? .number, bounds: chosen.tree.bounds, notices: chosen.notices)
    }

    /// Columns with what the areas of each row have in theirs: `area_name`; of several areas with semicolons between them.
    package func areaColumns(
        _ columns: [String], _ question: RowQuery.Areas
    ) throws(QueryFailure) -> (values: AddedValues, notices: [String]) {
        guard let loaded = current else { return (.none, []) }
        let areas = try queries.areas(of: loaded, question) { _ in }
        do throws(SourceError) {
            let texts = try areas.set.values(of: columns)
            let (numbers, covers) = areas.covers(in: loaded)
            let lists = covers.map { cover in
                columns.indices.map { slot in
                    cover.count == 1
                        ? texts[Int(cover[0])][slot] : Self.joined(cover.map { texts[Int($0)][slot] })
                }
            }
            let values = AddedValues(
                names: columns.map { "area_\($0)" }, codes: numbers,
                lists: lists + [columns.map { _ in .missing }])
            return (values, areas.join?.notices(of: areas.set, in: nil) ?? [])
        } catch {
            throw QueryFailure(error)
        }
    }

    private static func joined(_ values: [FieldValue]) -> FieldValue {
        values.isEmpty ? .missing : FieldValue(.text, values.map(\.text).joined(separator: ";"))
    }
}

extension AreaSet {
    /// The values of some columns, by area.
    fileprivate func values(of names: [String]) throws(SourceError) -> [[FieldValue]] {
        let columns = FilterColumns(table.columnNames)
        var found: [Int] = []
        for name in names {
            guard let column = columns.index(of: name) else { throw noColumn(name, of: "--with-area") }
            found.append(column)
        }
        var values: [[FieldValue]] = []
        try table.visitRows((0..<UInt32(count)).map { $0 }) { row in
            values.append(found.map { $0 < row.values.count ? row.values[$0] : .missing })
        }
        return values
    }
}
