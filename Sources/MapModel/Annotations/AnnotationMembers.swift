/// The points of an annotation, as indices of its tree: all in some runs, or those of one class among them.
///
/// Nothing is listed before it is asked for: an annotation may have millions of points.
public struct AnnotationMembers: Sendable {
    /// Where they lie.
    public let runs: IndexRuns
    /// The class of all of them; nil where classes are mixed.
    private let only: (classes: ClassCounts, number: Int)?

    init(_ runs: IndexRuns, only: (classes: ClassCounts, number: Int)? = nil) {
        (self.runs, self.only) = (runs, only)
    }

    /// At most `limit` of them after the first `offset`.
    ///
    /// - Complexity: O(log runs + limit); of one class O(length / 64 + limit).
    public func indices(offset: Int = 0, limit: Int) -> [Int] {
        guard let only else { return runs.indices(offset: offset, limit: limit) }
        let end = offset > Int.max - limit ? Int.max : offset + limit
        return only.classes.indices(ofClass: only.number, in: runs, at: offset..<end)
    }

    /// Those at some places among them, in the order of the places.
    public func indices(at places: [Int]) -> [Int] {
        guard let only else { return places.compactMap { runs.indices(offset: $0, limit: 1).first } }
        let sorted = Set(places).sorted()
        let found = only.classes.indices(ofClass: only.number, in: runs, at: sorted)
        let byPlace = Dictionary(uniqueKeysWithValues: zip(sorted, found))
        return places.compactMap { byPlace[$0] }
    }

    /// Calls `body` with each.
    public func forEach(_ body: (Int) -> Void) {
        let visit = { (index: Int) in
            body(index)
            return true
        }
        if let only { only.classes.visit(only.number, in: runs, visit) } else { runs.visit(visit) }
    }

    /// How many of them are among `points`.
    ///
    /// - Complexity: O(length / 64); of one class, and O(points among the runs).
    public func count(in points: PointSet) -> Int {
        guard let only else { return points.count(in: runs) }
        var count = 0
        for run in runs.runs {
            var next = points.first(from: run.lowerBound)
            while let index = next, index < run.upperBound {
                if only.classes.classOfPoint(at: index) == only.number { count += 1 }
                next = points.first(after: index)
            }
        }
        return count
    }

    /// Adds all of them to `points`.
    public func insert(into points: inout PointSet) {
        if only == nil { return points.insert(contentsOf: runs) }
        forEach { points.insert($0) }
    }
}

extension QuadTree {
    /// The points of an annotation that was seen in `window`; none where they are in no tree.
    ///
    /// - Parameter classes: the classes of the points, of an annotation that keeps them apart.
    public func members(
        of annotation: Annotation, in window: WorldWindow, _ classes: ClassCounts?
    ) -> AnnotationMembers {
        guard let first = annotation.firstIndex else { return AnnotationMembers(IndexRuns()) }
        switch annotation.id {
        case .place: return AnnotationMembers(IndexRuns(first))
        case .cluster(let id): return AnnotationMembers(members(of: id, in: window))
        case .classCluster(let id, let number):
            return AnnotationMembers(members(of: id, in: window), only: classes.map { ($0, number) })
        }
    }

    /// The box of the points of an annotation, as `members`; nil where they are in no tree.
    ///
    /// - Complexity: that of `bounds(of:in:)` of the cell; of one class O(members).
    public func bounds(
        of annotation: Annotation, in window: WorldWindow, _ classes: ClassCounts?
    ) -> GeoBounds? {
        if case .cluster(let id) = annotation.id { return bounds(of: id, in: window) }
        var box: GeoBounds?
        members(of: annotation, in: window, classes).forEach { index in
            // No cell reaches over 180°.
            let (place, known) = (coordinate(at: index), box)
            box = GeoBounds(
                south: min(known?.south ?? 90, place.latitude),
                west: min(known?.west ?? 180, place.longitude),
                north: max(known?.north ?? -90, place.latitude),
                east: max(known?.east ?? -180, place.longitude))
        }
        return box
    }
}
