import MapModel

/// Combines all sentences of one moment into one fix.
///
/// An epoch ends when a sentence has another time, or when the receiver falls silent (`finish`). Sentences
/// without a time belong to the open epoch.
struct EpochAssembler: Sendable {
    private static let knot = 1852.0 / 3600
    private static let halfDay: Int64 = UTCInstant.millisecondsPerDay / 2

    let device: String
    private(set) var malformedCount = 0
    private var epoch = NMEAEpoch()
    /// The latest moment known with its date.
    private var reference: UTCInstant?
    private var seen: [(talker: UInt16, count: Int)] = []

    init(device: String = "") { self.device = device }

    /// Takes a sentence; returns the fix of the epoch that it ends, if any.
    mutating func add(_ sentence: NMEASentence) -> LocationFix? {
        switch sentence.kind {
        case .rmc: return addRMC(sentence)
        case .gga: return addGGA(sentence)
        case .gll: return addGLL(sentence)
        case .zda: return addZDA(sentence)
        case .vtg:
            addMotion(speedKnots: sentence.number(5), course: sentence.number(1))
            return nil
        case .gsa:
            addGSA(sentence)
            return nil
        case .gsv:
            addGSV(sentence)
            return nil
        case nil: return nil
        }
    }

    /// The fix of the open epoch, when no more sentences will follow.
    mutating func finish() -> LocationFix? {
        let finished = epoch
        epoch = NMEAEpoch()
        // Without a place or a word about a fix, such as only a date, there is nothing to report.
        let time = time(of: finished)
        if let time { reference = time }
        guard !finished.isEmpty else { return nil }
        let seen = seen.isEmpty ? nil : seen.reduce(0) { $0 + $1.count }
        return finished.fix(at: time, satellitesSeen: seen, device: device)
    }

    /// The time of day gets its date from its own sentences, else from the moment before it: after midnight
    /// the next day.
    private func time(of epoch: NMEAEpoch) -> UTCInstant? {
        guard let timeOfDay = epoch.timeOfDay else { return nil }
        if let midnight = epoch.midnight {
            return UTCInstant(milliseconds: midnight.milliseconds + timeOfDay)
        }
        guard let reference else { return nil }
        let ofDay = Int64(reference.millisecondOfDay)
        let midnight = reference.milliseconds - ofDay
        let days: Int64 = timeOfDay < ofDay - Self.halfDay ? 1 : timeOfDay > ofDay + Self.halfDay ? -1 : 0
        return UTCInstant(milliseconds: midnight + days * UTCInstant.millisecondsPerDay + timeOfDay)
    }

    /// Opens the epoch of a time of day; returns the fix of the previous one, if this ends it.
    private mutating func open(_ timeOfDay: Int64?) -> LocationFix? {
        guard let timeOfDay else { return nil }
        var finished: LocationFix?
        if let current = epoch.timeOfDay, current != timeOfDay { finished = finish() }
        epoch.timeOfDay = timeOfDay
        return finished
    }

    // MARK: - Sentences

    /// time, status, latitude, N, longitude, E, knots, course, ddmmyy, variation, E, mode
    private mutating func addRMC(_ sentence: NMEASentence) -> LocationFix? {
        let finished = open(time(sentence, 1))
        addPlace(sentence, 3, isValid: sentence.letter(2) == "A" && isFixed(sentence.letter(12)))
        addMotion(speedKnots: sentence.number(7), course: sentence.number(8))
        if let date = sentence.count(9), sentence.field(9).count == 6 {
            // GPS began in 1980.
            let year = date % 100
            setDate(year: year + (year < 80 ? 2000 : 1900), month: date / 100 % 100, day: date / 10_000)
        } else if !sentence.field(9).isEmpty {
            malformedCount += 1
        }
        return finished
    }

