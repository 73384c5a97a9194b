import CellGraphics
import MapModel
import Rows

/// Lengths, heights, times and speeds of journeys, as people read them.
package struct JourneyWords: Equatable, Sendable {
    package let unit: DistanceUnit
    package let isASCII: Bool
    /// What moved; nil where that is not known.
    private let kind: ThingKind?

    package init(_ unit: DistanceUnit, isASCII: Bool, of kind: ThingKind? = nil) {
        (self.unit, self.isASCII, self.kind) = (unit, isASCII, kind)
    }

    /// Heights are in feet where distances are in miles or feet, and of aircraft.
    var heightUnit: DistanceUnit {
        unit == .miles || unit == .feet || kind == .aircraft ? .feet : .meters
    }

    /// The unit of distances whose speeds are used: aircraft and ships move in knots.
    private var unitOfSpeeds: DistanceUnit { kind == .aircraft || kind == .ship ? .nauticalMiles : unit }

    /// `108.7 km`, `340 m`.
    package func length(_ meters: Double) -> String { unit.text(meters: meters) }

    /// `38.4`: without its unit, one decimal.
    package func figure(_ meters: Double) -> String { (meters / unit.meters).fixed(1) }

    /// `1,912 m`.
    package func height(_ meters: Double) -> String {
        "\(whole(meters / heightUnit.meters)) \(heightUnit.symbol)"
    }

    /// `↑ 2,658 m`; `up 2,658 m` where there is only ASCII.
    package func ascent(_ meters: Double) -> String { (isASCII ? "up " : "↑ ") + height(meters) }
    package func descent(_ meters: Double) -> String { (isASCII ? "down " : "↓ ") + height(meters) }

    /// `4.5 %`, of rise by way.
    package func slope(_ share: Double) -> String { (share * 100).fixed(1) + " %" }

    /// `13.4 km/h`.
    package func speed(_ metersPerSecond: Double) -> String {
        let value = metersPerSecond * speedFactor
        let isShort = abs(value) < 99.95 || !(abs(value) < 1e9)
        return "\(isShort ? value.fixed(1) : Int(value.rounded()).grouped) \(speedUnit)"
    }

    /// What metres a second are multiplied with, and the name of what comes of it.
    package var speedFactor: Double {
        switch unitOfSpeeds {
        case .miles, .feet: 3600 / DistanceUnit.miles.meters
        case .nauticalMiles: 3600 / DistanceUnit.nauticalMiles.meters
        case .kilometers, .meters: 3.6
        }
    }

    package var speedUnit: String {
        switch unitOfSpeeds {
        case .miles, .feet: "mph"
        case .nauticalMiles: "kn"
        case .kilometers, .meters: "km/h"
        }
    }

    /// From here on days say more than hours.
    private static let longestInHours = 2 * 86_400

    /// `5:02 h`, `38:05 min`, `12 s`, `4 d 2 h`.
    package func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "–" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60):\(Self.two(whole % 60)) min" }
        if whole >= Self.longestInHours { return Self.stay(seconds) }
        let minutes = (whole + 30) / 60
        return "\((minutes / 60).grouped):\(Self.two(minutes % 60)) h"
    }

    /// `0:53`, `2:05:30`: hours and minutes since the start, with seconds where they are counted.
    package func clock(_ seconds: Double, withSeconds: Bool) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "–" }
        let whole = Int(seconds.rounded())
        let minutes = "\(whole / 3600):\(Self.two(whole / 60 % 60))"
        return withSeconds ? minutes + ":" + Self.two(whole % 60) : minutes
    }

    /// `2 d 14 h`, `19 h 5 min`, `38 min`, `45 s`: how long a stay was.
    package static func stay(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "–" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if minutes < 60 { return "\(minutes) min" }
        if minutes < 1440 {
            return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
        }
        let hours = (minutes + 30) / 60
        return hours % 24 == 0 ? "\((hours / 24).grouped) d" : "\((hours / 24).grouped) d \(hours % 24) h"
    }

    // MARK: - Figures of a stretch

    /// What is said of all of a journey, in fewer and fewer words.
    func totals(_ figures: StretchFigures) -> [DisplayText] {
        let way = length(figures.meters)
        var heights = ("", "")
        if let up = figures.ascent, let down = figures.descent {
            let short =
                (isASCII ? "up " : "↑ ") + whole(up / heightUnit.meters) + (isASCII ? " down " : " ↓ ")
                + height(down)
            heights = ("   \(ascent(up))  \(descent(down))", "  " + short)
        }
        var times = ("", "")
        if let moving = figures.movingSeconds, let all = figures.elapsedSeconds {
            times = ("   \(duration(moving)) moving, \(duration(all)) in all", "  " + duration(moving))
        }
        return [
            way + heights.0 + times.0, way + heights.0 + times.1, way + heights.1 + times.1, way + times.1,
            way,
        ].map { DisplayText(sanitising: $0) }
    }

    /// `17.3 km`, `↑ 790 m`, `↓ 11 m`, `4.5 % mean`, `1:17 h moving`, `13.4 km/h`, `best km 4:08 min`.
    func parts(_ figures: StretchFigures) -> [String] {
        var parts = [length(figures.meters)]
        if let up = figures.ascent, let down = figures.descent { parts += [ascent(up), descent(down)] }
        if let slope = figures.meanSlope { parts.append(self.slope(slope) + " mean") }
        if let moving = figures.movingSeconds { parts.append(duration(moving) + " moving") }
        if let speed = figures.movingSpeed { parts.append(self.speed(speed)) }
        if let best = figures.bestKilometerSeconds { parts.append("best km " + duration(best)) }
        return parts
    }

    /// All figures, a line each.
    func fields(_ figures: StretchFigures) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value { fields.append((name, value)) }
        }
        add("points", figures.pointCount.grouped)
        if figures.segmentCount > 1 { add("segments", figures.segmentCount.grouped) }
        // One point has no way.
        if figures.pointCount > 1 || figures.meters > 0 {
            add("distance", unit.figure(meters: figures.meters))
            add("in space", figures.metersInSpace.map { unit.figure(meters: $0) })
            add("moving", figures.movingMeters.map { unit.figure(meters: $0) })
        }
        add("ascent", figures.ascent.map(height))
        add("descent", figures.descent.map(height))
        add("lowest", figures.lowest.map(height))
        add("highest", figures.highest.map(height))
        add("mean slope", figures.meanSlope.map(slope))
        // Earlier times count from the beginning of a trail.
        if let start = figures.start, start > Self.firstMoment {
            add("start", Self.time(start))
            add("end", figures.end.flatMap(Self.time))
        }
        add("in all", figures.elapsedSeconds.map(duration))
        add("time moving", figures.movingSeconds.map(duration))
        add("mean speed", figures.meanSpeed.map(speed))
        add("moving speed", figures.movingSpeed.map(speed))
        add("fastest", figures.fastest.map(speed))
        add("best km", figures.bestKilometerSeconds.map(duration))
        return fields
    }

    /// `2026-05-28T20:31:23Z`, with milliseconds where there are any.
    private static func time(_ moment: Int64) -> String? {
        guard let text = UTCInstant(milliseconds: moment).map({ "\($0)" }) else { return nil }
        return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
    }

    /// 1 January 1971.
    private static let firstMoment: Int64 = 31_536_000_000

    // MARK: - Columns

    /// What values are multiplied with, and the unit of what comes of it.
    func scale(of measure: JourneyMeasure) -> (factor: Double, unit: String) {
        switch measure {
        case .height: (1 / heightUnit.meters, heightUnit.symbol)
        case .speed: (speedFactor, speedUnit)
        case .slope: (100, "%")
        case .column: (1, "")
        }
    }

    /// A value with its unit.
    func text(_ value: Double, of measure: JourneyMeasure) -> String {
        switch measure {
        case .height: height(value)
        case .speed: speed(value)
        case .slope: slope(value)
        case .column: value.trimmed(1)
        }
    }

    /// Short names of sensors in words; others as they are.
    static func name(ofColumn name: String) -> DisplayText {
        switch name.lowercased() {
        case "hr": "heart rate"
        case "cad": "cadence"
        case "atemp": "temperature"
        default: DisplayText(sanitising: name, limit: 60)
        }
    }

    private func whole(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        return Int(value.rounded()).grouped
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
