// The rim as a line, for drawing.
extension GeoCircle {
    private static let parts = 64
    private static let deepestHalving = 24
    private static let finestStep = 1.0 / 65_536

    /// The rim as a closed line, clockwise from its northernmost point, the last point equal to the first.
    ///
    /// Neighbours lie at most `maximumStep` of the world's width apart on the world plane, near the poles too; only
    /// a rim through a pole itself jumps there. Empty for a circle that covers everything.
    /// - Complexity: O(length of the line / `maximumStep`); steps below 1/65,536 are taken as that.
    public func ring(maximumStep: Double = 1.0 / 512) -> [Coordinate] {
        guard !coversEverything else { return [] }
        let step = maximumStep >= Self.finestStep ? maximumStep : Self.finestStep
        let first = rimPoint(at: 0)
        var ring = [first]
        for part in 0..<Self.parts {
            let end = part + 1 < Self.parts ? rimPoint(at: Double(part + 1)) : first
            append(
                to: &ring, between: Double(part), ring[ring.count - 1], and: Double(part + 1), end,
                step: step,
                halvings: Self.deepestHalving)
        }
        return ring
    }

    /// The rim as a line on the world plane whose x continues without jumps, beyond 0...1 where it passes
    /// 180°.
    ///
    /// It closes, unless the circle holds exactly one pole: then it runs once across the map, and the last point is
    /// the first one moved by a whole world.
    public func outline(maximumStep: Double = 1.0 / 512) -> [WorldPoint] {
        var outline: [WorldPoint] = []
        for coordinate in ring(maximumStep: maximumStep) {
            var point = WebMercator.project(coordinate)
            if let last = outline.last { point.x += (last.x - point.x).rounded() }
            outline.append(point)
        }
        return outline
    }

    private func rimPoint(at part: Double) -> Coordinate {
        GreatCircle.destination(
            from: center, bearing: part / Double(Self.parts) * 360, meters: radiusMeters)
    }

    /// Adds the points after `start` up to `end`, with more of them between until no step is too long.
    private func append(
        to ring: inout [Coordinate], between startPart: Double, _ start: Coordinate, and endPart: Double,
        _ end: Coordinate, step: Double, halvings: Int
    ) {
        guard halvings > 0, start.planeDistance(to: end) > step else { return ring.append(end) }
        let middlePart = (startPart + endPart) / 2
        let middle = rimPoint(at: middlePart)
        append(
            to: &ring, between: startPart, start, and: middlePart, middle, step: step, halvings: halvings - 1)
        append(
            to: &ring, between: middlePart, middle, and: endPart, end, step: step, halvings: halvings - 1)
    }
}
