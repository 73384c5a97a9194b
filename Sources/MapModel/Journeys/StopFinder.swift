import CByteScan

/// Finds the stops of a journey with times.
///
/// From a point on, following points are taken while they are within a distance of the mean of those taken; up to two
/// strays in a row are passed over, unless they are a stop themselves. If the first to the last taken lasts long enough, it
/// is a stop; points at both ends beyond half the distance from its middle are cut off. After the stay points of Li, Zheng and others,
/// "Mining user similarity based on location history", 2008, with a mean in place of the first point, which drifts.
///
/// - Complexity: O(n) where points move or stay; what moves too fast to make a stop is passed at once.
struct StopFinder {
    let journey: Journey
    let rules: JourneyRules

    private static let mostStrays = 2
    /// Nobody who stays is so many distances away after the shortest stop.
    private static let farFactor = 2.5

    func stops() -> [JourneyStop] {
        guard journey.hasTimes, journey.count > 1 else { return [] }
        var stops: [JourneyStop] = []
        var first = 0
        // The first point that is late enough to end a stop, and how much later it is.
        var (end, span) = (0, Int64(0))
        while first < journey.count {
            if end < first { (end, span) = (first, 0) }
            while end < journey.count, span < rules.stopMilliseconds {
                end += 1
                if end < journey.count { span += journey.milliseconds(to: end) }
            }
            guard end < journey.count else { break }
            let plane = JourneyPlane(journey.places.fixed[first])
            var next = first + 1
            if !isFar(plane, end), let stop = stop(from: first, plane) {
                stops.append(stop)
                next = stop.points.upperBound + 1
            }
            while first < next {
                first += 1
                if first <= end, first < journey.count { span -= journey.milliseconds(to: first) }
            }
        }
        return stops
    }

    /// Whether the points that could end a stop are far away.
    private func isFar(_ plane: JourneyPlane, _ end: Int) -> Bool {
        let limit = rules.stopMeters * Self.farFactor
        for point in end..<Swift.min(end + Self.mostStrays + 1, journey.count) {
            let (x, y) = plane.offset(of: journey.places.fixed[point])
            if x * x + y * y <= limit * limit { return false }
        }
        return true
    }

    private func stop(from first: Int, _ plane: JourneyPlane) -> JourneyStop? {
        var (sumX, sumY, count) = (0.0, 0.0, 1.0)
        var (last, strays) = (first, 0)
        var (span, lastSpan) = (Int64(0), Int64(0))
        let limit = rules.stopMeters * rules.stopMeters
        var stray = (x: 0.0, y: 0.0, span: Int64(0))
        var point = first + 1
        while point < journey.count {
            let (x, y) = plane.offset(of: journey.places.fixed[point])
            let (dx, dy) = (x - sumX / count, y - sumY / count)
            span += journey.milliseconds(to: point)
            if dx * dx + dy * dy <= limit {
                sumX += x
                sumY += y
                count += 1
                (last, lastSpan) = (point, span)
                strays = 0
            } else {
                strays += 1
                if strays > Self.mostStrays { break }
                if strays == 1 {
                    stray = (x, y, span)
                } else if span - stray.span >= rules.stopMilliseconds {
                    // Who stays elsewhere is no stray: of a visit, a history may have two points.
                    let (dx, dy) = (x - stray.x, y - stray.y)
                    if dx * dx + dy * dy <= limit { break }
                }
            }
            point += 1
        }
        guard lastSpan >= rules.stopMilliseconds else { return nil }
        return trimmed(first...last, plane, (sumX / count, sumY / count))
    }

    /// Cuts off the points at both ends that are on the way here and from here.
    private func trimmed(
        _ points: ClosedRange<Int>, _ plane: JourneyPlane, _ middle: (x: Double, y: Double)
    ) -> JourneyStop? {
        func distance(_ point: Int) -> Double {
            let (x, y) = plane.offset(of: journey.places.fixed[point])
            let (dx, dy) = (x - middle.x, y - middle.y)
            return (dx * dx + dy * dy).squareRoot()
        }
        var (first, last) = (points.lowerBound, points.upperBound)
        while first < last, distance(first) > rules.stopMeters / 2 { first += 1 }
        while last > first, distance(last) > rules.stopMeters / 2 { last -= 1 }
        let span = ((first + 1)..<(last + 1)).reduce(Int64(0)) { $0 + journey.milliseconds(to: $1) }
        guard first < last, span >= rules.stopMilliseconds else { return nil }
        var (sumX, sumY, count) = (0.0, 0.0, 0)
        for point in first...last where distance(point) <= rules.stopMeters {
            let (x, y) = plane.offset(of: journey.places.fixed[point])
            sumX += x
            sumY += y
            count += 1
        }
        let number = Double(Swift.max(count, 1))
        return JourneyStop(
            points: first...last, place: plane.coordinate(x: sumX / number, y: sumY / number),
            pointCount: count, start: journey.moments[first], end: journey.moments[last], milliseconds: span)
    }
}

/// A plane that touches the globe: where places near its middle are, in metres.
struct JourneyPlane {
    private let middle: FixedCoordinate
    /// Metres to a unit of longitude; nil near a pole, where longitudes are directions.
    private let eastScale: Double?
    private let pole: (x: Double, y: Double)

    private static let northScale = 6_371_008.8 * .pi / 180 / FixedCoordinate.unitsPerDegree
    private static let polarE7: UInt32 = 890_000_000

    @inline(__always)
    init(_ middle: FixedCoordinate) {
        self.middle = middle
        if middle.latitudeE7.magnitude < Self.polarE7 {
            eastScale = Self.northScale * cos(Double(middle.latitudeE7) / 1e7 * .pi / 180)
            pole = (0, 0)
        } else {
            eastScale = nil
            pole = Self.polar(middle)
        }
    }

    /// Metres from the pole, the meridian of Greenwich upwards.
    private static func polar(_ place: FixedCoordinate) -> (x: Double, y: Double) {
        let radius = Double(900_000_000 - Int64(place.latitudeE7.magnitude)) * northScale
        let longitude = Double(place.longitudeE7) / 1e7 * .pi / 180
        return (radius * sin(longitude), radius * cos(longitude))
    }

    /// Metres from the middle: eastwards and northwards, but near a pole.
    @inline(__always)
    func offset(of place: FixedCoordinate) -> (x: Double, y: Double) {
        guard let eastScale else {
            let (x, y) = Self.polar(place)
            let isOther = (place.latitudeE7 < 0) != (middle.latitudeE7 < 0)
            return (x - pole.x + (isOther ? 1e7 : 0), y - pole.y)
        }
        let east = LongitudeStep.shorter(from: middle.longitudeE7, to: place.longitudeE7)
        let north = Int64(place.latitudeE7) - Int64(middle.latitudeE7)
        return (Double(east) * eastScale, Double(north) * Self.northScale)
    }

    /// The coordinate of a place near the middle.
    func coordinate(x: Double, y: Double) -> Coordinate {
        let place = middle.coordinate
        guard let eastScale else {
            let (x, y) = (x + pole.x, y + pole.y)
            let latitude = 90 - (x * x + y * y).squareRoot() / Self.northScale / 1e7
            let longitude = atan2(x, y) * 180 / .pi
            return Coordinate(latitude: middle.latitudeE7 < 0 ? -latitude : latitude, longitude: longitude)
        }
        return Coordinate(
            latitude: Swift.max(-90, Swift.min(90, place.latitude + y / Self.northScale / 1e7)),
            longitude: Coordinate.wrapped(longitude: place.longitude + x / eastScale / 1e7))
    }
}
