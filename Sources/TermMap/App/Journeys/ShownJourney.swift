import MapModel

/// A journey with its figures and its line on the map, made in the background.
package struct ShownJourney: Sendable {
    package let figures: JourneyFigures
    package let line: JourneyLine
    package let columns: [JourneyMeasure]

    /// - Complexity: O(n).
    package init(_ journey: Journey, _ rules: JourneyRules? = nil) {
        figures = JourneyFigures(journey, rules)
        line = JourneyLine(journey)
        columns = figures.measures
    }

    package var journey: Journey { figures.journey }
    package var name: String { journey.name }
    package var hasTimes: Bool { journey.hasTimes }
    package var stops: [JourneyStop] { figures.stops }

    /// Whether both are of the same row, or of the same points.
    func isSameJourney(as other: ShownJourney) -> Bool {
        name == other.name && journey.row == other.journey.row
            && journey.rows.first == other.journey.rows.first
    }

    /// Whether it is the line of a row, or has it as a point.
    func holds(row: UInt32) -> Bool {
        journey.row.map { $0 == row } ?? journey.rows.contains(row)
    }

    /// Its points are rows on the map.
    var hasRows: Bool { journey.row == nil && !journey.rows.isEmpty }

    // MARK: - Axis

    /// How long it is: metres, or seconds.
    func length(_ isByTime: Bool) -> Double {
        isByTime ? figures.seconds(at: figures.end) ?? 0 : figures.distance(at: figures.end)
    }

    /// Where a position is on the axis.
    func x(of position: JourneyPosition, _ isByTime: Bool) -> Double {
        isByTime ? figures.seconds(at: position) ?? 0 : figures.distance(at: position)
    }

    /// The position at a place of the axis.
    func position(at x: Double, _ isByTime: Bool) -> JourneyPosition {
        guard x < length(isByTime) else { return figures.end }
        return isByTime
            ? figures.position(atSeconds: x) ?? figures.start : figures.position(atDistance: max(x, 0))
    }

    /// The axis of a strip with so many columns.
    func axis(columns: Int, isByTime: Bool, unit: DistanceUnit) -> StripAxis {
        let segments =
            isByTime ? [0] : journey.segmentStarts.map { figures.distance(at: JourneyPosition(point: $0)) }
        return StripAxis(
            length: length(isByTime), columns: columns, segments: segments, unit: isByTime ? nil : unit.meters
        )
    }

    /// The mean of each column; nil where nothing is known.
    func values(of measure: JourneyMeasure, _ isByTime: Bool, on axis: StripAxis) -> [Double?] {
        (0..<axis.count).map { column in
            guard let stretch = axis.stretch(of: column) else { return nil }
            let start = position(at: stretch.lowerBound, isByTime)
            let end = position(at: stretch.upperBound, isByTime)
            // Nothing is known of the time between two segments.
            if isByTime, start.point == end.point || end.fraction == 0 && start.point + 1 == end.point,
                figures.isGap(after: start.point), start.fraction > 0 || end.fraction > 0
            {
                return nil
            }
            return figures.mean(of: measure, from: start, to: max(start, end))
        }
    }

    /// The columns that lie within stops.
    func stopColumns(on axis: StripAxis) -> [Range<Int>] {
        stops.compactMap { stop in
            let ends = [stop.points.lowerBound, stop.points.upperBound].map {
                axis.column(of: x(of: JourneyPosition(point: $0), true))
            }
            return ends[1] > ends[0] ? ends[0]..<ends[1] : nil
        }
    }

    /// The climb or the fall around a point.
    func climb(around position: JourneyPosition) -> ClosedRange<JourneyPosition>? {
        figures.climb(around: position)
    }

    /// How near its line comes to a place on the plane; squared.
    func distance(to point: WorldPoint) -> Double {
        var least = Double.infinity
        line.visitPieces(worldDots: 4096) { piece in
            for place in piece {
                let x = place.x - point.x - (place.x - point.x).rounded()
                least = min(least, x * x + (place.y - point.y) * (place.y - point.y))
            }
        }
        return least
    }
}

extension ShownJourney: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.isSameJourney(as: right) && left.journey.count == right.journey.count
    }
}

extension JourneyLine {
    init(_ journey: Journey) {
        self.init((0..<journey.count).map { journey.places[$0] }, starts: journey.segmentStarts)
    }
}
