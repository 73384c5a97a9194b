/// A zone of UTM: 6° of longitude from 80° S to 84° N, with the exceptions of Norway and Svalbard; or none,
/// at the poles.
enum UTMZone {
    /// Bands of 8° from 80° S; X has 12°.
    static let bands = Array("CDEFGHJKLMNPQRSTUVWX".utf8)
    /// The band that begins at the equator.
    static let firstNorthern = 10

    /// The number of a band by its letter of either case; nil for A, B, I, O, Y, Z.
    @inline(__always)
    static func band(_ letter: UInt8) -> Int? {
        guard let number = CodeBytes.gridLetter(letter), 2...21 ~= number else { return nil }
        return number - 2
    }

    /// The band of a latitude; nil at the poles.
    static func band(latitude: Double) -> Int? {
        latitude >= -80 && latitude < 84 ? min(Int((latitude + 80) / 8), 19) : nil
    }

    /// The latitudes of a band.
    @inline(__always)
    static func latitudes(_ band: Int) -> ClosedRange<Double> {
        let south = Double(band) * 8 - 80
        return south...(south + (band == 19 ? 12 : 8))
    }

    /// The middle meridian of a zone.
    @inline(__always)
    static func meridian(_ zone: Int) -> Double { Double(zone * 6 - 183) }

    /// The zone of a place between 80° S and 84° N.
    static func zone(_ place: Coordinate) -> Int {
        let (latitude, longitude) = (place.latitude, place.longitude)
        if 56..<64 ~= latitude, 3..<12 ~= longitude { return 32 }
        if latitude >= 72, 0..<42 ~= longitude {
            return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        }
        return min(max(Int(((longitude + 180) / 6).rounded(.down)), 0) % 60 + 1, 60)
    }

    /// Whether a zone exists in a band: 32X, 34X and 36X do not.
    @inline(__always)
    static func exists(_ zone: Int, band: Int) -> Bool {
        1...60 ~= zone && !(band == 19 && (zone == 32 || zone == 34 || zone == 36))
    }
}
