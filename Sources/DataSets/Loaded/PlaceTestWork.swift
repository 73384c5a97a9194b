import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// Finds the rows for which the place tests of filters are true; keeps in which areas of a set all rows lie.
package final class PlaceTestWork: Sendable {
    /// What was worked out for one reading of the source.
    private struct Kept: Sendable {
        var reading = -1
        var assignments: [(set: String, reading: Int, areas: AreaAssignment)] = []
        var placed: RowSet?
    }

    /// What rows of a set may be near; for the next distance that is typed.
    private struct NearSet: Sendable {
        let name: String
        let reading: Int
        let shapes: NearShapes
    }

    /// The sets of areas that there are.
    package let sets: AreaSets
    private let kept = Mutex(Kept())
    private let near = Mutex<NearSet?>(nil)
    /// Sets whose areas are kept for one reading.
    private static let keptSets = 4

    package init(sets: AreaSets = AreaSets()) { self.sets = sets }

    /// The rows of each place test of a filter.
    ///
    /// - Parameter progress: called with the share that is done, 0…1.
    func rows(
        of filter: Filter, _ loaded: LoadedRows, isCancelled: () -> Bool,
        progress: (Double) -> Void = { _ in }
    ) throws(FilterFailure) -> PlaceRows {
        if filter.places.isEmpty { return .none }
        let matching = try withoutActuallyEscaping(isCancelled) { isCancelled throws(FilterFailure) in
            var matching: [RowSet] = []
            for test in filter.places {
                if isCancelled() { throw .cancelled }
                let tested = TestedPlaces(work: self, loaded: loaded, test: test, isCancelled: isCancelled)
                matching.append(loaded.rows(at: try tested.indices(progress)))
            }
            return matching
        }
        return PlaceRows(matching: matching, placed: placed(of: loaded))
    }

    /// What the places of a filter look like; none where they have too many corners.
    func outlines(
        of filter: Filter, _ loaded: LoadedRows, isCancelled: () -> Bool
    ) throws(FilterFailure) -> [PlaceOutline] {
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(FilterFailure) in
            var outlines: [PlaceOutline] = []
            for test in filter.places {
                outlines += try TestedPlaces(
                    work: self, loaded: loaded, test: test, isCancelled: isCancelled
                ).asked.outlines()
            }
            return outlines
        }
    }

    /// The rows that have a place.
    func placed(of loaded: LoadedRows) -> RowSet {
        if let known = kept.withLock({ $0.reading == loaded.reading ? $0.placed : nil }) { return known }
        var all = PointSet(capacity: loaded.tree.count)
        all.insert(contentsOf: 0..<loaded.tree.count)
        let placed = loaded.tree.rows(of: all, capacity: loaded.table.recordCount)
        keep(loaded) { $0.placed = placed }
        return placed
    }

    /// The areas of all rows, worked out once; nil when cancelled.
    func assignment(
        of loaded: LoadedRows, to set: AreaSet, isCancelled: () -> Bool, progress: (Double) -> Void
    ) -> AreaAssignment? {
        let known = kept.withLock { kept in
            kept.reading == loaded.reading
                ? kept.assignments.first { $0.set == set.name && $0.reading == set.reading }?.areas : nil
        }
        if let known { return known }
        let areas = AreaAssignment(
            of: loaded.tree, in: set.geometry, by: .processors, isCancelled: isCancelled, progress: progress)
        let whole = areas.flatMap { areas in
            set.reachMeters > 0
                ? areas.reaching(
                    set.reachMeters, of: loaded.tree, from: set.geometry, by: .processors,
                    isCancelled: isCancelled)
                : areas
        }
        guard let areas = whole else { return nil }
        keep(loaded) { kept in
            kept.assignments.removeAll { $0.set == set.name }
            kept.assignments.append((set.name, set.reading, areas))
            if kept.assignments.count > Self.keptSets { kept.assignments.removeFirst() }
        }
        return areas
    }

    /// What rows may be near in a set: its areas, lines and points.
    func shapes(of set: AreaSet, _ isCancelled: () -> Bool) throws(FilterFailure) -> NearShapes {
        if let known = near.withLock({ $0 }), known.name == set.name, known.reading == set.reading {
            return known.shapes
        }
        let index = set.shapes.index
        if isCancelled() { throw .cancelled }
        let shapes = NearShapes(index, rows: (0..<index.count).map { index[$0].row }, points: set.points)
        near.withLock { $0 = NearSet(name: set.name, reading: set.reading, shapes: shapes) }
        return shapes
    }

    private func keep(_ loaded: LoadedRows, _ change: (inout Kept) -> Void) {
        kept.withLock { kept in
            // A stream has grown, or the source was read again.
            if kept.reading < loaded.reading { kept = Kept(reading: loaded.reading) }
            if kept.reading == loaded.reading { change(&kept) }
        }
    }
}

extension LoadedRows {
    /// The rows of points by their indices.
    fileprivate func rows(at indices: IndexRuns) -> RowSet {
        var points = PointSet(capacity: tree.count)
        points.insert(contentsOf: indices)
        return tree.rows(of: points, capacity: table.recordCount)
    }
}
