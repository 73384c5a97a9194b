import App
import CellGraphics
import DataSets
import MapModel
import RowValues
import Rows
import Streams

/// What is asked of journeys.
struct TripRequest {
    let grouping: TrackGrouping?
    let question: TimeQuestion
    /// For text; nil for metres.
    let unit: DistanceUnit?
    /// Metres from the start; nil for all.
    private(set) var range: (from: Double, to: Double)?
    /// Moments; nil for no limit.
    private(set) var moments: (from: Int64?, until: Int64?) = (nil, nil)
    private(set) var splitMeters: Double?
    private let stop: (milliseconds: Int64?, meters: Double?)
    private let smoothing: Double?
    private let hysteresis: Double?
    private let areStops: Bool

    init(_ command: TripCommand) throws(UsageError) {
        let options = command.options
        grouping = options.journeys.grouping
        question = try options.time.question(always: true)
        unit = options.units.flatMap { DistanceUnit(name: $0.rawValue) }
        let unit = unit ?? .kilometers
        splitMeters = try command.splits.map { (text) throws(UsageError) in
            try Self.meters(text, "--splits", unit, least: 1)
        }
        smoothing = try command.smooth.map { (text) throws(UsageError) in
            try Self.meters(text, "--smooth", .meters)
        }
        hysteresis = try command.hysteresis.map { (text) throws(UsageError) in
            try Self.meters(text, "--hysteresis", .meters)
        }
        stop = try command.stop.map { (text) throws(UsageError) in try Self.stop(text) } ?? (nil, nil)
        areStops = command.stops || options.output != nil
        range = try command.range.map { (text) throws(UsageError) in try Self.range(text, unit) }
        moments.from =
            try command.from.map { (text) throws(UsageError) in
                try Self.moments(text, "--from", question.shownZone).from
            } ?? nil
        moments.until =
            try command.to.map { (text) throws(UsageError) in
                try Self.moments(text, "--to", question.shownZone).until
            } ?? nil
    }

    /// How journeys of a kind are measured.
    func rules(of kind: Journey.Kind) -> JourneyRules {
        var rules = areStops ? JourneyRules.history : JourneyRules(kind)
        if let milliseconds = stop.milliseconds { rules.stopMilliseconds = milliseconds }
        if let meters = stop.meters { rules.stopMeters = meters }
        if let smoothing { rules.smoothingMeters = smoothing }
        if let hysteresis { rules.hysteresisMeters = hysteresis }
        return rules
    }

    /// The stretch of a journey that is asked for; nil where it has nothing of that.
    func stretch(of figures: JourneyFigures) -> (from: JourneyPosition, to: JourneyPosition)? {
        if let range {
            guard range.from <= figures.journey.way.meters else { return nil }
            return (figures.position(atDistance: range.from), figures.position(atDistance: range.to))
        }
        var (from, to) = (figures.start, figures.end)
        guard moments.from != nil || moments.until != nil else { return (from, to) }
        guard figures.journey.hasTimes else { return nil }
        if let moment = moments.from {
            guard let position = figures.position(atMoment: moment) else { return nil }
            from = position
        }
        if let moment = moments.until {
            if moment < figures.journey.moments[0] { return nil }
            to = figures.position(atMoment: moment) ?? figures.end
        }
        return from <= to ? (from, to) : nil
    }

    // MARK: - Texts

    private static func meters(
        _ text: String, _ option: String, _ unit: DistanceUnit, least: Double = 0
    ) throws(UsageError) -> Double {
        let found: Double
        do throws(DistanceText.Failure) {
            found = try DistanceText(text, defaultUnit: unit).meters
        } catch {
            throw UsageError("\(option): \(error)")
        }
        guard found >= least else {
            throw UsageError("\(option): too short: \(quoted(text)) (expected 1m or more)")
        }
        return found
    }

    private static func stop(_ text: String) throws(UsageError) -> (milliseconds: Int64?, meters: Double?) {
        var stop: (milliseconds: Int64?, meters: Double?)
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.filter { $0 != " " })
        }
        func isWrong() -> UsageError {
            UsageError("--stop: expected a time, a distance: \(quoted(text)) (such as 60s,30m or 10min,200m)")
        }
        guard (1...2).contains(parts.count) else { throw isWrong() }
        for (index, part) in parts.enumerated() {
            // m is minutes alone in front, and metres after a time.
            let isTime = index == 0 && !(parts.count == 1 && part.hasSuffix("m") && !part.hasSuffix("min"))
            if isTime, let length = TimeLength(part), length.months == 0 {
                stop.milliseconds = length.milliseconds + Int64(length.days) * 86_400_000
            } else if let distance = try? DistanceText(part, defaultUnit: .meters), distance.meters > 0 {
                stop.meters = distance.meters
            } else {
                throw isWrong()
            }
        }
        return stop
    }

    private static func range(_ text: String, _ unit: DistanceUnit) throws(UsageError) -> (
        from: Double, to: Double
    ) {
        let bytes = Array(text.utf8)
        let dots = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
        guard let dots else {
            throw UsageError("--range: expected FROM..TO: \(quoted(text)) (such as 27.6..44.9)")
        }
        let first = String(decoding: bytes[..<dots], as: UTF8.self)
        let last = String(decoding: bytes[(dots + 2)...], as: UTF8.self)
        let from = first.isEmpty ? 0 : try meters(first, "--range", unit)
        let to = last.isEmpty ? .infinity : try meters(last, "--range", unit)
        guard from < to else { throw UsageError("--range: \(quoted(text)) ends before it begins") }
        return (from, to)
    }

    private static func moments(
        _ text: String, _ option: String, _ zone: ZoneTable
    ) throws(UsageError) -> (from: Int64?, until: Int64?) {
        guard case .between(let from, let until)? = try? TimeWindow(text, zone: zone) else {
            throw UsageError("\(option): not a time: \(quoted(text)) (expected such as 2026-05-02T08:00)")
        }
        // A whole second is a moment, a day is all of it.
        let isSecond = if let from, let until { until - from <= 1000 } else { false }
        return (from, isSecond ? from : until)
    }
}
