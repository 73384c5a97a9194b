import CellGraphics
import MapModel
import Streams

/// A position and its fix in words.
package struct PositionText {
    package let position: OwnPosition
    package let unit: DistanceUnit
    package let isASCII: Bool
    package let now: Duration

    package init(_ position: OwnPosition, _ state: AppState) {
        self.position = position
        unit = state.screen.distanceUnit
        isASCII = state.screen.appearance.charset == .ascii
        now = state.now
    }

    /// A reason of any length must leave room for the rest of the bar.
    private static let longestReason = 24

    package enum FixState { case good, ended, stale, problem }

    /// How good the fix is and how old; else why there is none.
    package var fix: (text: DisplayText, state: FixState) {
        let age = AgeText.text(position.age(at: now))
        if case .lost(let reason, _) = position.status {
            let words = DisplayText(sanitising: withoutAddress(reason)).clipped(
                to: Self.longestReason, ellipsis: isASCII ? .tilde : .unicode)
            let retry = position.retrySeconds(at: now) ?? 0
            return (position.shortSourceName + ": " + words + ", retry in \(retry) s", .problem)
        }
        guard let fix = position.fix else { return (whyNone, .problem) }
        if position.lastDrop == .noFix {
            return (position.hasEnded ? "NO FIX · end of log" : "NO FIX \(age)", .problem)
        }
        if position.isStale(at: now) {
            let reason = position.lastDrop.map { " · dropped: \($0.words)" } ?? ""
            return (DisplayText(sanitising: "stale \(age)" + reason), .stale)
        }
        let parts = [quality(of: fix) + accuracy(of: fix, " "), position.hasEnded ? "end of log" : age]
        return (DisplayText(sanitising: parts.joined(separator: " · ")), position.hasEnded ? .ended : .good)
    }

    /// Why there is no position: what was dropped most, unless the receiver itself has none.
    private var whyNone: DisplayText {
        let filter = position.filter
        let reasons = FixDropReason.allCases.filter { $0 != .noFix && filter.count(of: $0) > 0 }
        guard let reason = reasons.max(by: { filter.count(of: $0) < filter.count(of: $1) }) else {
            let lines = position.droppedLines.reasons.split(separator: ",").first
            if let lines, filter.droppedCount == 0 {
                return DisplayText(sanitising: "no fix: \(lines)")
            }
            return position.hasEnded ? "no fix in the log" : "no fix yet"
        }
        let fixes = filter.count(of: reason).counted("fix", "fixes")
        return DisplayText(sanitising: "\(fixes) dropped: \(reason.words)")
    }

    /// "12.3 km/h 270°" while moving; empty while standing.
    package var motion: DisplayText {
        guard let fix = position.fix, !position.isStale(at: now), position.lastDrop != .noFix,
            let speed = fix.speedMetersPerSecond, speed > 1852.0 / 3600
        else { return "" }
        return DisplayText(sanitising: self.speed(speed) + (fix.courseDegrees.map { " " + course($0) } ?? ""))
    }

    /// "Connection refused" of "localhost:2947: Connection refused": the panel has it whole.
    private func withoutAddress(_ reason: String) -> String {
        guard let address = position.sourceName.text.split(separator: " ").last, reason.hasPrefix(address)
        else {
            return reason
        }
        return String(reason.dropFirst(address.count).drop { $0 == ":" || $0 == " " })
    }

    /// How the source is doing, in full.
    package var status: String {
        guard case .lost(let reason, _) = position.status else { return position.status.description }
        return "\(reason), retry in \(position.retrySeconds(at: now) ?? 0) s"
    }

    package func quality(of fix: LocationFix) -> String { fix.mode == .threeDimensional ? "3D" : "2D" }

    /// "±4 m" after a separator; empty when it is not known.
    package func accuracy(of fix: LocationFix, _ separator: String = "") -> String {
        guard let meters = fix.accuracyMeters, meters.isFinite else { return "" }
        let length = meters < 1 ? "\(max(meters, 0.01).fixed(2)) m" : unit.text(meters: meters)
        return separator + (isASCII ? "+-" : "±") + length
    }

    package func speed(_ metersPerSecond: Double) -> String {
        let (factor, name) =
            switch unit {
            case .miles, .feet: (3600 / DistanceUnit.miles.meters, "mph")
            case .nauticalMiles: (3600 / DistanceUnit.nauticalMiles.meters, "kn")
            case .kilometers, .meters: (3.6, "km/h")
            }
        let value = metersPerSecond * factor
        return "\(value.fixed(value < 99.95 ? 1 : 0)) \(name)"
    }

    /// In feet where distances are in miles or feet.
    func altitude(_ meters: Double) -> String {
        switch unit {
        case .miles, .feet: "\(Int((meters / DistanceUnit.feet.meters).rounded()).grouped) ft"
        case .kilometers, .meters, .nauticalMiles: "\(meters.fixed(1)) m"
        }
    }

    package func course(_ degrees: Double) -> String { degrees.fixed(0) + (isASCII ? " deg" : "°") }
}
