import CellGraphics
import MapModel
import Rows

/// What is said of a thing in figures: feet and knots of aircraft and ships, else the units of the user.
package struct ThingText {
    private static let metersPerFoot: Float = 0.3048
    private static let metersPerSecondInKnots: Float = 1852.0 / 3600
    /// 300 feet a minute: slower climbs are level flight.
    private static let levelMetersPerSecond: Float = 1.524

    package let unit: DistanceUnit
    package let isASCII: Bool

    package init(unit: DistanceUnit, isASCII: Bool) { (self.unit, self.isASCII) = (unit, isASCII) }

    // MARK: - Beside a name

    /// A level, a speed, or what a ship does; empty where nothing is known.
    package func beside(_ thing: Thing) -> DisplayText {
        switch thing.rest {
        case .anchored: return "anchored"
        case .moored: return "moored"
        case .none: break
        }
        if thing.kind == .aircraft {
            if thing.isOnGround { return "ground" }
            return thing.altitude.isFinite ? flightLevel(thing.altitude) + climbSign(thing) : .empty
        }
        guard thing.speed.isFinite, !thing.isStanding else { return .empty }
        if thing.kind == .ship { return DisplayText(sanitising: knots(thing.speed).fixed(1)) }
        return speed(thing)
    }

    /// What the callout of the selected thing adds to its name.
    package func ofCallout(_ thing: Thing) -> DisplayText {
        guard thing.kind != .aircraft else { return .empty }
        let speed = thing.rest == .none ? speed(thing) : beside(thing)
        let course = thing.isStanding ? DisplayText.empty : course(thing)
        return [speed, course].filter { !$0.isEmpty }.reduce(.empty) { $0.isEmpty ? $1 : $0 + " " + $1 }
    }

    /// "350": hundreds of feet in three digits.
    private func flightLevel(_ meters: Float) -> DisplayText {
        let level = Int((meters / Self.metersPerFoot / 100).rounded())
        let digits = String(level.magnitude)
        let padded = String(repeating: "0", count: max(3 - digits.count, 0)) + digits
        return DisplayText(sanitising: (level < 0 ? "-" : "") + padded)
    }

    private func climbSign(_ thing: Thing) -> DisplayText {
        guard abs(thing.climb) >= Self.levelMetersPerSecond else { return .empty }
        return thing.climb > 0 ? (isASCII ? "^" : "↑") : isASCII ? "v" : "↓"
    }

    // MARK: - In panels

    /// "FL170, climbing 1,850 ft/min"; empty where no altitude is known.
    package func altitude(_ thing: Thing) -> String {
        guard thing.altitude.isFinite else { return "" }
        let level = level(thing.altitude, thing.kind)
        guard thing.climb.isFinite else { return thing.isOnGround ? level + ", on the ground" : level }
        guard abs(thing.climb) >= Self.levelMetersPerSecond else { return level + ", level" }
        let verb = thing.climb > 0 ? "climbing" : "descending"
        let isMetric = thing.kind != .aircraft && unit == .kilometers
        let rate =
            isMetric
            ? "\(abs(thing.climb).rounded1) m/s"
            : "\((Int((abs(thing.climb) / Self.metersPerFoot * 60 / 50).rounded()) * 50).grouped) ft/min"
        return "\(level), \(verb) \(rate)"
    }

    /// "FL170" of aircraft, else metres or feet.
    package func level(_ meters: Float, _ kind: ThingKind) -> String {
        if kind == .aircraft { return "FL" + flightLevel(meters).text }
        if unit == .kilometers { return Int(meters.rounded()).grouped + " m" }
        return Int((meters / Self.metersPerFoot).rounded()).grouped + " ft"
    }

    /// "349 kn · 025°"; empty where neither is known.
    package func motion(_ thing: Thing) -> String {
        [speed(thing), course(thing)].filter { !$0.isEmpty }.map(\.text).joined(
            separator: isASCII ? ", " : " · ")
    }

    /// "349 kn".
    private func speed(_ thing: Thing) -> DisplayText {
        guard thing.speed.isFinite else { return .empty }
        return DisplayText(sanitising: speed(thing.speed, thing.kind))
    }

    /// "349 kn", "16.2 kn", "52 km/h".
    package func speed(_ metersPerSecond: Float, _ kind: ThingKind) -> String {
        switch kind {
        case .aircraft: return "\(Int(knots(metersPerSecond).rounded())) kn"
        case .ship: return knots(metersPerSecond).fixed(1) + " kn"
        case .aprs, .phone, .mesh, .other: break
        }
        switch unit {
        case .nauticalMiles: return knots(metersPerSecond).fixed(1) + " kn"
        case .miles: return "\(Int((metersPerSecond / 0.44704).rounded())) mph"
        default: return "\(Int((metersPerSecond * 3.6).rounded())) km/h"
        }
    }

    private func knots(_ metersPerSecond: Float) -> Double {
        Double(metersPerSecond / Self.metersPerSecondInKnots)
    }

    /// "025°".
    private func course(_ thing: Thing) -> DisplayText {
        guard thing.course.isFinite else { return .empty }
        let digits = String(Int(thing.course.rounded()) % 360)
        let padded = String(repeating: "0", count: 3 - digits.count) + digits
        return DisplayText(sanitising: padded + (isASCII ? "" : "°"))
    }

    /// "0.4 s ago", "12 s ago", "3 min ago".
    package static func ago(_ seconds: Double) -> String {
        if seconds < 10 { return seconds.fixed(1) + " s ago" }
        if seconds < 120 { return "\(Int(seconds)) s ago" }
        if seconds < 7_200 { return "\(Int(seconds / 60)) min ago" }
        return "\(Int(seconds / 3600)) h ago"
    }

    /// "12 msg/s", "1.2k msg/s".
    package static func rate(_ perSecond: Double) -> DisplayText {
        let text =
            perSecond < 9.95
            ? perSecond.fixed(1)
            : perSecond < 999.5
                ? perSecond.fixed(0)
                : perSecond < 999_500 ? (perSecond / 1000).fixed(1) + "k" : (perSecond / 1e6).fixed(1) + "M"
        return DisplayText(sanitising: text + " msg/s")
    }

    /// "5 min", "1 h", "none".
    package static func span(_ seconds: Double) -> String {
        if !seconds.isFinite { return "all" }
        if seconds <= 0 { return "none" }
        if seconds < 120 { return "\(Int(seconds.rounded())) s" }
        if seconds < 7_200 { return "\(Int((seconds / 60).rounded())) min" }
        return "\(Int((seconds / 3600).rounded())) h"
    }
}

extension Float {
    fileprivate var rounded1: String { Double(self).fixed(1) }
}

extension Thing.Emergency {
    /// What a callout says of it.
    package var words: DisplayText {
        switch self {
        case .none: .empty
        case .hijacking: "7500"
        case .radioFailure: "7600"
        case .emergency: "7700"
        case .rescueTransmitter: "AIS-SART"
        case .manOverboard: "MOB"
        case .beacon: "EPIRB"
        }
    }
}
