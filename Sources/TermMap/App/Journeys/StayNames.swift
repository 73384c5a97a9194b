import CellGraphics
import MapModel

/// The names of the places of stops.
package struct StayNames: Sendable {
    private let atlas: Atlas
    private let unit: DistanceUnit

    /// Farther from a place its name stands behind a distance and a direction.
    private static let nearMeters = 15_000.0

    package init(_ atlas: Atlas, unit: DistanceUnit) { (self.atlas, self.unit) = (atlas, unit) }

    /// `Venice`, `12 km NE of Chur`, and where that is: `Veneto, Italy`; empty where nothing is known.
    package func name(at place: Coordinate) -> (name: DisplayText, area: DisplayText) {
        guard let (id, meters) = atlas.locator.nearestInArea(to: place, count: 1).first else {
            return (.empty, .empty)
        }
        let gazetteer = atlas.gazetteer
        var name = gazetteer.name(of: id)
        if meters > Self.nearMeters {
            let direction = CompassPoint(
                bearing: GreatCircle.bearing(from: gazetteer.coordinate(of: id), to: place))
            name = "\(unit.text(meters: meters)) \(direction.symbol) of \(name)"
        }
        let areas = [gazetteer.region(of: id), gazetteer.country(of: id)].compactMap(\.self)
            .filter { $0 != id }.map { gazetteer.name(of: $0) }
        return (
            DisplayText(sanitising: name, limit: 200),
            DisplayText(sanitising: areas.joined(separator: ", "), limit: 200)
        )
    }
}

extension Stays {
    /// The stops of journeys, named where names are known.
    ///
    /// - Complexity: O(points of stops).
    package init(of journeys: [ShownJourney], names: StayNames?, rules: JourneyRules) {
        var stays: [Stay] = []
        for (number, shown) in journeys.enumerated() {
            var before: JourneyStop?
            for stop in shown.stops {
                var stay = Stay(stop, in: shown, rules)
                stay.journey = number
                if let before {
                    let way = shown.figures.stretch(
                        from: JourneyPosition(point: before.points.upperBound),
                        to: JourneyPosition(point: stop.points.lowerBound))
                    (stay.wayMeters, stay.waySeconds) = (way.meters, way.elapsedSeconds)
                }
                if let names { (stay.name, stay.area) = names.name(at: stop.place) }
                stays.append(stay)
                before = stop
            }
        }
        let figures = journeys.map(\.figures.whole)
        let moving = figures.compactMap(\.movingSeconds)
        self.init(
            stays, pointCount: journeys.reduce(0) { $0 + $1.journey.count },
            meters: figures.reduce(0) { $0 + $1.meters },
            movingSeconds: moving.isEmpty ? nil : moving.reduce(0, +),
            leastSeconds: Double(rules.stopMilliseconds) / 1000, reachMeters: rules.stopMeters)
    }
}

extension Stay {
    fileprivate init(_ stop: JourneyStop, in shown: ShownJourney, _ rules: JourneyRules) {
        // Strays are no points of a stop.
        let reach = stop.points.reduce(0.0) { reach, point in
            let meters = GreatCircle.distance(from: stop.place, to: shown.journey.places[point])
            return meters > rules.stopMeters ? reach : max(reach, meters)
        }
        self.init(
            start: stop.start, end: stop.end, place: stop.place, pointCount: stop.pointCount,
            reachMeters: reach, points: stop.points)
    }
}
