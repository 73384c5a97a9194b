/// A position in UTM: a zone, a side of the equator, metres east and north.
///
/// Source: NGA.SIG.0012, "The Universal Grids and the Transverse Mercator and Polar Stereographic Map
/// Projections", 2014.
public struct UTMPosition: Equatable, Sendable {
    static let scale = 0.9996
    static let falseEasting = 500_000.0
    static let falseNorthing = 10_000_000.0
    private static let eastings = 100_000.0...900_000

    /// 1 to 60.
    public let zone: Int
    /// Whether northings count from the equator; in the south they count from 10,000 km south of it.
    public let isNorth: Bool
    /// Metres, 500,000 on the middle meridian of the zone.
    public let easting: Double
    /// Metres.
    public let northing: Double

    /// A position of separate numbers; refused when they are not in the zone or near it.
    public init(zone: Int, isNorth: Bool, easting: Double, northing: Double) throws(CodeFault) {
        guard 1...60 ~= zone, Self.eastings.contains(easting), 0...Self.falseNorthing ~= northing else {
            throw .outOfRange
        }
        self.zone = zone
        self.isNorth = isNorth
        self.easting = easting
        self.northing = northing
    }

    /// The position of a place between 80° S and 84° N; nil at the poles.
    public init?(_ place: Coordinate) {
        guard UTMZone.band(latitude: place.latitude) != nil else { return nil }
        zone = UTMZone.zone(place)
        isNorth = place.latitude >= 0
        let turn = Coordinate.wrapped(longitude: place.longitude - UTMZone.meridian(zone))
        let plane = ConformalSphere.shared.plane(
            latitude: place.latitude, longitude: turn, scale: Self.scale)
        easting = plane.east + Self.falseEasting
        northing = plane.north + (isNorth ? 0 : Self.falseNorthing)
    }

    /// Where it is on the globe.
    public var coordinate: Coordinate {
        Self.coordinate(
            zone: zone, east: easting - Self.falseEasting,
            north: northing - (isNorth ? 0 : Self.falseNorthing))
    }

    /// The place of metres east of the middle meridian and north of the equator.
    @inline(__always)
    static func coordinate(zone: Int, east: Double, north: Double) -> Coordinate {
        let place = ConformalSphere.shared.place(east: east, north: north, scale: scale)
        return Coordinate(
            latitude: place.latitude,
            longitude: Coordinate.wrapped(longitude: place.longitude + UTMZone.meridian(zone)))
    }

    /// `33U 391777 5819706`, in whole metres; `10 north 551000 4180000` in band S, which would be read as the
    /// south.
    var text: String {
        let band = UTMZone.band(latitude: coordinate.latitude) ?? (isNorth ? 19 : 0)
        let letter = UTMZone.bands[band]
        let side = letter == UInt8(ascii: "S") ? " north" : String(Character(Unicode.Scalar(letter)))
        return "\(zone)\(side) \(Int(easting.rounded())) \(Int(northing.rounded()))"
    }
}
