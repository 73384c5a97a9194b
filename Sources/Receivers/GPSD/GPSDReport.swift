import MapModel

/// What gpsd says in one line.
///
/// Source of the fields: gpsd_json(5) of gpsd 3.22.
enum GPSDReport: Equatable {
    case version(release: String)
    /// Paths of the receivers that gpsd knows.
    case devices([String])
    case fix(LocationFix)
    case satellites(used: Int?, seen: Int?, device: String)
    case error(String)
    /// Of a class that is of no use here.
    case other

    /// Reads a line; nil when it is malformed or says what cannot be: then nothing of it is used.
    init?(_ line: Span<UInt8>) {
        var fields = GPSDFields()
        do throws(JSONLine.Malformed) {
            try JSONLine.forEachValue(of: line) { fields.add($0, in: $1) }
        } catch {
            return nil
        }
        guard !fields.isMalformed, let report = fields.report else { return nil }
        self = report
    }
}

/// The members of a report, as far as they are of use.
private struct GPSDFields {
    private(set) var isMalformed = false
    private var kind: String?
    private var device = ""
    private var release = ""
    private var message = ""
    private var time: UTCInstant?
    private var paths: [String] = []
    private var usedSatellites = 0
    private var listedSatellites = 0
    private var numbers = [Double?](repeating: nil, count: Number.allCases.count)

    private enum Number: Int, CaseIterable {
        case mode, latitude, longitude, altitude, oldAltitude, eph, epx, epy, speed, track, used, seen
    }

    mutating func add(_ member: JSONLine.Member, in line: Span<UInt8>) {
        let key = line.extracting(member.key)
        guard member.depth == 1 else { return addNested(member, key, in: line) }
        if let number = Self.number(key) { return set(number, member.value) }
        if key.equals("class") {
            kind = text(member.value, line)
        } else if key.equals("device") {
            device = text(member.value, line) ?? ""
        } else if key.equals("release") {
            release = text(member.value, line) ?? ""
        } else if key.equals("message") {
            message = text(member.value, line) ?? ""
        } else if key.equals("time"), case .string(let range) = member.value {
            time = UTCInstant(iso8601: range.prefix(64).map { line[$0] })
            if time == nil { isMalformed = true }
        }
    }

    private mutating func addNested(_ member: JSONLine.Member, _ key: Span<UInt8>, in line: Span<UInt8>) {
        guard member.depth == 3 else { return }
        let top = line.extracting(member.topKey)
        if top.equals("satellites"), key.equals("used") {
            listedSatellites += 1
            usedSatellites += member.value == .bool(true) ? 1 : 0
        } else if top.equals("devices"), key.equals("path"), let path = text(member.value, line) {
            if paths.count < 64 { paths.append(path) }
        }
    }

    private mutating func set(_ number: Number, _ value: JSONLine.Value) {
        switch value {
        case .number(let value): numbers[number.rawValue] = value
        case .null: numbers[number.rawValue] = nil
        case .string, .bool: isMalformed = true
        }
    }

    /// Strings with escapes, which no path or release has, are shown as they stand.
    private mutating func text(_ value: JSONLine.Value, _ line: Span<UInt8>) -> String? {
        guard case .string(let range) = value else {
            if value != .null { isMalformed = true }
            return nil
        }
        return String(decoding: range.prefix(256).map { line[$0] }, as: UTF8.self)
    }

    private static func number(_ key: Span<UInt8>) -> Number? {
        guard (3...6).contains(key.count) else { return nil }
        if key.equals("mode") { return .mode }
        if key.equals("lat") { return .latitude }
        if key.equals("lon") { return .longitude }
        if key.equals("altMSL") { return .altitude }
        if key.equals("alt") { return .oldAltitude }
        if key.equals("eph") { return .eph }
        if key.equals("epx") { return .epx }
        if key.equals("epy") { return .epy }
        if key.equals("speed") { return .speed }
        if key.equals("track") { return .track }
        if key.equals("uSat") { return .used }
        return key.equals("nSat") ? .seen : nil
    }

    private func value(_ number: Number) -> Double? { numbers[number.rawValue] }

    var report: GPSDReport? {
        switch kind {
        case "TPV": .fix(fix)
        case "SKY": satellites
        case "VERSION": .version(release: release)
        case "DEVICES": .devices(paths)
        case "ERROR": .error(message)
        case nil: nil
        default: .other
        }
    }

    private var fix: LocationFix {
        let mode = value(.mode).flatMap { UInt8(exactly: $0) }.flatMap { LocationFix.Mode(rawValue: $0) }
        return LocationFix(
            mode: mode ?? .none, time: time, coordinate: coordinate,
            altitudeMeters: value(.altitude) ?? value(.oldAltitude), accuracyMeters: accuracy,
            speedMetersPerSecond: value(.speed), courseDegrees: value(.track), device: device)
    }

    private var coordinate: Coordinate? {
        guard let latitude = value(.latitude), let longitude = value(.longitude), abs(longitude) <= 180
        else { return nil }
        return Coordinate(wrapping: latitude, longitude)
    }

    /// Older daemons say the errors east and north only. A negative one is handed on: it means something.
    private var accuracy: Double? {
        if let eph = value(.eph) { return eph }
        guard let epx = value(.epx), let epy = value(.epy) else { return nil }
        return epx < 0 || epy < 0 ? -1 : (epx * epx + epy * epy).squareRoot()
    }

    /// gpsd before 3.23 says no numbers of satellites, but lists them.
    private var satellites: GPSDReport {
        func count(_ number: Number) -> Int? {
            value(number).flatMap { Int(exactly: $0) }.flatMap {
                LocationFix.satelliteCounts.contains($0) ? $0 : nil
            }
        }
        let listed = listedSatellites > 0
        return .satellites(
            used: count(.used) ?? (listed ? usedSatellites : nil),
            seen: count(.seen) ?? (listed ? listedSatellites : nil), device: device)
    }
}

extension Span<UInt8> {
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where self[index] != text.utf8Start[index] { return false }
        return true
    }
}
