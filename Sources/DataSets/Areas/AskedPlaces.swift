import MapModel
import RowValues
import Rows
import Streams

/// What one place test of a filter means: its set, areas or place.
struct AskedPlaces {
    let sets: AreaSets
    let test: PlaceTest
    let isCancelled: () -> Bool

    /// The set or layer of a name.
    func set(_ name: String) throws(FilterFailure) -> AreaSet {
        let names = sets.names
        guard let known = FilterColumns(names).index(of: name) else {
            let similar = FilterColumns(names).similar(to: name)
            let listed = names.prefix(8).joined(separator: ", ")
            let proposal =
                similar.isEmpty
                ? names.isEmpty ? "" : " (\(listed))" : ": \(similar.joined(separator: ", "))?"
            throw problem("no areas \(printable(name, limit: 40))\(proposal)")
        }
        do throws(SourceError) { return try sets.shapes(names[known], isCancelled: isCancelled) } catch {
            throw FilterFailure(error)
        }
    }

    /// The set of INSIDE, and those of its areas that are meant; nil for all of them.
    func areas(
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

    /// The country or region of a name.
    func area(_ name: String) throws(FilterFailure) -> NamedAreas.Found {
        let areas: NamedAreas
        do throws(SourceError) { areas = try NamedAreas(sets, isCancelled: isCancelled) } catch {
            throw FilterFailure(error)
        }
        do throws(FilterProblem) { return try areas.area(named: name, at: test.range) } catch {
            throw .problem(error)
        }
    }

    /// The town or coordinate of a name.
    func place(_ name: String) throws(FilterFailure) -> Coordinate {
        let shown = printable(name, limit: 40)
        switch sets.place(name) {
        case .here(let place): return place
        case .similar(let other): throw problem("no place \(shown): \(printable(other, limit: 40))?")
        case nil: throw problem("no place \(shown)")
        }
    }

    private func problem(_ words: String) -> FilterFailure {
        .problem(FilterProblem(words, at: test.range))
    }
}

extension PlaceTest.Relation {
    /// Whether points on a border belong to it.
    var border: AreaBorder {
        switch self {
        case .inside, .near: .halfOpen
        case .intersects: .closed
        case .within: .open
        }
    }
}

// MARK: - Outlines

extension AskedPlaces {
    /// What its places look like; none where they have too many corners.
    func outlines() throws(FilterFailure) -> [PlaceOutline] {
        switch (test.relation, test.subject) {
        case (.near(let meters), .place(let name)):
            return GeoCircle(around: try place(name), meters).map { [.circle($0)] } ?? []
        case (.near(let meters), .literal(let sketch)) where sketch.vertices.count == 1:
            return GeoCircle(around: sketch.vertices[0].coordinate, meters).map { [.circle($0)] } ?? []
        case (_, .literal(let sketch)):
            return sketch.vertices.count > AreaSet.cornerLimit ? [] : PlaceOutline.outlines(of: sketch)
        case (.near, .set(let name, _)): return try set(name).outlines()
        case (_, .set(let name, let piece)):
            let (set, wanted) = try areas(name, matching: piece)
            // All countries of the world are no outline.
            if set.kind == .shipped, wanted == nil { return [] }
            return set.outlines { wanted?.contains($0) ?? true }
        case (_, .place(let name)):
            let found = try area(name)
            return found.set.outlines { $0 == UInt32(found.area) }
        }
    }

}

extension AreaSet {
    /// Corners of what is drawn of one set.
    fileprivate static let cornerLimit = 20_000

    /// Areas as they are drawn; none where they have too many corners.
    ///
    /// - Parameter isWanted: whether the area of a row is drawn.
    package func outlines(where isWanted: (UInt32) -> Bool = { _ in true }) -> [PlaceOutline] {
        let shapes = shapes.index
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

extension GeoCircle {
    /// A circle of at most half the earth.
    init?(around place: Coordinate, _ meters: Double) {
        try? self.init(center: place, radiusMeters: min(meters, GeoCircle.halfEarthMeters))
    }
}

// MARK: - Databases

extension AskedPlaces {
    /// Where the test is true, for a database, which knows no sets.
    func shape() throws(FilterFailure) -> PlaceShape {
        switch (test.relation, test.subject) {
        case (.near(let meters), .place(let name)): return .circles([try place(name)], meters: meters)
        case (.near(let meters), .literal(let sketch)) where sketch.kind == .point:
            return .circles(sketch.vertices.map(\.coordinate), meters: meters)
        case (.near(let meters), .set(let name, _)):
            let set = try set(name)
            guard set.shapes.index.isEmpty else { throw problem(Self.pointsAlone) }
            return .circles(set.points.map(\.coordinate), meters: meters)
        case (.near, .literal): throw problem(Self.pointsAlone)
        case (let relation, .literal(let sketch)):
            guard sketch.parts.allSatisfy({ $0.kind == .area }) else {
                throw problem("a server finds rows only in polygons: export them")
            }
            var geometry = AreaGeometry()
            geometry.append(sketch)
            return .polygons(PolygonEdges(geometry), border: relation.border)
        case (_, .set(let name, let piece)):
            let (set, wanted) = try areas(name, matching: piece)
            let edges = PolygonEdges(set.geometry) { wanted?.contains(UInt32($0)) ?? true }
            return .polygons(edges, border: .halfOpen)
        case (_, .place(let name)):
            let found = try area(name)
            return .polygons(PolygonEdges(found.set.geometry) { $0 == found.area }, border: .halfOpen)
        }
    }

    private static let pointsAlone = "a server finds rows only near points: export them"
}

extension AreaSets {
    /// A filter that says where its places are, for a database.
    package func locating(
        _ filter: Filter, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(FilterFailure) -> Filter {
        if filter.places.isEmpty { return filter }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(FilterFailure) in
            var shapes: [PlaceShape] = []
            for test in filter.places {
                let asked = AskedPlaces(sets: self, test: test, isCancelled: isCancelled)
                shapes.append(try asked.shape())
            }
            return filter.located(shapes)
        }
    }
}
