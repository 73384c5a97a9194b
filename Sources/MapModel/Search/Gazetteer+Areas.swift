// Countries and regions as areas in which points are counted.
extension Gazetteer {
    /// The outlines of countries and regions by number: area i is the outline of the i-th of `ids`.
    ///
    /// Of a country that is only what lies in none of its regions; `countryAreas` has the whole of it.
    public func areas(of ids: PlaceIDs) -> AreaGeometry {
        var geometry = AreaGeometry()
        for id in ids {
            geometry.beginArea()
            append(id, to: &geometry)
        }
        return geometry
    }

    /// All countries: each is its regions, and what lies in none of them. A few have no outline.
    ///
    /// - Complexity: O(bytes of outlines), some ten milliseconds.
    public func countryAreas() -> (ids: [PlaceID], geometry: AreaGeometry) {
        var regionsOfCountry = [[PlaceID]](repeating: [], count: countryCount)
        for region in regions {
            guard let country = country(of: region), Int(country.index) < countryCount else { continue }
            regionsOfCountry[Int(country.index)].append(region)
        }
        var geometry = AreaGeometry()
        for country in countries {
            geometry.beginArea()
            append(country, to: &geometry)
            for region in regionsOfCountry[Int(country.index)] { append(region, to: &geometry) }
        }
        return (Array(countries), geometry)
    }

    /// The regions that have an outline, and countries for what lies in none of their regions: no two of them overlap.
    ///
    /// - Complexity: O(bytes of outlines), some ten milliseconds.
    public func regionAreas() -> (ids: [PlaceID], geometry: AreaGeometry) {
        var ids: [PlaceID] = []
        var geometry = AreaGeometry()
        for id in Array(regions) + Array(countries) where withShape(of: id, { $0.box() }) != nil {
            ids.append(id)
            geometry.beginArea()
            append(id, to: &geometry)
        }
        return (ids, geometry)
    }

    /// Adds an outline as polygons: rings whose boxes meet are one, as one may be a hole of the other.
    private func append(_ id: PlaceID, to geometry: inout AreaGeometry) {
        var rings = withShape(of: id) { $0.rings() }
        while let first = rings.popLast() {
            var polygon = [first]
            var box = first.box
            while let next = rings.lastIndex(where: { $0.box.meets(box) }) {
                box.formUnion(rings[next].box)
                polygon.append(rings.remove(at: next))
            }
            geometry.appendPolygon(
                polygon.flatMap(\.edges), squareKilometers: OutlineRing.squareKilometers(of: polygon))
        }
    }
}

extension Gazetteer {
    /// Adds the polygons of a country or region, its rims with their holes: of a country what is in none of its regions.
    ///
    /// - Complexity: O(rings²) for their boxes.
    public func appendOutline(of id: PlaceID, to sketch: inout GeometrySketch) {
        let rings = withShape(of: id) { $0.rings() }
        // A ring inside an odd number of others bounds a hole of the innermost of them.
        let outer = rings.indices.map { ring in
            rings.indices.filter { $0 != ring && rings[$0].surrounds(rings[ring]) }
        }
        for rim in rings.indices where outer[rim].count % 2 == 0 {
            sketch.append(rings[rim].vertices, isHole: false)
            for hole in rings.indices
            where outer[hole].count == outer[rim].count + 1 && outer[hole].contains(rim) {
                sketch.append(rings[hole].vertices, isHole: true)
            }
        }
    }
}

extension GeometrySketch {
    fileprivate mutating func append(_ ring: [UnwrappedRing.Vertex], isHole: Bool) {
        begin(.area, isHole: isHole)
        for vertex in ring {
            append(
                FixedCoordinate(latitudeE7: vertex.latitudeE7, longitudeE7: LongitudeStep.wrapped(vertex.x)))
        }
    }
}

/// A ring of a shipped outline in 1e-7°.
struct OutlineRing {
    let vertices: [UnwrappedRing.Vertex]
    let edges: [AreaEdge]
    let box: AreaBox

    init(_ vertices: [UnwrappedRing.Vertex]) {
        self.vertices = vertices
        var edges: [AreaEdge] = []
        edges.reserveCapacity(vertices.count)
        var box = AreaBox()
        var previous = vertices.last
        for vertex in vertices {
            if let start = previous, start != vertex {
                let edge = AreaEdge(
                    from: Int32(start.x), start.latitudeE7, to: Int32(vertex.x), vertex.latitudeE7)
                box.add(edge)
                edges.append(edge)
            }
            previous = vertex
        }
        (self.edges, self.box) = (edges, box)
    }

    /// The size of rings together, those taken away that lie in an odd number of others.
    static func squareKilometers(of rings: [OutlineRing]) -> Double {
        rings.enumerated().reduce(0) { sum, ring in
            let size = UnwrappedRing(unwrapped: ring.element.vertices).squareKilometers
            let around = rings.indices.count { $0 != ring.offset && rings[$0].surrounds(ring.element) }
            return sum + (around & 1 == 1 ? -size : size)
        }
    }

    /// Whether another ring, which crosses no edge of this one, lies inside: by the first of its vertices that is on no edge.
    fileprivate func surrounds(_ other: OutlineRing) -> Bool {
        guard box.meets(other.box) else { return false }
        for vertex in other.vertices
        where !edges.contains(where: { $0.holds(Int32(vertex.x), vertex.latitudeE7) }) {
            return edges.holds(Int32(vertex.x), vertex.latitudeE7, .halfOpen)
        }
        return false
    }
}

extension AreaBox {
    func meets(_ other: AreaBox) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    mutating func formUnion(_ other: AreaBox) {
        west = Swift.min(west, other.west)
        east = Swift.max(east, other.east)
        south = Swift.min(south, other.south)
        north = Swift.max(north, other.north)
    }
}
