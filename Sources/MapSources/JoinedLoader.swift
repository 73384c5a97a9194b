import DataSets
import MapModel
import RowValues
import Rows
import Streams

/// How rows belong to areas by a code.
package struct AreaJoining: Sendable {
    /// The set, and the columns with codes.
    package let question: RowQuery.Areas
    private let sets: AreaSets

    /// Rows of which `question` names the columns with codes.
    package init(_ question: RowQuery.Areas, in sets: AreaSets) {
        (self.question, self.sets) = (question, sets)
    }

    /// Finds these columns in tables without coordinates.
    var columnFinder: PlaceColumnFinder {
        let asked = question.join ?? ""
        return PlaceColumnFinder(description: "join \(asked)", isAsked: false) {
            names, _, _ throws(ColumnError) in
            guard let columns = AreaJoin.columns(asked, in: names) else {
                throw .noSuchColumn(flag: "--join", asked: asked, found: names)
            }
            var roles = PlaceRoles()
            roles.keys = [PlaceKey(columns: columns, table: 0, tableColumns: [])]
            let named = columns.map { quoted(names[$0]) }.joined(separator: ", ")
            return DetectedPlaces(roles: roles, reasons: ["area: \(named) (--join)"])
        }
    }

    /// The areas of all rows of a table; nil where it has no such columns.
    func join(
        _ table: any RowTable, isCancelled: () -> Bool
    ) throws(SourceError) -> (set: AreaSet, join: AreaJoin, columns: [Int])? {
        guard let columns = AreaJoin.columns(question.join ?? "", in: table.columnNames) else { return nil }
        let set = try sets.set(question.set, isCancelled: isCancelled)
        let codes = try set.codes(
            joining: columns.map { table.columnNames[$0] }, own: question.joinedColumn,
            isCancelled: isCancelled)
        let join = try AreaJoin(
            of: table, columns: columns, codes, isCancelled: isCancelled, progress: { _ in })
        return (set, join, columns)
    }
}

/// Rows that belong to areas by a code: those without a place are in the middle of their area.
struct JoinedLoader: SourceLoader {
    let base: any SourceLoader
    let joining: AreaJoining

    var name: String { base.name }
    var isStream: Bool { base.isStream }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var source = try base.read(isCancelled: isCancelled) { step in
            guard step.part?.table.placeRoles != nil else { return progress(step) }
            progress(
                LoadProgress(
                    bytesRead: step.bytesRead, totalBytes: step.totalBytes, recordCount: step.recordCount,
                    part: nil))
        }
        let isUnplaced = source.table.placeRoles != nil
        guard let (set, join, columns) = try joining.join(source.table, isCancelled: isCancelled) else {
            return source
        }
        let names = columns.map { source.table.columnNames[$0] }
        let recordCount = source.table.recordCount
        if isUnplaced { source.points = PointBuffer() }
        if source.points.count < recordCount {
            Self.place(&source, by: join, in: set)
            source.skipped = SkippedRows()
            source.skipped.add(.unknownArea, count: recordCount - source.points.count)
        }
        source.skipped.names = join.unmatchedNames(names, words: "no \(set.name) have this code")
        if isUnplaced { source.table = ExtendedTable(source.table, adding: .none, writesPlaces: false) }
        source.layers[0].placeCount = source.points.count
        source.layers = [SourceLayer(of: source)]
        return source
    }

    /// Puts rows without a place in the middle of the first of their areas.
    private static func place(_ source: inout LoadedSource, by join: AreaJoin, in set: AreaSet) {
        let middles = join.covers.map { areas in
            areas.lazy.compactMap { set.geometry.labelPlace(of: Int($0)) }.first
        }
        let placed = source.points.isEmpty ? nil : source.points.placedRows(below: source.table.recordCount)
        var points = PointBuffer()
        var others: [UInt32: FixedCoordinate] = [:]
        for (row, code) in join.codeOfRow.enumerated() {
            guard let middle = middles[Int(code)] else { continue }
            let row = UInt32(row)
            if let placed {
                if !placed.contains(row) { others[row] = middle }
            } else {
                points.append(middle, row: row)
            }
        }
        source.points = placed == nil ? points : source.points.merging(others)
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try base.explainColumns(isCancelled: isCancelled)
    }
}
