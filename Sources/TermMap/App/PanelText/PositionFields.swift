import CellGraphics
import MapModel
import Streams

extension AppState {
    /// What the panel of the position says: the fix, the track, and what became of the fixes.
    package var positionFields: [PanelField] {
        guard let position else { return [] }
        let text = PositionText(position, self)
        return fixFields(position, text) + receiverFields(position, text) + trackFields(position.track, text)
            + countFields(position)
    }

    private func fixFields(_ position: OwnPosition, _ text: PositionText) -> [PanelField] {
        var fields = [PanelField(name: "source", value: position.sourceName.text)]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { fields.append(PanelField(name: name, value: value)) }
        }
        add("status", text.status)
        add("note", position.note)
        add("clock", clockNote(position.clockLagMilliseconds))
        guard let fix = position.fix, let place = position.coordinate else { return fields }
        add("coordinate", "\(place.latitude.trimmed(7)), \(place.longitude.trimmed(7))")
        add("fix", text.quality(of: fix) + text.accuracy(of: fix, " "))
        add("altitude", fix.altitudeMeters.map(text.altitude))
        add("speed", fix.speedMetersPerSecond.map(text.speed))
        add("course", fix.courseDegrees.map(text.course))
        let seen = position.satellitesSeen.map { " of \($0) in view" } ?? ""
        add("satellites", position.satellitesUsed.map { "\($0)" + (seen.isEmpty ? " used" : seen) })
        add("time", fix.time.map { "\($0)" })
        if !position.hasEnded { add("age", AgeText.text(position.age(at: now))) }
        return fields
    }

    /// A clock that differs by more than a minute.
    private func clockNote(_ lag: Int64) -> String? {
        guard lag.magnitude > 60_000 else { return nil }
        let text = AgeText.text(.milliseconds(Int(lag.magnitude)))
        return "\(text) \(lag > 0 ? "behind" : "ahead of") this computer's"
    }

    /// Where there are several receivers, what each reported last; one of them is followed.
    private func receiverFields(_ position: OwnPosition, _ text: PositionText) -> [PanelField] {
        guard position.receivers.count > 1 else { return [] }
        let lines = position.receivers.sorted { $0.key < $1.key }.map { device, last in
            let name = device.isEmpty ? "unnamed" : device
            guard device != position.fix?.device else { return "\(name): followed" }
            let place = last.fix.coordinate.map {
                "\(text.quality(of: last.fix))\(text.accuracy(of: last.fix, " ")) at "
                    + "\($0.latitude.trimmed(5)), \($0.longitude.trimmed(5))"
            }
            let age = position.hasEnded ? "" : ", \(AgeText.text(now - last.at)) ago"
            return "\(name): \(place ?? "no fix")\(age)"
        }
        return [PanelField(name: "receivers", value: lines.joined(separator: "\n"))]
    }

    private func trackFields(_ track: Track, _ text: PositionText) -> [PanelField] {
        guard !track.isEmpty else { return [] }
        var fields = [
            PanelField(name: "track", value: track.count.counted("fix", "fixes")),
            PanelField(
                name: "distance", value: screen.distanceUnit.text(meters: track.distanceMeters)),
            PanelField(name: "duration", value: DurationText.text(seconds: track.durationSeconds)),
        ]
        if let speed = track.meanSpeedMetersPerSecond {
            fields.append(PanelField(name: "average speed", value: text.speed(speed)))
        }
        return fields
    }

    /// What was kept and dropped, a reason on each line.
    private func countFields(_ position: OwnPosition) -> [PanelField] {
        let filter = position.filter
        var fields = [PanelField(name: "kept", value: filter.keptCount.counted("fix", "fixes"))]
        if filter.droppedCount > 0 {
            fields.append(PanelField(name: "dropped", value: Self.lines(filter.summary)))
        }
        if position.droppedLines.count > 0 {
            fields.append(
                PanelField(name: "bad lines", value: Self.lines(position.droppedLines.reasons)))
        }
        return fields
    }

    /// `12 out of order, 3 without a fix` as two lines; a reason with a comma in it, `near 0, 0`, stays whole.
    private static func lines(_ summary: String) -> String {
        summary.split(separator: ", ").reduce(into: [String]()) { lines, part in
            if lines.isEmpty || part.contains(" ") {
                lines.append(String(part))
            } else {
                lines[lines.count - 1] += ", " + part
            }
        }.joined(separator: "\n")
    }
}

/// Hours, minutes and seconds: `26:03:05`.
enum DurationText {
    static func text(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "unknown" }
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
