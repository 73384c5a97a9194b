import MapModel

/// The values of one moment, from the sentences so far.
struct NMEAEpoch: Sendable {
    /// Metres of 95 % to a dilution of precision of 1: without corrections, and with them.
    ///
    /// The values of gpsd, so that the circle is the same as there (gpsd 3.22, `P_UERE_NO_DGPS`,
    /// `P_UERE_WITH_DGPS`).
    static let rangeErrorMeters = 19.0
    static let correctedRangeErrorMeters = 4.75

    /// Milliseconds since midnight; nil until a sentence has a time.
    var timeOfDay: Int64?
    /// Midnight of the day, when a sentence of this moment has a date.
    var midnight: UTCInstant?
    var coordinate: Coordinate?
    var altitudeMeters: Double?
    var dilution: Double?
    var isCorrected = false
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?
    var satellitesUsed: Int?
    var mode: LocationFix.Mode?
    private(set) var saysWhetherFixed = false
    private var talker: UInt16?
    private var invalidTalkers: [UInt16] = []

    var isEmpty: Bool { !saysWhetherFixed }

    /// A place that a sentence marks as valid; of several sentences the last counts, as in gpsd.
    mutating func setPlace(_ place: Coordinate, by talker: UInt16) {
        saysWhetherFixed = true
        guard !invalidTalkers.contains(talker) else { return }
        coordinate = place
        self.talker = talker
    }

    /// A sentence reports that its talker has no fix: the place of its other sentences is void.
    mutating func setInvalid(by talker: UInt16) {
        saysWhetherFixed = true
        if !invalidTalkers.contains(talker), invalidTalkers.count < 8 { invalidTalkers.append(talker) }
        if self.talker == talker { coordinate = nil }
    }

    /// Whether a talker now reports the opposite of what it reported in this epoch: the last place before a loss of
    /// the signal, or the first after it, is of another moment.
    func isContradicted(by talker: UInt16, isFixed: Bool) -> Bool {
        isFixed ? invalidTalkers.contains(talker) : coordinate != nil && self.talker == talker
    }

    func fix(at time: UTCInstant?, satellitesSeen: Int?, device: String) -> LocationFix {
        let error = isCorrected ? Self.correctedRangeErrorMeters : Self.rangeErrorMeters
        return LocationFix(
            mode: fixMode, time: time, coordinate: coordinate, altitudeMeters: altitudeMeters,
            accuracyMeters: dilution.map { $0 * error }, speedMetersPerSecond: speedMetersPerSecond,
            courseDegrees: courseDegrees, satellitesUsed: satellitesUsed, satellitesSeen: satellitesSeen,
            device: device)
    }

    private var fixMode: LocationFix.Mode {
        guard coordinate != nil else { return .none }
        if let mode, mode > .none { return mode }
        return altitudeMeters == nil ? .twoDimensional : .threeDimensional
    }
}
