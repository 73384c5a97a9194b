import CByteScan

/// The sphere onto which the ellipsoid of WGS 84 is mapped without changing angles, and its projections onto
/// planes.
///
/// Source: Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of Geodesy 85, 2011;
/// Krüger, "Konforme Abbildung des Erdellipsoids in der Ebene", 1912. Series to the fourth power of n: within
/// 3 µm of PROJ in a zone.
struct ConformalSphere: Sendable {
    /// Coefficients of sines of 2, 4, 6 and 8 times an angle.
    typealias Series = SIMD4<Double>

    static let shared = ConformalSphere()

    /// The radius of the sphere whose meridians are as long as the ellipsoid's, in metres.
    let rectifyingRadius: Double
    /// From the conformal to the geodetic latitude.
    private let geodetic: Series
    /// From transverse Mercator of the sphere to that of the ellipsoid, and back.
    private let forward: Series
    private let backward: Series

    private init() {
        let n = WGS84.thirdFlattening
        let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
        rectifyingRadius = WGS84.equatorialRadiusMeters / (1 + n) * (1 + n2 / 4 + n4 / 64)
        geodetic = Series(
            2 * n - 2 * n2 / 3 - 2 * n3 + 116 * n4 / 45, 7 * n2 / 3 - 8 * n3 / 5 - 227 * n4 / 45,
            56 * n3 / 15 - 136 * n4 / 35, 4279 * n4 / 630)
        forward = Series(
            n / 2 - 2 * n2 / 3 + 5 * n3 / 16 + 41 * n4 / 180, 13 * n2 / 48 - 3 * n3 / 5 + 557 * n4 / 1440,
            61 * n3 / 240 - 103 * n4 / 140, 49561 * n4 / 161_280)
        backward = Series(
            n / 2 - 2 * n2 / 3 + 37 * n3 / 96 - n4 / 360, n2 / 48 + n3 / 15 - 437 * n4 / 1440,
            17 * n3 / 480 - 37 * n4 / 840, 4397 * n4 / 161_280)
    }

    /// The tangent of the conformal latitude of a geodetic latitude in degrees.
    func conformalTangent(_ latitude: Double) -> Double {
        let eccentricity = WGS84.eccentricitySquared.squareRoot()
        let angle = SineCosine(degrees: latitude)
        let tangent = angle.sine / max(angle.cosine, 1e-16)
        let scale = sinh(eccentricity * atanh(eccentricity * angle.sine))
        return tangent * (1 + scale * scale).squareRoot() - scale * (1 + tangent * tangent).squareRoot()
    }

    /// The geodetic latitude, in degrees, of a conformal one by its sine and cosine, of any common scale.
    @inline(__always)
    func latitude(sine: Double, cosine: Double) -> Double {
        let square = sine * sine + cosine * cosine
        let doubleSine = 2 * sine * cosine / square
        let doubleCosine = (cosine * cosine - sine * sine) / square
        // Clenshaw's sum.
        let c4 = geodetic[3]
        let c3 = geodetic[2] + 2 * doubleCosine * c4
        let c2 = geodetic[1] + 2 * doubleCosine * c3 - c4
        let c1 = geodetic[0] + 2 * doubleCosine * c2 - c3
        return (atan2(sine, cosine) + c1 * doubleSine) * 180 / .pi
    }

    /// The sum of a series at a complex angle, by the sine and cosine of its real part x and exp y of its
    /// imaginary part.
    @inline(__always)
    private static func sum(_ series: Series, _ angle: SineCosine, grown: Double) -> (x: Double, y: Double) {
        let sine = 2 * angle.sine * angle.cosine
        let cosine = angle.cosine * angle.cosine - angle.sine * angle.sine
        let square = grown * grown
        let (hyperbolicSine, hyperbolicCosine) = ((square - 1 / square) / 2, (square + 1 / square) / 2)
        let (real, imaginary) = (2 * cosine * hyperbolicCosine, -2 * sine * hyperbolicSine)
        // Clenshaw's sum in complex numbers.
        var (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0)
        for index in (0..<4).reversed() {
            (x1, y1, x2, y2) = (
                series[index] + real * x1 - imaginary * y1 - x2, real * y1 + imaginary * x1 - y2, x1, y1
            )
        }
        let (sx, sy) = (sine * hyperbolicCosine, cosine * hyperbolicSine)
        return (sx * x1 - sy * y1, sx * y1 + sy * x1)
    }
}

// MARK: - Transverse Mercator

extension ConformalSphere {
    /// The latitude, and degrees east of the central meridian, of metres by `scale` east of it and north of
    /// the equator.
    @inline(__always)
    func place(east: Double, north: Double, scale: Double) -> (latitude: Double, longitude: Double) {
        let angle = SineCosine(radians: north / (scale * rectifyingRadius))
        let grown = exp(east / (scale * rectifyingRadius))
        let (x, y) = Self.sum(backward, angle, grown: grown)
        // The corrections are below 1e-3: a few terms of their sines and exponentials are exact.
        let turn = SineCosine(
            sine: x * (1 - x * x / 6 * (1 - x * x / 20)), cosine: 1 - x * x / 2 * (1 - x * x / 12))
        let along = angle - turn
        let across = grown * (1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4))))
        let eastwards = (across - 1 / across) / 2
        let (sine, cosine) = (along.sine, along.cosine)
        return (
            latitude(sine: sine, cosine: (eastwards * eastwards + cosine * cosine).squareRoot()),
            atan2(eastwards, cosine) * 180 / .pi
        )
    }

    /// Metres by `scale` east of the central meridian and north of the equator.
    func plane(latitude: Double, longitude: Double, scale: Double) -> (east: Double, north: Double) {
        let tangent = conformalTangent(latitude)
        let turn = SineCosine(degrees: longitude)
        let along = atan2(tangent, turn.cosine)
        let across = asinh(turn.sine / (tangent * tangent + turn.cosine * turn.cosine).squareRoot())
        let correction = Self.sum(forward, SineCosine(radians: along), grown: exp(across))
        return (
            (across + correction.y) * scale * rectifyingRadius,
            (along + correction.x) * scale * rectifyingRadius
        )
    }
}

// MARK: - Polar stereographic

extension ConformalSphere {
    /// Metres from the pole at which the tangent of half the conformal distance is 1, by a scale of 1.
    private var polarMeters: Double {
        let e = WGS84.eccentricitySquared.squareRoot()
        return 2 * WGS84.equatorialRadiusMeters
            / (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()
    }

    /// The latitude, as if of the north, of metres by `scale` from the pole.
    func polarLatitude(meters: Double, scale: Double) -> Double {
        let tangent = meters / (polarMeters * scale)
        return latitude(sine: 1 - tangent * tangent, cosine: 2 * tangent)
    }

    /// Metres by `scale` from the pole to a latitude, as if of the north.
    func polarMeters(latitude: Double, scale: Double) -> Double {
        let tangent = conformalTangent(latitude)
        return polarMeters * scale / (tangent + (1 + tangent * tangent).squareRoot())
    }
}
