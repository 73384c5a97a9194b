import MapModel
import RowValues
import Streams

/// One line of gpsd's report.
///
/// Source of the fields: gpsd_json(5) of gpsd 3.22.
enum GPSDReport: Equatable {
    case version(release: String)
    /// Paths of the receivers that the daemon knows.
    case devices([String])
    case fix(LocationFix)
    case satellites(used: Int?, seen: Int?, device: String)
    case error(String)
    /// A class that is not used here.
    case other

    /// Reads a line; nil when it is malformed or has impossible values: then none of it is used.
    init?(_ line: Span<UInt8>) {
        var fields = GPSDFields()
        let isRead = ByteRun.with(line.indices.map { line[$0] }) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            // Only a damaged report has a comma before a bracket.
            return (try? fields.read(&cursor)) != nil && cursor.isAtEnd() && !cursor.hasLastComma
        }
        guard isRead, !fields.isMalformed, let report = fields.report else { return nil }
        self = report
    }
}

/// The members of a report that are used.
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

    /// Reads an object; a key that repeats counts each time.
    mutating func read(_ cursor: inout JSONCursor) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try cursor.key().range
            switch try cursor.value() {
            case .container(let range):
                try readList(key, JSONCursor(cursor.bytes, from: range.lowerBound, isFinal: true))
            case let value: add(key, value, cursor)
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    private mutating func add(_ key: Range<Int>, _ value: JSONCursor.Scalar, _ cursor: JSONCursor) {
        if let number = Self.number(cursor, key) { return set(number, value, cursor) }
        if cursor.isWord(key, "class") {
            kind = text(value, cursor)
        } else if cursor.isWord(key, "device") {
            device = text(value, cursor) ?? ""
        } else if cursor.isWord(key, "release") {
            release = text(value, cursor) ?? ""
        } else if cursor.isWord(key, "message") {
            message = text(value, cursor) ?? ""
        } else if cursor.isWord(key, "time"), case .text(let text) = value {
            time = UTCInstant(iso8601: Array(cursor.slice(text.range).prefix(64)))
            if time == nil { isMalformed = true }
        }
    }

    /// The objects in the list of satellites or devices.
    private mutating func readList(_ key: Range<Int>, _ list: JSONCursor) throws(JSONFault) {
        let isOfSatellites = list.isWord(key, "satellites")
        guard isOfSatellites || list.isWord(key, "devices") else { return }
        var list = list
        guard try list.peek() == UInt8(ascii: "["), try list.enter(closedBy: UInt8(ascii: "]")) else {
            return
        }
        repeat {
            guard try list.peek() == UInt8(ascii: "{"), try list.enter(closedBy: UInt8(ascii: "}")) else {
                _ = try list.skipValue()
                continue
            }
            repeat {
                let key = try list.key().range
                let value = try list.value()
                if isOfSatellites, list.isWord(key, "used"), case .boolean(let word) = value {
                    listedSatellites += 1
                    usedSatellites += list.isWord(word, "true") ? 1 : 0
                } else if !isOfSatellites, list.isWord(key, "path"), let path = text(value, list),
                    paths.count < 64
                {
                    paths.append(path)
                }
            } while try list.hasNext(closedBy: UInt8(ascii: "}"))
        } while try list.hasNext(closedBy: UInt8(ascii: "]"))
    }

    private mutating func set(_ number: Number, _ value: JSONCursor.Scalar, _ cursor: JSONCursor) {
        switch value {
        case .number(let range):
            guard let value = JSONNumber.value(cursor.slice(range).span) else {
                isMalformed = true
                return
            }
            numbers[number.rawValue] = value
        case .null: numbers[number.rawValue] = nil
        case .text, .boolean, .noNumber, .container: isMalformed = true
        }
    }

    /// Strings with escapes, which no path or release has, are shown as they are.
    private mutating func text(_ value: JSONCursor.Scalar, _ cursor: JSONCursor) -> String? {
        switch value {
        case .text(let text): return String(decoding: cursor.slice(text.range).prefix(256), as: UTF8.self)
        case .null: return nil
        case .number, .boolean, .noNumber, .container:
            isMalformed = true
            return nil
        }
    }

    private static func number(_ cursor: JSONCursor, _ key: Range<Int>) -> Number? {
        guard (3...6).contains(key.count) else { return nil }
        return names.first { cursor.isWord(key, $0.name) }?.number
    }

    private static let names: [(name: StaticString, number: Number)] = [
        ("mode", .mode), ("lat", .latitude), ("lon", .longitude), ("altMSL", .altitude),
        ("alt", .oldAltitude), ("eph", .eph), ("epx", .epx), ("epy", .epy), ("speed", .speed),
        ("track", .track), ("uSat", .used), ("nSat", .seen),
    ]

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

    /// Older daemons report the errors east and north only. A negative one is kept: it means an invalid
    /// place.
    private var accuracy: Double? {
        if let eph = value(.eph) { return eph }
        guard let epx = value(.epx), let epy = value(.epy) else { return nil }
        return epx < 0 || epy < 0 ? -1 : (epx * epx + epy * epy).squareRoot()
    }

    /// gpsd before 3.23 reports no numbers of satellites, but lists them.
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
