/// A point of a track in 28 bytes, its time relative to that of its chunk.
///
///     4  milliseconds since the chunk's first fix
///     8  latitude and longitude in 1e-7°
///     2  and what remains of them, in 1e-9°
///     8  altitude and speed
///     4  accuracy in decimetres, course in hundredths of a degree
struct PackedTrackPoint: Sendable {
    private static let missing = UInt16.max

    let milliseconds: UInt32
    private let latitudeE7: Int32
    private let longitudeE7: Int32
    private let altitude: Float
    private let speed: Float
    private let accuracy: UInt16
    private let course: UInt16
    private let latitudeRest: Int8
    private let longitudeRest: Int8

    init(_ point: TrackPoint, milliseconds: UInt32) {
        self.milliseconds = milliseconds
        (latitudeE7, latitudeRest) = Self.split(point.coordinate.latitude, limit: 90)
        (longitudeE7, longitudeRest) = Self.split(point.coordinate.longitude, limit: 180)
        altitude = point.altitudeMeters.map { Float($0) } ?? .nan
        speed = point.speedMetersPerSecond.map { Float($0) } ?? .nan
        accuracy = Self.whole(point.accuracyMeters, unitsPerOne: 10)
        course = Self.whole(point.courseDegrees, unitsPerOne: 100)
    }

    func point(since start: UTCInstant) -> TrackPoint? {
        guard let time = UTCInstant(milliseconds: start.milliseconds + Int64(milliseconds)) else {
            return nil
        }
        return TrackPoint(
            time: time, coordinate: coordinate, altitudeMeters: altitude.isNaN ? nil : Double(altitude),
            accuracyMeters: accuracy == Self.missing ? nil : Double(accuracy) / 10,
            speedMetersPerSecond: speed.isNaN ? nil : Double(speed),
            courseDegrees: course == Self.missing ? nil : Double(course) / 100)
    }

    var coordinate: Coordinate {
        Coordinate(
            latitude: Double(Int64(latitudeE7) * 100 + Int64(latitudeRest)) / 1e9,
            longitude: Double(Int64(longitudeE7) * 100 + Int64(longitudeRest)) / 1e9)
    }

    private static func split(_ degrees: Double, limit: Double) -> (Int32, Int8) {
        guard degrees.isFinite else { return (0, 0) }
        let units = Int64((Swift.min(Swift.max(degrees, -limit), limit) * 1e9).rounded())
        return (Int32(units / 100), Int8(units % 100))
    }

    /// Values beyond the range are clamped; negative ones and nil are stored as missing.
    private static func whole(_ value: Double?, unitsPerOne: Double) -> UInt16 {
        guard let value, value >= 0 else { return missing }
        return UInt16(Swift.min((value * unitsPerOne).rounded(), Double(missing - 1)))
    }
}
