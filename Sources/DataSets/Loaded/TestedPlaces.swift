import MapModel
import RowValues
import Rows
import Streams

/// One place test of a filter on the rows of one reading.
struct TestedPlaces {
    let work: PlaceTestWork
    let loaded: LoadedRows
    let test: PlaceTest
    let isCancelled: () -> Bool

    private var tree: QuadTree { loaded.tree }

    /// The points for which it is true.
    func indices(_ progress: (Double) -> Void) throws(FilterFailure) -> IndexRuns {
        switch (test.relation, test.subject) {
        case (.near(let meters), .set(let name, _)):
            return try near(try work.shapes(of: try set(name), isCancelled), meters)
        case (.near(let meters), .place(let name)):
            guard let circle = Self.circle(try place(name), meters) else { return IndexRuns() }
            return tree.indices(in: circle)
        case (.near(let meters), .literal(let sketch)): return try near(NearShapes([sketch]), meters)
        case (_, .set(let name, let piece)):
            let (set, wanted) = try areas(name, matching: piece)
            return try lying(in: set, progress).indices { wanted?.contains(UInt32($0)) ?? true }
        case (_, .place(let name)):
            let found = try namedArea(name)
            return try lying(in: found.set, progress).indices { $0 == found.area }
        case (let relation, .literal(let sketch)): return try lying(to: sketch, relation, progress)
        }
    }

    // MARK: - Areas

    private func set(_ name: String) throws(FilterFailure) -> AreaSet {
        let names = work.sets.names
        guard let known = FilterColumns(names).index(of: name) else {
            let similar = FilterColumns(names).similar(to: name)
            let proposal = similar.isEmpty ? "" : ": \(similar.joined(separator: ", "))?"
            throw problem("no areas \(printable(name, limit: 40))\(proposal)")
        }
        do throws(SourceError) { return try work.sets.shapes(names[known], isCancelled: isCancelled) } catch {
            throw FilterFailure(error)
        }
    }

    /// The set of INSIDE, and those of its areas that are meant; nil for all of them.
    private func areas(
        _ name: String, matching piece: PlaceTest.Piece?
    ) throws(FilterFailure) -> (set: AreaSet, wanted: RowSet?) {
        let set = try set(name)
        guard set.hasAreas else {
            let contents = set.shapes.index.isEmpty ? "points" : "lines"
            throw problem("\(name) has \(contents), no areas: near(\(name), 2km)?")
        }
        let wanted = try piece.map { (piece) throws(FilterFailure) in
            try set.areas(matching: piece, isCancelled)
        }
        return (set, wanted)
    }

    private func namedArea(_ name: String) throws(FilterFailure) -> NamedAreas.Found {
        let areas: NamedAreas
        do throws(SourceError) { areas = try NamedAreas(work.sets, isCancelled: isCancelled) } catch {
            throw FilterFailure(error)
        }
        do throws(FilterProblem) { return try areas.area(named: name, at: test.range) } catch {
            throw .problem(error)
        }
    }

    private func lying(
        in set: AreaSet, _ progress: (Double) -> Void
    ) throws(FilterFailure) -> AreaAssignment {
        guard let areas = work.assignment(of: loaded, to: set, isCancelled: isCancelled, progress: progress)
        else { throw .cancelled }
        return areas
    }

    /// The points that lie in a geometry as the test asks; those on its points and lines unless it is about areas alone.
    private func lying(
        to sketch: GeometrySketch, _ relation: PlaceTest.Relation, _ progress: (Double) -> Void
    ) throws(FilterFailure) -> IndexRuns {
        var geometry = AreaGeometry()
        geometry.append(sketch)
        let border: AreaBorder =
            relation == .inside ? .halfOpen : relation == .intersects ? .closed : .open
        guard
            let areas = AreaAssignment(
                of: tree, in: geometry, border: border, by: .processors, isCancelled: isCancelled,
                progress: progress)
        else { throw .cancelled }
        let inside = areas.indices { _ in true }
        return relation == .inside ? inside : inside.union(tree.indices(on: sketch))
    }

    // MARK: - Distances

    private func place(_ name: String) throws(FilterFailure) -> Coordinate {
        let shown = printable(name, limit: 40)
        switch work.sets.place(name) {
        case .here(let place): return place
        case .similar(let other): throw problem("no place \(shown): \(printable(other, limit: 40))?")
        case nil: throw problem("no place \(shown)")
        }
    }

    private static func circle(_ place: Coordinate, _ meters: Double) -> GeoCircle? {
        try? GeoCircle(center: place, radiusMeters: min(meters, GeoCircle.halfEarthMeters))
    }

    private func near(_ shapes: NearShapes, _ meters: Double) throws(FilterFailure) -> IndexRuns {
        guard
            let near = shapes.indices(of: tree, within: meters, by: .processors, isCancelled: isCancelled)
        else { throw .cancelled }
        return near
    }

    private func problem(_ words: String) -> FilterFailure {
        .problem(FilterProblem(words, at: test.range))
    }
}

// MARK: - Outlines

extension TestedPlaces {
    /// Corners of the outlines of one test.
    private static let cornerLimit = 20_000

    /// What its places look like; none where they have too many corners.
    func outlines() throws(FilterFailure) -> [PlaceOutline] {
        switch (test.relation, test.subject) {
        case (.near(let meters), .place(let name)):
            return Self.circle(try place(name), meters).map { [.circle($0)] } ?? []
        case (.near(let meters), .literal(let sketch)) where sketch.vertices.count == 1:
            return Self.circle(sketch.vertices[0].coordinate, meters).map { [.circle($0)] } ?? []
        case (_, .literal(let sketch)):
            return sketch.vertices.count > Self.cornerLimit ? [] : PlaceOutline.outlines(of: sketch)
        case (.near, .set(let name, _)): return outlines(of: try set(name)) { _ in true }
        case (_, .set(let name, let piece)):
            let (set, wanted) = try areas(name, matching: piece)
            // All countries of the world are no outline.
            if set.kind == .shipped, wanted == nil { return [] }
            return outlines(of: set) { wanted?.contains($0) ?? true }
        case (_, .place(let name)):
            let found = try namedArea(name)
            return outlines(of: found.set) { $0 == UInt32(found.area) }
        }
    }

    private func outlines(of set: AreaSet, where isWanted: (UInt32) -> Bool) -> [PlaceOutline] {
        let shapes = set.shapes.index
        var outlines: [PlaceOutline] = []
        var corners = 0
        for shape in 0..<shapes.count where isWanted(shapes[shape].row) {
            for part in shapes.parts(of: shape) ?? [] {
                corners += part.vertices.count
                guard corners <= Self.cornerLimit else { return [] }
                outlines.append(PlaceOutline(part.kind, part.vertices))
            }
        }
        return outlines
    }
}
