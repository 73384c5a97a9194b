import Foundation
import MapModel

@testable import App
@testable import Runtime

/// Journeys whose figures are known from how they are made.
enum SampleJourneys {
    /// 8:00 on 14 June 2026.
    static let start: Int64 = 1_781_424_000_000

    /// Up and down an island: 1,280 points 15 s apart, and a stay of 20 min on the way up.
    ///
    /// - Parameters:
    ///   - hasTimes: the points have times, and with them stops.
    ///   - hasHeights: they have heights; the second half of them where `half` is set.
    static func ride(
        name: String = "ride", row: UInt32? = 0, hasTimes: Bool = true, hasHeights: Bool = true,
        half: Bool = false, column: Bool = true
    ) -> ShownJourney? {
        let corners = [
            (28.47, -16.25), (28.52, -16.36), (28.36, -16.55), (28.27, -16.64), (28.12, -16.73),
            (28.05, -16.71),
        ]
        var builder = JourneyBuilder(name: name, row: row)
        let steps = 240
        var moment = start
        for leg in 0..<corners.count - 1 {
            for step in 0..<steps {
                let share = Double(step) / Double(steps)
                let place = Coordinate(
                    latitude: corners[leg].0 + (corners[leg + 1].0 - corners[leg].0) * share,
                    longitude: corners[leg].1 + (corners[leg + 1].1 - corners[leg].1) * share)
                let way = (Double(leg) + share) / Double(corners.count - 1)
                let height = 2_300 * sin(way * .pi)
                let number = leg * steps + step
                let isKnown = hasHeights && !(half && number < 600)
                for _ in 0..<(number == 600 ? 81 : 1) {
                    builder.append(
                        place, height: isKnown ? height : nil, moment: hasTimes ? moment : nil)
                    if column { builder.set(110 + 60 * sin(way * 20), column: "hr") }
                    moment += 15_000
                }
            }
        }
        return builder.finish().map { ShownJourney($0) }
    }

    /// Points on a line from one place to another, one a minute.
    static func line(
        _ places: [(Double, Double)], name: String = "line", row: UInt32? = nil, heights: [Double?] = [],
        hasTimes: Bool = false, segments: Set<Int> = []
    ) -> ShownJourney? {
        var builder = JourneyBuilder(name: name, row: row)
        for (index, place) in places.enumerated() {
            if segments.contains(index) { builder.startSegment() }
            builder.append(
                Coordinate(latitude: place.0, longitude: place.1),
                height: index < heights.count ? heights[index] : nil,
                moment: hasTimes ? start + Int64(index) * 60_000 : nil)
        }
        return builder.finish().map { ShownJourney($0) }
    }

    /// Eleven days between towns, with a point each 10 minutes while somebody stays.
    static func history() -> ShownJourney? {
        let towns: [(Double, Double, Int)] = [
            (47.3769, 8.5417, 3_720), (46.8508, 9.5320, 38), (46.5511, 9.3219, 70), (46.3200, 9.3990, 52),
            (45.8081, 9.0852, 1_145), (45.4642, 9.1900, 1_620), (45.6983, 9.6773, 164),
            (45.4384, 10.9916, 980),
            (45.4064, 11.8768, 91), (45.4408, 12.3155, 2_950), (44.8381, 11.6198, 182),
            (44.4949, 11.3426, 1_212),
            (43.7696, 11.2558, 3_180),
        ]
        var builder = JourneyBuilder(name: "", kind: .history)
        var moment = start
        var row: UInt32 = 0
        func append(_ latitude: Double, _ longitude: Double) {
            builder.append(
                FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)), row: row,
                moment: moment)
            row += 1
        }
        for (number, town) in towns.enumerated() {
            for minute in stride(from: 0, through: town.2, by: 5) {
                // Fixes lie around the place, not on it.
                let turn = Double(minute)
                append(town.0 + 0.0004 * sin(turn), town.1 + 0.0005 * cos(turn * 1.7))
                moment += 300_000
            }
            guard number + 1 < towns.count else { continue }
            let next = towns[number + 1]
            for step in 1..<12 {
                let share = Double(step) / 12
                append(town.0 + (next.0 - town.0) * share, town.1 + (next.1 - town.1) * share)
                moment += 240_000
            }
        }
        return builder.finish().map { ShownJourney($0, .history) }
    }
}

extension Story {
    /// Opens the strip with journeys, as the background would answer.
    mutating func showStrip(of journeys: [ShownJourney?]) {
        play("p")
        apply(
            .journeys(JourneyAnswer(journeys: journeys.compactMap(\.self)), ticket: state.map.journeys.ticket)
        )
        state.screen.message = nil
    }

    /// Lists the stops of journeys.
    mutating func showStops(of journeys: [ShownJourney?], names: StayNames? = nil) {
        apply(.command(.stops(.toggle)))
        let shown = journeys.compactMap(\.self)
        let stays = Stays(of: shown, names: names, rules: .history)
        apply(.journeys(JourneyAnswer(journeys: shown, stays: stays), ticket: state.map.journeys.ticket))
        state.screen.message = nil
    }
}
