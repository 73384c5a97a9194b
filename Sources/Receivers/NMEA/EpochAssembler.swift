import MapModel

/// Combines all sentences of one moment into one fix.
///
/// An epoch ends when a sentence has another time, or when the receiver falls silent (`finishEpoch`). Sentences
/// without a time belong to the open epoch, except that a loss of the fix never voids a place before it.
struct EpochAssembler: Sendable {
    private static let knot = 1852.0 / 3600

    let device: String
    private(set) var malformedCount = 0
    private var epoch = NMEAEpoch()
    private var dating: EpochDating
    private var seen: [(talker: UInt16, count: Int)] = []

    init(device: String = "", fallback: DateFallback? = nil) {
        self.device = device
        dating = EpochDating(fallback: fallback)
    }

    /// The date that was guessed; nil when sentences have one.
    var guessedDate: UTCInstant? { dating.guess }

    /// Takes a sentence; calls `body` with the fix of the epoch that it ends, if any.
    mutating func add(_ sentence: NMEASentence, _ body: (LocationFix) -> Void) {
        switch sentence.kind {
        case .rmc: addRMC(sentence, body)
        case .gga: addGGA(sentence, body)
        case .gll: addGLL(sentence, body)
        case .zda: addZDA(sentence, body)
        case .vtg: addMotion(speedKnots: sentence.number(5), course: sentence.number(1))
        case .gsa: addGSA(sentence)
        case .gsv: addGSV(sentence)
        case nil: break
        }
    }

    /// Ends the open epoch, at a pause of the receiver.
    mutating func finishEpoch(_ body: (LocationFix) -> Void) {
        let finished = epoch
        epoch = NMEAEpoch()
        let seen = seen.isEmpty ? nil : seen.reduce(0) { $0 + $1.count }
        // Without a place or a word about a fix, such as only a date, there is nothing to report.
        let fix = finished.isEmpty ? nil : finished.fix(at: nil, satellitesSeen: seen, device: device)
        dating.add(fix, timeOfDay: finished.timeOfDay, midnight: finished.midnight, body)
    }

    /// Ends the open epoch, when no more sentences will follow.
    mutating func finish(_ body: (LocationFix) -> Void) {
        finishEpoch(body)
        dating.giveUp(body)
    }

    /// Opens the epoch of a sentence that reports a fix, or that there is none; ends the one before.
    private mutating func open(
        _ timeOfDay: Int64?, by talker: UInt16, isFixed: Bool, _ body: (LocationFix) -> Void
    ) {
        let isSameMoment = timeOfDay != nil && timeOfDay == epoch.timeOfDay
        let isOtherMoment = timeOfDay != nil && epoch.timeOfDay != nil && !isSameMoment
        if isOtherMoment || !isSameMoment && epoch.isContradicted(by: talker, isFixed: isFixed) {
            finishEpoch(body)
        }
        epoch.timeOfDay = timeOfDay ?? epoch.timeOfDay
    }

    // MARK: - Sentences

    /// time, status, latitude, N, longitude, E, knots, course, ddmmyy, variation, E, mode
    private mutating func addRMC(_ sentence: NMEASentence, _ body: (LocationFix) -> Void) {
        let isFixed = sentence.letter(2) == "A" && isFixed(sentence.letter(12))
        open(time(sentence, 1), by: sentence.talker, isFixed: isFixed, body)
        addPlace(sentence, 3, isValid: isFixed)
        addMotion(speedKnots: sentence.number(7), course: sentence.number(8))
        if let date = sentence.count(9), sentence.field(9).count == 6 {
            // GPS began in 1980.
            let year = date % 100
            setDate(year: year + (year < 80 ? 2000 : 1900), month: date / 100 % 100, day: date / 10_000)
        } else if !sentence.field(9).isEmpty {
            malformedCount += 1
        }
    }

    /// time, latitude, N, longitude, E, quality, satellites, HDOP, altitude, M, …
    private mutating func addGGA(_ sentence: NMEASentence, _ body: (LocationFix) -> Void) {
        let quality = sentence.count(6) ?? 0
        open(time(sentence, 1), by: sentence.talker, isFixed: quality > 0, body)
        addPlace(sentence, 2, isValid: quality > 0)
        guard quality > 0 else { return }
        epoch.satellitesUsed = sentence.count(7) ?? epoch.satellitesUsed
        epoch.dilution = dilution(sentence, 8) ?? epoch.dilution
        epoch.isCorrected = quality == 2 || quality == 4 || quality == 5
        epoch.altitudeMeters = number(sentence, 9) ?? epoch.altitudeMeters
    }

    /// latitude, N, longitude, E, time, status, mode
    private mutating func addGLL(_ sentence: NMEASentence, _ body: (LocationFix) -> Void) {
        // Before NMEA 2.0 there was neither a time nor a status.
        let isFixed = sentence.fieldCount < 6 || sentence.letter(6) == "A" && isFixed(sentence.letter(7))
        open(time(sentence, 5), by: sentence.talker, isFixed: isFixed, body)
        addPlace(sentence, 1, isValid: isFixed)
    }

    /// time, day, month, year, zone
    private mutating func addZDA(_ sentence: NMEASentence, _ body: (LocationFix) -> Void) {
        if let time = time(sentence, 1) {
            if epoch.timeOfDay.map({ $0 != time }) ?? epoch.saysWhetherFixed { finishEpoch(body) }
            epoch.timeOfDay = time
        }
        if let day = sentence.count(2), let month = sentence.count(3), let year = sentence.count(4) {
            setDate(year: year, month: month, day: day)
        }
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
