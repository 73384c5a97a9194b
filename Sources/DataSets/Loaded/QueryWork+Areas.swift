import MapModel
import Rows
import Streams

extension QueryWork {
    /// The rows of each area of the set that a question names.
    ///
    /// - Parameters:
    ///   - tree: the rows that are shown: those in `kept` and in none of `hidden`.
    ///   - figures: their numbers.
    func areas(
        _ query: RowQuery, _ tree: QuadTree, keeping kept: RowSet?, hiding hidden: [Range<UInt32>],
        _ figures: RowFigures?, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> AreaAnswer? {
        guard let question = query.areas else { return nil }
        let set: AreaSet
        do throws(SourceError) { set = try areaSets.set(question.set) } catch { throw QueryFailure(error) }
        let whole = try assignment(of: loaded, to: set, progress)
        let assignment =
            kept == nil && hidden.isEmpty
            ? whole : AreaAssignment(whole, of: loaded.tree, keeping: kept, hiding: hidden)
        return AreaAnswer(
            set, assignment, figure: query.figure?.text, method: question.method
        ) { counts in
            guard let figures else { return counts.areas.map { $0 == 0 ? nil : Double($0) } }
            var aggregates = [NumberAggregates.Aggregate](repeating: .init(), count: set.count)
            assignment.visitRuns { run, areas in
                guard !areas.isEmpty else { return }
                let aggregate = figures.numbers.aggregate(in: run)
                for area in areas { aggregates[Int(area)].add(aggregate) }
            }
            return aggregates.map { figures.value(of: $0) }
        }
    }

    /// The areas of all rows, worked out once.
    private func assignment(
        of loaded: LoadedRows, to set: AreaSet, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> AreaAssignment {
        if let known = knownAssignment(of: loaded, to: set) { return known }
        guard
            let assignment = AreaAssignment(
                of: loaded.tree, in: set.geometry, by: .processors, isCancelled: { Task.isCancelled },
                progress: progress)
        else { throw QueryFailure(message: "cancelled") }
        keep(assignment, of: loaded, to: set)
        return assignment
    }
}
