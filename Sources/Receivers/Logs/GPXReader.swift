import MapModel
import RowValues
import Streams

/// Reads the track points of a GPX 1.0 or 1.1 document from a stream, in their order.
///
/// Speed, course and accuracy come from GPX 1.0, Garmin's track point extension and TermMap's own.
final class GPXReader {
    /// The values of a point besides its coordinate.
    private enum Field: String {
        case ele, time, fix, sat, speed, course, accuracy
    }

    private static let textLimit = 64

    private let stream: XMLStream
    private var point: LocationFix?
    private var field: Field?
    private var text: [UInt8] = []
    private var fixes: [LocationFix] = []
    /// Points without a valid coordinate or time.
    private(set) var malformedCount = 0

    init?() {
        guard let stream = XMLStream() else { return nil }
        self.stream = stream
    }

    /// Calls `body` with the points that end within `bytes`.
    func feed(_ bytes: Span<UInt8>, isLast: Bool, _ body: (LocationFix) -> Void) throws(XMLStream.Failure) {
        defer { fixes.removeAll(keepingCapacity: true) }
        do throws(XMLStream.Failure) {
            try stream.feed(bytes, isLast: isLast) { [unowned self] event in take(event) }
        } catch {
            fixes.forEach(body)
            throw error
        }
        fixes.forEach(body)
    }

    private func take(_ event: XMLStream.Event) {
        switch event {
        case .start(let name, let attributes): start(name, attributes)
        case .text(let bytes):
            if field != nil, text.count + bytes.count <= Self.textLimit { text.append(contentsOf: bytes) }
        case .end(let name): end(name)
        }
    }

    private func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == "trkpt" {
            func number(_ key: StaticString) -> Double? {
                attributes[key].flatMap { Self.number(Array($0)) }
            }
            var fix = LocationFix(mode: .twoDimensional)
            if let latitude = number("lat"), let longitude = number("lon"), abs(longitude) <= 180 {
                fix.coordinate = Coordinate(wrapping: latitude, longitude)
            }
            if fix.coordinate == nil { malformedCount += 1 }
            point = fix
        } else if point != nil {
            field = Field(rawValue: name.text)
            text.removeAll(keepingCapacity: true)
        }
    }

    private func end(_ name: XMLName) {
        if name == "trkpt" {
            if let point { fixes.append(point.withinRange) }
            point = nil
        } else if let field, field.rawValue == name.text {
            set(field)
        }
        field = nil
    }

    private func set(_ field: Field) {
        let trimmed = text.drop { $0 <= 32 }.prefix { $0 > 32 }
        let number = Self.number(Array(trimmed))
        switch field {
        case .ele:
            point?.altitudeMeters = number
            if number != nil, point?.mode == .twoDimensional { point?.mode = .threeDimensional }
        case .time:
            point?.time = UTCInstant(iso8601: trimmed)
            if point?.time == nil { malformedCount += 1 }
        case .fix:
            // "none" marks points that were estimated.
            if trimmed.elementsEqual("none".utf8) { point?.mode = .none }
        case .sat: point?.satellitesUsed = number.flatMap { Int(exactly: $0) }
        case .speed: point?.speedMetersPerSecond = number
        case .course: point?.courseDegrees = number
        case .accuracy: point?.accuracyMeters = number
        }
    }

    private static func number(_ text: [UInt8]) -> Double? {
        let trimmed = text.drop { $0 <= 32 || $0 == UInt8(ascii: "+") }.prefix { $0 > 32 }
        return JSONNumber.value(Array(trimmed).span)
    }
}