    /// time, latitude, N, longitude, E, quality, satellites, HDOP, altitude, M, …
    private mutating func addGGA(_ sentence: NMEASentence) -> LocationFix? {
        let finished = open(time(sentence, 1))
        let quality = sentence.count(6) ?? 0
        addPlace(sentence, 2, isValid: quality > 0)
        guard quality > 0 else { return finished }
        epoch.satellitesUsed = sentence.count(7) ?? epoch.satellitesUsed
        epoch.dilution = dilution(sentence, 8) ?? epoch.dilution
        epoch.isCorrected = quality == 2 || quality == 4 || quality == 5
        epoch.altitudeMeters = number(sentence, 9) ?? epoch.altitudeMeters
        return finished
    }

    /// latitude, N, longitude, E, time, status, mode
    private mutating func addGLL(_ sentence: NMEASentence) -> LocationFix? {
        let finished = open(time(sentence, 5))
        addPlace(sentence, 1, isValid: sentence.letter(6) == "A" && isFixed(sentence.letter(7)))
        return finished
    }

    /// time, day, month, year, zone
    private mutating func addZDA(_ sentence: NMEASentence) -> LocationFix? {
        let finished = open(time(sentence, 1))
        if let day = sentence.count(2), let month = sentence.count(3), let year = sentence.count(4) {
            setDate(year: year, month: month, day: day)
        }
        return finished
    }

    /// selection, mode, 12 satellites, PDOP, HDOP, VDOP, system
    private mutating func addGSA(_ sentence: NMEASentence) {
        guard let said = sentence.count(2), let mode = LocationFix.Mode(rawValue: UInt8(clamping: said))
        else {
            if !sentence.field(2).isEmpty { malformedCount += 1 }
            return
        }
        // Each system has a sentence of its own; unused ones contain 1.
        epoch.mode = max(epoch.mode ?? .none, mode)
        if mode > .none { epoch.dilution = epoch.dilution ?? dilution(sentence, 16) }
    }

    /// sentences, number, satellites in view, …
    private mutating func addGSV(_ sentence: NMEASentence) {
        guard let count = sentence.count(3), count < 256 else { return }
        if let index = seen.firstIndex(where: { $0.talker == sentence.talker }) {
            seen[index].count = count
        } else if seen.count < 8 {
            seen.append((sentence.talker, count))
        }
    }

    // MARK: - Fields

    private mutating func addPlace(_ sentence: NMEASentence, _ field: Int, isValid: Bool) {
        guard isValid else { return epoch.setInvalid(by: sentence.talker) }
        guard !sentence.field(field).isEmpty || !sentence.field(field + 2).isEmpty else { return }
        guard let latitude = sentence.degrees(field, positive: "N", negative: "S", limit: 90),
            let longitude = sentence.degrees(field + 2, positive: "E", negative: "W", limit: 180)
        else {
            malformedCount += 1
            return
        }
        epoch.setPlace(Coordinate(latitude: latitude, longitude: longitude), by: sentence.talker)
    }

    /// The letter of the mode, where there is one, agrees with the status or is N for none.
    private func isFixed(_ mode: Unicode.Scalar?) -> Bool { mode != "N" }

    private mutating func addMotion(speedKnots: Double?, course: Double?) {
        if let speedKnots, speedKnots >= 0 { epoch.speedMetersPerSecond = speedKnots * Self.knot }
        if let course, (0...360).contains(course) { epoch.courseDegrees = course }
    }

    private mutating func time(_ sentence: NMEASentence, _ field: Int) -> Int64? {
        let time = sentence.timeOfDay(field)
        if time == nil, !sentence.field(field).isEmpty { malformedCount += 1 }
        return time
    }

    private mutating func number(_ sentence: NMEASentence, _ field: Int) -> Double? {
        let number = sentence.number(field)
        if number == nil, !sentence.field(field).isEmpty { malformedCount += 1 }
        return number
    }

    /// Receivers without a fix report 50 or 99.99.
    private func dilution(_ sentence: NMEASentence, _ field: Int) -> Double? {
        guard let value = sentence.number(field), value > 0, value < 50 else { return nil }
        return value
    }

    private mutating func setDate(year: Int, month: Int, day: Int) {
        guard let midnight = UTCInstant(year: year, month: month, day: day) else {
            malformedCount += 1
            return
        }
        epoch.midnight = midnight
    }
}
