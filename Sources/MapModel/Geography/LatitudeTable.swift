import CByteScan

/// The row of quanta in which a latitude lies: the Mercator logarithm as a table of cubics.
///
/// Cubic Hermite pieces of 2^18 units (0.026°) stay within 0.01 quanta of the true curve (h⁴/384 · y⁗ at 85°).
/// One unit of latitude is at least 1.19 quanta (2^32 / 360e7, at the equator), so two neighbouring units never
/// share a row and never change order: **rows are strictly monotone in latitude and can be turned back exactly**.
/// Latitudes beyond `limitE7` all lie in the first or the last row, where nothing else does.
struct LatitudeTable: Sendable {
    static let shared = LatitudeTable()

    /// The last unit inside the Mercator square, 85.0511287°.
    static let limitE7: Int32 = 850_511_287
    static let firstRow: UInt32 = 0
    static let lastRow = UInt32.max

    private static let unitBits: Int32 = 18
    private static let equatorRow = 2_147_483_648.0

    /// Quanta from the equator along each piece: c[0] + t · (c[1] + t · (c[2] + t · c[3])) for t in 0..<1.
    private let pieces: [SIMD4<Double>]
    /// The way back: 1e-7° of latitude along stretches of 2^21 rows from the equator, within 0.001 of the true curve.
    private let stretches: [SIMD4<Double>]

    private static let rowBits = 21

    private init() {
        pieces = (0...(Self.limitE7 >> Self.unitBits)).map { piece in
            Self.cubic(from: Self.node(piece), to: Self.node(piece + 1))
        }
        stretches = (0..<Int(Self.equatorRow) >> Self.rowBits).map { stretch in
            Self.cubic(from: Self.latitudeNode(stretch), to: Self.latitudeNode(stretch + 1))
        }
    }

    private static func cubic(
        from start: (value: Double, slope: Double), to end: (value: Double, slope: Double)
    ) -> SIMD4<Double> {
        let rise = end.value - start.value
        return SIMD4(
            start.value, start.slope, 3 * rise - 2 * start.slope - end.slope,
            start.slope + end.slope - 2 * rise)
    }

    /// The latitude and its growth along one stretch of rows, where stretch number `stretch` begins.
    private static func latitudeNode(_ stretch: Int) -> (value: Double, slope: Double) {
        let radiansPerStretch = Double(1 << rowBits) / equatorRow * .pi
        let angle = atan(sinh(Double(stretch) * radiansPerStretch))
        let unitsPerRadian = 180 / .pi * FixedCoordinate.unitsPerDegree
        return (angle * unitsPerRadian, unitsPerRadian * cos(angle) * radiansPerStretch)
    }

    /// Quanta from the equator and their growth along one piece, where piece number `piece` begins.
    private static func node(_ piece: Int32) -> (value: Double, slope: Double) {
        let radiansPerPiece = Double(Int32(1) << unitBits) / FixedCoordinate.unitsPerDegree * .pi / 180
        let angle = Double(piece) * radiansPerPiece
        let quantaPerRadian = equatorRow / .pi
        return (atanh(sin(angle)) * quantaPerRadian, quantaPerRadian * radiansPerPiece / cos(angle))
    }

    /// The row of a latitude in 1e-7°; it grows southwards.
    @inline(__always)
    func row(latitudeE7: Int32) -> UInt32 {
        let units = Int32(truncatingIfNeeded: latitudeE7.magnitude)
        guard units <= Self.limitE7 else { return latitudeE7 > 0 ? Self.firstRow : Self.lastRow }
        let piece = pieces[Int(units >> Self.unitBits)]
        let rest = units & (1 << Self.unitBits - 1)
        let t = Double(rest) * (1 / Double(Int32(1) << Self.unitBits))
        let quanta = piece[0] + t * (piece[1] + t * (piece[2] + t * piece[3]))
        // A branch on the hemisphere could not be predicted.
        return UInt32(Self.equatorRow - Double(signOf: Double(latitudeE7), magnitudeOf: quanta))
    }

    /// The latitude in 1e-7° of a row that `row(latitudeE7:)` returned for one inside the square; else a neighbour.
    func latitudeE7(row: UInt32) -> Int32 {
        let quanta = Self.equatorRow - Double(row) - 0.5
        let place = abs(quanta) * (1 / Double(1 << Self.rowBits))
        let stretch = stretches[Int(place)]
        let t = place - place.rounded(.down)
        let latitude = stretch[0] + t * (stretch[1] + t * (stretch[2] + t * stretch[3]))
        return latitudeE7(row: row, near: Int32(Double(signOf: quanta, magnitudeOf: latitude).rounded()))
    }

    /// The latitude of a row, from one that is nearly right.
    @inline(__always)
    func latitudeE7(row: UInt32, near guess: Int32) -> Int32 {
        var latitude = Swift.min(Swift.max(guess, -Self.limitE7), Self.limitE7)
        while latitude < Self.limitE7, self.row(latitudeE7: latitude) > row { latitude += 1 }
        while latitude > -Self.limitE7, self.row(latitudeE7: latitude) < row { latitude -= 1 }
        return latitude
    }
}

/// Turns rows back into latitudes, for rows that are mostly near the one before.
struct LatitudeCursor {
    private var row = UInt32(LatitudeTable.lastRow / 2)
    private var latitudeE7 = 0.0
    /// What a row is there, in 1e-7° of latitude.
    private var scale = equatorScale

    private static let equatorScale = 360 * FixedCoordinate.unitsPerDegree / 4_294_967_296
    /// Along so many rows, about 300 m at the equator, a latitude is nearly linear: within two units of 1e-7°.
    private static let reach = 32_768.0

    /// As `LatitudeTable.latitudeE7(row:)`.
    @inline(__always)
    mutating func latitudeE7(row: UInt32) -> Int32 {
        let distance = Double(self.row) - Double(row)
        if abs(distance) > Self.reach { return moved(to: row) }
        let guess = Int32((latitudeE7 + distance * scale).rounded())
        return LatitudeTable.shared.latitudeE7(row: row, near: guess)
    }

    private mutating func moved(to row: UInt32) -> Int32 {
        let latitude = LatitudeTable.shared.latitudeE7(row: row)
        self.row = row
        latitudeE7 = Double(latitude)
        scale = Self.equatorScale * cos(latitudeE7 / FixedCoordinate.unitsPerDegree * .pi / 180)
        return latitude
    }
}
