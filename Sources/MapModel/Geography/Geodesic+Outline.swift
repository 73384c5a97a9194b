// The way as a line, for drawing.
extension Geodesic {
    private static let deepestHalving = 24

    /// The way on the world plane, in pieces whose x goes on without jumps, beyond 0...1 where they pass 180°.
    ///
    /// Neighbours lie at most `maximumStep` of the world's width apart. A piece ends where the way leaves the plane
    /// near a pole, and another one begins where it comes back.
    /// - Complexity: O(length of the line / `maximumStep`).
    public func outlines(maximumStep: Double = 1.0 / 512) -> [[WorldPoint]] {
        let line = line
        var places = [start]
        append(to: &places, line, after: (0, start), upTo: (meters, end), maximumStep, Self.deepestHalving)
        var pieces: [[WorldPoint]] = []
        var piece: [WorldPoint] = []
        for (place, next) in zip(places, places.dropFirst()) {
            guard place.pole == nil || next.pole == nil else {
                if !piece.isEmpty { pieces.append(piece) }
                piece = []
                continue
            }
            if piece.isEmpty { piece = [WebMercator.project(place)] }
            var point = WebMercator.project(next)
            point.x += (piece[piece.count - 1].x - point.x).rounded()
            piece.append(point)
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }

    /// Adds the places after `start` up to `end`, with more of them between until no step is too long.
    private func append(
        to places: inout [Coordinate], _ line: GeodesicLine, after start: (meters: Double, place: Coordinate),
        upTo end: (meters: Double, place: Coordinate), _ step: Double, _ halvings: Int
    ) {
        let isBeyond = start.place.pole != nil && start.place.pole == end.place.pole
        guard halvings > 0, !isBeyond, start.place.planeDistance(to: end.place) > step else {
            return places.append(end.place)
        }
        let meters = (start.meters + end.meters) / 2
        let middle = (meters, line.coordinate(at: meters))
        append(to: &places, line, after: start, upTo: middle, step, halvings - 1)
        append(to: &places, line, after: middle, upTo: end, step, halvings - 1)
    }
}

extension Coordinate {
    /// The longer side of the box around two places on the world plane, the short way around the world.
    func planeDistance(to end: Coordinate) -> Double {
        let start = WebMercator.project(self)
        let end = WebMercator.project(end)
        let x = end.x - start.x
        return Swift.max(abs(x - x.rounded()), abs(end.y - start.y))
    }

    /// 1 or -1 beyond the northern or southern edge of the world plane.
    fileprivate var pole: Int? {
        abs(latitude) > WebMercator.maximumLatitude ? (latitude > 0 ? 1 : -1) : nil
    }
}
