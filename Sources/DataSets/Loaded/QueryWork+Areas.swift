import MapModel
import RowValues
import Rows
import Streams

/// The areas of all rows of one reading.
struct AreaRows: Sendable {
    let set: AreaSet
    /// By index in the tree of all rows.
    let assignment: AreaAssignment
    /// Nil where places decide.
    let join: AreaJoin?

    /// The number of each row's list of areas, and the lists; rows in no area have an empty one.
    func covers(in loaded: LoadedRows) -> (numbers: [UInt32], covers: [[UInt32]]) {
        if let join { return (join.codeOfRow, join.covers) }
        var (covers, known): ([[UInt32]], [[UInt32]: UInt32]) = ([[]], [[]: 0])
        var numbers = [UInt32](repeating: 0, count: loaded.table.recordCount)
        assignment.visitRuns { run, areas in
            guard !areas.isEmpty else { return }
            let number = known[areas] ?? UInt32(covers.count)
            if number == covers.count {
                covers.append(areas)
                known[areas] = number
            }
            for index in run { numbers[Int(loaded.tree.row(at: index))] = number }
        }
        return (numbers, covers)
    }
}

/// What the areas of rows depend on.
struct AreasKey: Equatable {
    let set: String
    let reading: Int
    let join: String?
    let joinedColumn: String?
}

extension QueryWork {
    /// The rows of each area of the set that a question names.
    ///
    /// - Parameters:
    ///   - rows: those that are shown, but those in `hidden`.
    ///   - figures: their numbers.
    ///   - notices: takes what the user should know of codes.
    func areas(
        _ query: RowQuery, keeping rows: LateRows, hiding hidden: [Range<UInt32>], _ figures: RowFigures?,
        _ loaded: LoadedRows, _ notices: inout [String], _ progress: (Double) -> Void
    ) throws(QueryFailure) -> AreaAnswer? {
        guard let question = query.areas else { return nil }
        let kept = rows.rows
        let all = try areas(of: loaded, question, progress)
        let assignment =
            kept == nil && hidden.isEmpty
            ? all.assignment
            : AreaAssignment(
                all.assignment, of: loaded.tree, keeping: kept, hiding: hidden, by: .processors)
        notices += all.set.notices
        if let join = all.join {
            notices += join.notices(of: all.set, in: Self.shown(kept, hiding: hidden, of: loaded))
        }
        if question.set.isEmpty, let doubt = areaSets.doubt { notices.append(doubt) }
        let density =
            question.perSquareKilometer && [.sum, .count].contains(query.figure?.function ?? .count)
        return AreaAnswer(
            all.set, assignment, figure: Self.text(of: query.figure, perSquareKilometer: density),
            method: question.method,
            isAmount: [.sum, .count].contains(query.figure?.function ?? .count), isDensity: density,
            kind: figures?.kind ?? .number,
            joined: all.join.map { rowsWithoutPlace($0, all.set, loaded, keeping: kept, hiding: hidden) }
        ) { counts in
            let values = Self.values(counts, assignment, figures)
            guard density else { return values }
            return values.enumerated().map { area, value in
                let size = all.set.geometry.squareKilometers(of: area)
                return size > 0 ? value.map { $0 / size } : nil
            }
        }
    }

    /// What areas are coloured by as the command line has it; nil for counts.
    private static func text(of figure: RowQuery.Figure?, perSquareKilometer: Bool) -> String? {
        perSquareKilometer ? "\(figure?.text ?? "count") / km2" : figure?.text
    }

    private static func values(
        _ counts: AreaAssignment.Counts, _ assignment: AreaAssignment, _ figures: RowFigures?
    ) -> [Double?] {
        guard let figures else { return counts.areas.map { $0 == 0 ? nil : Double($0) } }
        return assignment.aggregates(of: figures.numbers, by: .processors).map { figures.value(of: $0) }
    }

    /// The rows of `kept` that are not hidden; nil for all.
    private static func shown(
        _ kept: RowSet?, hiding hidden: [Range<UInt32>], of loaded: LoadedRows
    ) -> RowSet? {
        if hidden.isEmpty { return kept }
        return RowSet(capacity: loaded.table.recordCount) { row in
            (kept?.contains(UInt32(row)) ?? true) && !hidden.contains { $0.contains(UInt32(row)) }
        }
    }

    /// Rows that belong to areas by a code and have no place.
    private func rowsWithoutPlace(
        _ join: AreaJoin, _ set: AreaSet, _ loaded: LoadedRows, keeping kept: RowSet?,
        hiding hidden: [Range<UInt32>]
    ) -> AreaJoin.Counts {
        guard loaded.tree.count < loaded.table.recordCount else {
            return AreaJoin.Counts(areas: [Int](repeating: 0, count: set.count))
        }
        let placed = places.placed(of: loaded)
        return join.counts(areaCount: set.count) { row in
            !placed.contains(row) && kept?.contains(row) ?? true && !hidden.contains { $0.contains(row) }
        }
    }

    /// The areas of all rows, worked out once.
    func areas(
        of loaded: LoadedRows, _ question: RowQuery.Areas, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> AreaRows {
        do throws(SourceError) {
            let set = try areaSets.set(question.set, isCancelled: { Task.isCancelled })
            let key = AreasKey(
                set: set.name, reading: set.reading, join: question.join, joinedColumn: question.joinedColumn)
            if let known = knownAreas(key, of: loaded) { return known }
            let areas = try self.areas(of: loaded, set, question, progress)
            keep(areas, key, of: loaded)
            return areas
        } catch {
            throw QueryFailure(error)
        }
    }

    private func areas(
        of loaded: LoadedRows, _ set: AreaSet, _ question: RowQuery.Areas, _ progress: (Double) -> Void
    ) throws(SourceError) -> AreaRows {
        let isCancelled = { Task.isCancelled }
        guard let asked = question.join else {
            // Filters of places ask the same.
            let assignment = places.assignment(
                of: loaded, to: set, isCancelled: isCancelled, progress: progress)
            guard let assignment else { throw .cancelled }
            return AreaRows(set: set, assignment: assignment, join: nil)
        }
        let names = loaded.table.columnNames
        guard let columns = AreaJoin.columns(asked, in: names) else {
            throw .refused(
                name: "--join", words: QueryFailure(noColumn: asked, FilterColumns(names)).message)
        }
        let codes = try set.codes(
            joining: columns.map { names[$0] }, own: question.joinedColumn, isCancelled: isCancelled)
        let join = try AreaJoin(
            of: loaded.table, columns: columns, codes, isCancelled: isCancelled, progress: progress)
        let assignment = AreaAssignment(
            of: loaded.tree, areaCount: set.count, codes: join.codeOfRow, covers: join.covers)
        return AreaRows(set: set, assignment: assignment, join: join)
    }
}
