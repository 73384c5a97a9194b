import MapModel

/// The way of a journey on the plane, thinned for each zoom so that a million points are drawn like a thousand.
package struct JourneyLine: Equatable, Sendable {
    /// Where the points are; x goes on without jumps within a segment, perhaps beyond 0...1.
    package let points: [WorldPoint]
    /// The first point of each segment.
    package let starts: [Int]
    /// Of each level the points that are apart by half a dot of its zoom, by their numbers.
    private let levels: [[Int32]]

    /// Dots of the world of the coarsest level; those of the next ones are four times as many.
    private static let coarsestDots = 1024.0
    private static let levelCount = 9

    /// The line through `places`; a segment begins at each of `starts`, which ascend from 0.
    ///
    /// - Complexity: O(n).
    package init(_ places: [Coordinate], starts: [Int]) {
        let starts = places.isEmpty ? [] : starts.first == 0 ? starts : [0] + starts
        var points: [WorldPoint] = []
        points.reserveCapacity(places.count)
        var next = starts[...]
        for (index, place) in places.enumerated() {
            var point = WebMercator.project(place)
            if next.first == index {
                next = next.dropFirst()
            } else if let before = points.last {
                point.x += (before.x - point.x).rounded()
            }
            points.append(point)
        }
        self.init(points: points, starts: starts)
    }

    private init(points: [WorldPoint], starts: [Int]) {
        (self.points, self.starts) = (points, starts)
        var levels: [[Int32]] = []
        var finer = points.indices.map { Int32($0) }
        let ends = Set(starts.dropFirst().map { $0 - 1 } + [points.count - 1])
        let firsts = Set(starts)
        for level in (0..<Self.levelCount).reversed() {
            let least = 0.5 / Self.dots(ofLevel: level)
            var kept: [Int32] = []
            var last: WorldPoint?
            for index in finer {
                let point = points[Int(index)]
                let isNear = last.map { abs($0.x - point.x) < least && abs($0.y - point.y) < least } ?? false
                guard !isNear || firsts.contains(Int(index)) || ends.contains(Int(index)) else { continue }
                kept.append(index)
                last = point
            }
            levels.insert(kept, at: 0)
            finer = kept
        }
        self.levels = levels
    }

    /// Lines that grow have more points; others are told apart by their ends.
    package static func == (left: Self, right: Self) -> Bool {
        left.points.count == right.points.count && left.points.first == right.points.first
            && left.points.last == right.points.last && left.starts == right.starts
    }

    private static func dots(ofLevel level: Int) -> Double {
        (0..<level).reduce(coarsestDots) { dots, _ in dots * 4 }
    }

    /// The numbers of the points that a line needs where the world is so many dots wide.
    private func numbers(worldDots: Double) -> [Int32]? {
        levels.indices.first { Self.dots(ofLevel: $0) >= worldDots }.map { levels[$0] }
    }

    /// Calls `body` with each stretch of the line between two positions, those of a thinned line; a position between two
    /// points has a fraction.
    package func visitPieces(
        _ range: ClosedRange<Double>? = nil, worldDots: Double, _ body: ([WorldPoint]) -> Void
    ) {
        guard let last = points.indices.last else { return }
        let from = max(range?.lowerBound ?? 0, 0)
        let until = min(range?.upperBound ?? Double(last), Double(last))
        guard from <= until else { return }
        let numbers = numbers(worldDots: worldDots)
        let count = numbers?.count ?? points.count
        func number(_ place: Int) -> Int { numbers.map { Int($0[place]) } ?? place }
        // The first of those numbers that lies behind the beginning.
        var place = 0
        var rest = count
        while rest > 0 {
            let half = rest / 2
            if Double(number(place + half)) <= from {
                place += half + 1
                rest -= half + 1
            } else {
                rest = half
            }
        }
        var piece = [point(at: from)]
        var segment = starts.lastIndex { Double($0) <= from } ?? 0
        while place < count, Double(number(place)) < until {
            let index = number(place)
            while segment + 1 < starts.count, starts[segment + 1] <= index {
                segment += 1
                if piece.count > 1 || starts[segment] > 0 { body(piece) }
                piece = []
            }
            piece.append(points[index])
            // Far from each other pieces are drawn or left out by themselves.
            if piece.count >= Self.pieceLength {
                body(piece)
                piece = [points[index]]
            }
            place += 1
        }
        let endSegment = starts.lastIndex { Double($0) <= until } ?? 0
        if endSegment > segment, !piece.isEmpty {
            body(piece)
            piece = []
        }
        piece.append(point(at: until))
        body(piece)
    }

    private static let pieceLength = 512

    /// The box around it, or around a part of it; nil without points.
    package func bounds(of range: ClosedRange<Double>? = nil) -> GeoBounds? {
        var (west, east, north, south) = (
            Double.infinity, -Double.infinity, Double.infinity, -Double.infinity
        )
        visitPieces(range, worldDots: Self.dots(ofLevel: Self.levelCount - 1)) { piece in
            for point in piece {
                (west, east) = (min(west, point.x), max(east, point.x))
                (north, south) = (min(north, point.y), max(south, point.y))
            }
        }
        guard west <= east else { return nil }
        let northWest = WebMercator.unproject(
            WorldPoint(x: west - west.rounded(.down), y: min(max(north, 0), 1)))
        let southEast = WebMercator.unproject(
            WorldPoint(x: east - east.rounded(.down), y: min(max(south, 0), 1)))
        let isAround = east - west >= 1
        return GeoBounds(
            south: southEast.latitude, west: isAround ? -180 : northWest.longitude, north: northWest.latitude,
            east: isAround ? 180 : southEast.longitude)
    }

    /// Where a position is, between two points of one segment by its fraction.
    package func point(at position: Double) -> WorldPoint {
        guard let last = points.indices.last else { return WorldPoint(x: 0.5, y: 0.5) }
        let index = min(max(Int(position), 0), last)
        let share = min(max(position - Double(index), 0), 1)
        guard share > 0, index < last, !starts.contains(index + 1) else { return points[index] }
        let (start, end) = (points[index], points[index + 1])
        return WorldPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
    }
}
