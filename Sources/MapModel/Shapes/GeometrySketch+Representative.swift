import CByteScan

// The representative point.
extension GeometrySketch {
    /// The representative point on the map; nil for a sketch without vertices.
    ///
    /// It lies on the highest kind: for points it is the one nearest to their mean, for lines half-way along
    /// the longest one, for areas a place inside the largest one. Lines and edges are straight on the
    /// Mercator plane and go the shorter way around the globe. An area without an interior has its first
    /// vertex.
    /// - Complexity: O(vertices), and for areas O(k log k) for k edges across the middle of the largest.
    public var representative: FixedCoordinate? {
        guard vertices.count > 1 else { return vertices.first }
        switch kind {
        case .point: return centralPoint
        case .line: return middleOfLongestLine ?? vertices.first
        case .area: return insideOfLargestArea ?? vertices.first
        case nil: return nil
        }
    }

    private func slice(of part: Int) -> ArraySlice<FixedCoordinate> { vertices[range(of: part)] }

    // MARK: - Points

    /// The point nearest to the mean of all, both taken as directions from the middle of the globe; of those about as near the
    /// southernmost, so that the order of points does not matter.
    private var centralPoint: FixedCoordinate? {
        let mean = vertices.reduce(SIMD3<Double>.zero) { $0 + Self.direction($1) }
        func nearness(_ vertex: FixedCoordinate) -> Double { (Self.direction(vertex) * mean).sum() }
        let nearest = vertices.reduce(-Double.infinity) { max($0, nearness($1)) } - equalNearness
        return vertices.filter { nearness($0) >= nearest }.min {
            ($0.latitudeE7, $0.longitudeE7) < ($1.latitudeE7, $1.longitudeE7)
        }
    }

    /// What sums in another order differ by, and more; the mean of many is longer.
    private var equalNearness: Double { 1e-12 * Double(vertices.count) }

    private static func direction(_ vertex: FixedCoordinate) -> SIMD3<Double> {
        let latitude = vertex.coordinate.latitude * .pi / 180
        let longitude = vertex.coordinate.longitude * .pi / 180
        let radius = cos(latitude)
        return SIMD3(radius * cos(longitude), radius * sin(longitude), sin(latitude))
    }

    // MARK: - Lines

    private var middleOfLongestLine: FixedCoordinate? {
        var longest: (line: ArraySlice<FixedCoordinate>, length: Double)?
        for part in parts.indices where parts[part].kind == .line {
            let line = slice(of: part)
            guard !line.isEmpty else { continue }
            let length = zip(line, line.dropFirst()).reduce(0) { $0 + Self.length(from: $1.0, to: $1.1) }
            if length > longest?.length ?? -1 { longest = (line, length) }
        }
        return longest.flatMap { Self.place(along: $0.line, after: $0.length / 2) }
    }

    private static func place(along line: ArraySlice<FixedCoordinate>, after length: Double)
        -> FixedCoordinate?
    {
        var rest = length
        for (start, end) in zip(line, line.dropFirst()) {
            let step = Self.length(from: start, to: end)
            if step > 0, rest <= step { return place(from: start, to: end, fraction: rest / step) }
            rest -= step
        }
        return line.last
    }

    /// In degrees of latitude: longitudes are scaled by the cosine of the middle latitude.
    private static func length(from start: FixedCoordinate, to end: FixedCoordinate) -> Double {
        let scale = 1 / FixedCoordinate.unitsPerDegree
        let middle = (Double(start.latitudeE7) + Double(end.latitudeE7)) / 2 * scale * .pi / 180
        let turned = Double(LongitudeStep.shorter(from: start.longitudeE7, to: end.longitudeE7))
        let east = turned * scale * cos(middle)
        let north = (Double(end.latitudeE7) - Double(start.latitudeE7)) * scale
        return (east * east + north * north).squareRoot()
    }

    private static func place(from start: FixedCoordinate, to end: FixedCoordinate, fraction: Double)
        -> FixedCoordinate
    {
        let east = Double(LongitudeStep.shorter(from: start.longitudeE7, to: end.longitudeE7))
        let first = MercatorLine.row(latitudeE7: start.latitudeE7)
        let last = MercatorLine.row(latitudeE7: end.latitudeE7)
        let row = first + Int64((Double(last - first) * fraction).rounded())
        return FixedCoordinate(
            latitudeE7: first == last ? start.latitudeE7 : MercatorLine.latitudeE7(row: row),
            longitudeE7: LongitudeStep.wrapped(
                Int64(start.longitudeE7) + Int64((east * fraction).rounded())))
    }

    // MARK: - Areas

    private var insideOfLargestArea: FixedCoordinate? {
        var largest: (area: AreaOutline, size: Double)?
        var part = 0
        while let area = nextArea(from: &part) {
            let size = area.size
            if size > largest?.size ?? -1 { largest = (area, size) }
        }
        return largest?.area.insidePlace
    }

    /// The next ring that bounds no hole, with the holes behind it; holes before the first one are taken as areas.
    private func nextArea(from part: inout Int) -> AreaOutline? {
        while part < parts.count, parts[part].kind != .area || range(of: part).isEmpty { part += 1 }
        guard part < parts.count else { return nil }
        let rim = slice(of: part)
        part += 1
        var holes: [ArraySlice<FixedCoordinate>] = []
        while part < parts.count, parts[part].kind == .area, parts[part].isHole {
            holes.append(slice(of: part))
            part += 1
        }
        return AreaOutline(rim: rim, holes: holes)
    }
}
