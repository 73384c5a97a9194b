/// The integrals along a geodesic as series in ε, to the sixth order.
///
/// A geodesic of the ellipsoid is a great circle of an auxiliary sphere, on which σ is the arc from the northward
/// crossing of the equator and α₀ the azimuth there. The series turn σ into distances and longitudes; the error of
/// what is cut off is below 1e-17. With k² = e′² cos² α₀, distances are b ∫ √(1 + k² sin² σ) dσ.
/// Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, equations 15 to 25.
struct GeodesicSeries: Sendable {
    /// ε, 0 on the equator and 0.0017 on a meridian.
    let epsilon: Double

    /// The series of the geodesic with cos² α₀ = `equatorCosineSquared`.
    init(equatorCosineSquared: Double) {
        let k2 = WGS84.secondEccentricitySquared * equatorCosineSquared
        epsilon = k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    }

    /// A₁: the distance is b A₁ (σ + `distance`).
    var distanceScale: Double {
        let e2 = epsilon * epsilon
        return (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - epsilon)
    }

    /// C₁.
    var distance: SineSeries {
        let e = epsilon
        let e2 = e * e
        let e4 = e2 * e2
        return SineSeries(
            c1: e * (-1 / 2 + e2 * (3 / 16 - e2 / 32)),
            c2: e2 * (-1 / 16 + e2 * (1 / 32 - e2 * (9 / 2048))),
            c3: e2 * e * (-1 / 48 + e2 * (3 / 256)),
            c4: e4 * (-5 / 512 + e2 * (3 / 512)),
            c5: e4 * e * (-7 / 1280),
            c6: e4 * e2 * (-7 / 2048))
    }

    /// C₁′, the reverse of `distance`: σ = τ + `arc` at τ = distance / (b A₁).
    var arc: SineSeries {
        let e = epsilon
        let e2 = e * e
        let e4 = e2 * e2
        return SineSeries(
            c1: e * (1 / 2 + e2 * (-9 / 32 + e2 * (205 / 1536))),
            c2: e2 * (5 / 16 + e2 * (-37 / 96 + e2 * (1335 / 4096))),
            c3: e2 * e * (29 / 96 - e2 * (75 / 128)),
            c4: e4 * (539 / 1536 - e2 * (2391 / 2560)),
            c5: e4 * e * (3467 / 7680),
            c6: e4 * e2 * (38081 / 61440))
    }

    /// A₃: longitude is that of the sphere, less f sin α₀ A₃ (σ + `longitude`).
    var longitudeScale: Double {
        let e = epsilon
        let n = WGS84.thirdFlattening
        let second = -1 / 4 - n * (1 / 8 - n * 3 / 8)
        let third = -1 / 16 - n * (3 / 16 + n / 16)
        return 1 + e * ((n - 1) / 2 + e * (second + e * (third + e * ((-3 / 64 - n / 32) - e * (3 / 128)))))
    }

    /// C₃.
    var longitude: SineSeries {
        let e = epsilon
        let n = WGS84.thirdFlattening
        let e2 = e * e
        let third = 3 / 64 + n * (3 / 64 - n / 64)
        let c1 = (1 - n) / 4 + e * ((1 - n * n) / 8 + e * (third + e * ((5 / 128 + n / 64) + e * (3 / 128))))
        let c2 =
            (1 / 16 - n * (3 / 32 - n / 32))
            + e * ((3 / 64 - n * (1 / 32 + n * 3 / 64)) + e * ((3 / 128 + n / 128) + e * (5 / 256)))
        let c3 = (5 / 192 - n * (3 / 64 - n * 5 / 192)) + e * ((3 / 128 - n * 5 / 192) + e * (7 / 512))
        return SineSeries(
            c1: e * c1, c2: e2 * c2, c3: e2 * e * c3,
            c4: e2 * e2 * ((7 / 512 - n * 7 / 256) + e * (7 / 512)),
            c5: e2 * e2 * e * (21 / 2560),
            c6: 0)
    }

    /// A₁ - A₂: the integral J of the reduced length is `lengthScale` · σ + `length`.
    var lengthScale: Double {
        let e = epsilon
        return e * (2 + e * (1 + e * (3 / 2 + e * (9 / 8 + e * (45 / 32 + e * (75 / 64))))))
    }

    /// A₁ C₁ - A₂ C₂, multiplied out.
    var length: SineSeries {
        let e = epsilon
        let e2 = e * e
        return SineSeries(
            c1: -e * (1 + e2 * (5 / 8 + e * (1 / 4 + e * (35 / 64 + e * (5 / 16))))),
            c2: e2 * (-1 / 4 + e * (1 / 8 - e * (1 / 8 - e * (1 / 32 - e * (49 / 512))))),
            c3: e2 * e * (-1 / 8 + e * (1 / 12 - e * (23 / 384 - e / 32))),
            c4: e2 * e2 * (-5 / 64 + e * (15 / 256 - e * (19 / 512))),
            c5: e2 * e2 * e * (-7 / 128 + e * (7 / 160)),
            c6: e2 * e2 * e2 * (-21 / 512))
    }
}
