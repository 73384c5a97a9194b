/// A coordinate as people write it: `48.85, 2.35`, `48.85 2.35`, a `geo:` URI (RFC 5870) or a map's URL.
///
/// Latitude comes first. Longitudes beyond ±180 are wrapped.
public struct CoordinateText: Equatable, Sendable {
    public let coordinate: Coordinate
    /// The zoom that a URI or URL asked for.
    public let zoom: Double?

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case notACoordinate(String)
        case latitudeOutOfRange(Double)

        public var description: String {
            switch self {
            case .notACoordinate(let text):
                "not a coordinate: \"\(text)\" (expected LAT,LON such as 48.85,2.35)"
            case .latitudeOutOfRange(let value): "latitude \(value) is beyond the poles (expected -90 to 90)"
            }
        }
    }

    private static let longestQuote = 60

    public init(_ text: String) throws(Failure) {
        let found = Self.uri(text) ?? Self.url(text) ?? Self.pair(text[...])
        guard let found else { throw .notACoordinate(String(text.prefix(Self.longestQuote))) }
        guard abs(found.latitude) <= 90 else { throw .latitudeOutOfRange(found.latitude) }
        guard let coordinate = Coordinate(wrapping: found.latitude, found.longitude) else {
            throw .notACoordinate(String(text.prefix(Self.longestQuote)))
        }
        self.coordinate = coordinate
        zoom = found.zoom
    }

    private typealias Numbers = (latitude: Double, longitude: Double, zoom: Double?)

    /// Two numbers with a comma, a semicolon or blanks between them.
    private static func pair(_ text: Substring) -> Numbers? {
        let parts = text.split { ",; \t/".contains($0) }
        guard parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) else {
            return nil
        }
        return (latitude, longitude, nil)
    }

    /// `geo:48.85,2.35;u=35?z=12`
    private static func uri(_ text: String) -> Numbers? {
        guard text.lowercased().hasPrefix("geo:") else { return nil }
        let body = text.dropFirst(4)
        let place = body.prefix { $0 != ";" && $0 != "?" }.split(separator: ",")
        guard place.count >= 2, let latitude = number(place[0]), let longitude = number(place[1]) else {
            return nil
        }
        let zoom = body.split { "?&;".contains($0) }.first { $0.hasPrefix("z=") }
        return (latitude, longitude, zoom.flatMap { number($0.dropFirst(2)) })
    }

    /// `…#map=12/48.85/2.35`, `…/@48.85,2.35,12z` and `…?mlat=48.85&mlon=2.35`
    private static func url(_ text: String) -> Numbers? {
        guard text.contains("://") else { return nil }
        let pieces = text.split { "?&#@".contains($0) }
        for piece in pieces {
            if piece.hasPrefix("map=") {
                let parts = piece.dropFirst(4).split(separator: "/")
                if parts.count >= 3, let latitude = number(parts[1]), let longitude = number(parts[2]) {
                    return (latitude, longitude, number(parts[0]))
                }
            }
            let parts = piece.split(separator: ",")
            if parts.count >= 2, let latitude = number(parts[0]), let longitude = number(parts[1]) {
                let zoom = parts.count > 2 && parts[2].hasSuffix("z") ? number(parts[2].dropLast()) : nil
                return (latitude, longitude, zoom)
            }
        }
        func value(_ name: String) -> Double? {
            pieces.first { $0.hasPrefix(name + "=") }.flatMap { number($0.dropFirst(name.count + 1)) }
        }
        guard let latitude = value("mlat") ?? value("lat"), let longitude = value("mlon") ?? value("lon")
        else {
            return nil
        }
        return (latitude, longitude, value("zoom"))
    }

    /// A plain decimal number; no hexadecimal, no infinity.
    private static func number(_ text: Substring) -> Double? {
        let trimmed = text.drop { $0 == " " }.prefix { $0 != " " && $0 != "°" }
        guard !trimmed.isEmpty, trimmed.allSatisfy({ "0123456789+-.eE".contains($0) }),
            let value = Double(String(trimmed)), value.isFinite
        else { return nil }
        return value
    }
}
