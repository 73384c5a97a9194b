import CByteScan

/// One area of a sketch: a rim of at least one vertex, and the holes in it.
struct AreaOutline {
    let rim: ArraySlice<FixedCoordinate>
    let holes: [ArraySlice<FixedCoordinate>]

    /// The area that the rim encloses on the globe, in arbitrary units: the trapezoids of an equal-area
    /// plane.
    ///
    /// The rim runs the shorter way; one around a pole encloses the cap on its side.
    var size: Double {
        guard let last = rim.last else { return 0 }
        var previous = (vertex: last, height: Self.height(last))
        var sum = 0.0
        var turns = 0.0
        for vertex in rim {
            let height = Self.height(vertex)
            let step = Double(
                LongitudeStep.shorter(from: previous.vertex.longitudeE7, to: vertex.longitudeE7))
            sum += step * (height + previous.height) / 2
            turns += step
            previous = (vertex, height)
        }
        guard turns == 0 else { return Swift.max(abs(turns) - abs(sum), 0) }
        // Steps from one side of 180° to the other were counted as none: `UnwrappedRing` decides.
        return sum != 0 ? abs(sum) : unwrappedSize
    }

    private var unwrappedSize: Double {
        let vertices = UnwrappedRing(rim).vertices
        guard var previous = vertices.last else { return 0 }
        var sum = 0.0
        for vertex in vertices {
            sum +=
                Double(vertex.x - previous.x)
                * (Self.height(vertex.latitudeE7) + Self.height(previous.latitudeE7)) / 2
            previous = vertex
        }
        return abs(sum)
    }

    private static func height(_ vertex: FixedCoordinate) -> Double { height(vertex.latitudeE7) }

    private static func height(_ latitudeE7: Int32) -> Double {
        sin(Double(latitudeE7) / FixedCoordinate.unitsPerDegree * .pi / 180)
    }
}

// MARK: - A place inside

extension AreaOutline {
    /// The middle of the widest stretch inside along the parallel through the middle of the rim's box.
    ///
    /// The first vertex where there is no interior.
    var insidePlace: FixedCoordinate? {
        let ring = UnwrappedRing(rim)
        let rows = ring.vertices.map { MercatorLine.row(latitudeE7: $0.latitudeE7) }
        guard let north = rows.min(), let south = rows.max(), north < south else { return rim.first }
        let latitude = MercatorLine.latitudeE7(row: north + (south - north) / 2)
        let row = MercatorLine.row(latitudeE7: latitude)
        var crossings = Self.crossings(of: ring, at: row)
        let middle = ring.west + (ring.east - ring.west) / 2
        for hole in holes {
            var hole = UnwrappedRing(hole)
            hole.move(near: middle)
            crossings += Self.crossings(of: hole, at: row)
        }
        crossings.sort()
        guard let stretch = Self.widestStretch(between: crossings) else { return rim.first }
        let longitude = (stretch.lowerBound + (stretch.upperBound - stretch.lowerBound) / 2).rounded()
        return FixedCoordinate(
            latitudeE7: latitude, longitudeE7: LongitudeStep.wrapped(Int64(longitude)))
    }

    /// Where the edges of a ring pass a row of quanta; an edge owns its northern end only.
    private static func crossings(of ring: UnwrappedRing, at row: Int64) -> [Double] {
        guard var previous = ring.vertices.last else { return [] }
        var previousRow = MercatorLine.row(latitudeE7: previous.latitudeE7)
        var crossings: [Double] = []
        for vertex in ring.vertices {
            let vertexRow = MercatorLine.row(latitudeE7: vertex.latitudeE7)
            if (previousRow <= row) != (vertexRow <= row) {
                let fraction = Double(row - previousRow) / Double(vertexRow - previousRow)
                crossings.append(Double(previous.x) + fraction * Double(vertex.x - previous.x))
            }
            previous = vertex
            previousRow = vertexRow
        }
        return crossings
    }

    /// By the even-odd rule; nil when nothing is inside.
    private static func widestStretch(between crossings: [Double]) -> ClosedRange<Double>? {
        var widest: ClosedRange<Double>?
        for index in stride(from: 0, to: crossings.count - 1, by: 2)
        where crossings[index] < crossings[index + 1] {
            let stretch = crossings[index]...crossings[index + 1]
            if stretch.upperBound - stretch.lowerBound > (widest.map { $0.upperBound - $0.lowerBound } ?? 0) {
                widest = stretch
            }
        }
        return widest
    }
}
