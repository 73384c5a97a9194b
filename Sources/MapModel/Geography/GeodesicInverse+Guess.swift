import CByteScan

// Where Newton's method begins. Source: Karney, 2013, section 5.
extension GeodesicInverse {
    /// An azimuth α₁, and the distance of places so close that both are exact.
    struct Guess {
        let azimuth: SineCosine
        var meters: Double?
    }

    /// α₁ by the sphere, or between nearly opposite places by the astroid.
    @inline(__always)
    func guess() -> Guess {
        let triangle = SphericalTriangle(start: start, end: end, longitude: turn)
        if triangle.sine < Self.shortArc, triangle.cosine > 0 { return shortGuess() }
        let isNearlyOpposite =
            triangle.cosine < 0
            && triangle.sine < 6 * WGS84.thirdFlattening * .pi * start.cosine * start.cosine
        return isNearlyOpposite ? oppositeGuess() : Guess(azimuth: longGuess(triangle))
    }

    /// 23 cm, where σ² f / 2, the relative error of the short way, is a hundredth of that of rounding.
    private static var shortArc: Double { 3.6e-8 }

    /// The azimuth on the sphere, with the longitude there: ω₁₂ = λ₁₂ + f sin α₀ σ₁₂ but for terms in f².
    @inline(__always)
    private func longGuess(_ triangle: SphericalTriangle) -> SineCosine {
        let azimuth = triangle.azimuth.normalized
        let arc = atan2(triangle.sine, triangle.cosine)
        let excess = WGS84.flattening * azimuth.sine * start.cosine * arc
        // The angle is at most 0.011.
        let longitude = turn + SineCosine(sine: excess, cosine: 1 - excess * excess / 2)
        guard longitude.sine > 0 else { return azimuth }
        return SphericalTriangle(start: start, end: end, longitude: longitude.normalized).azimuth.normalized
    }

    /// The triangle on a sphere that fits the ellipsoid at the mean latitude.
    private func shortGuess() -> Guess {
        let mean = (start.cosine + end.cosine) / 2
        let fit = (1 - WGS84.eccentricitySquared * mean * mean).squareRoot()
        let longitude = SineCosine(radians: turnRadians / fit)
        let triangle = SphericalTriangle(start: start, end: end, longitude: longitude)
        let meters = WGS84.equatorialRadiusMeters * fit * atan2(triangle.sine, triangle.cosine)
        return Guess(azimuth: triangle.azimuth.normalized, meters: meters)
    }

    /// Near the point opposite to the start, where geodesics envelop an astroid.
    private func oppositeGuess() -> Guess {
        let series = GeodesicSeries(equatorCosineSquared: start.sine * start.sine)
        let scale = WGS84.flattening * start.cosine * series.longitudeScale * .pi
        let sum = start + end
        let x = -supplementRadians / scale
        let y = sum.sine / (scale * start.cosine)
        // Here y has no digits left, and the root is 0. Where x < -1, it is not: there the azimuth needs y.
        if y > -200 * .ulpOfOne, x > -1 {
            return Guess(azimuth: SineCosine(sine: -x, cosine: -(1 - x * x).squareRoot()))
        }
        let root = Self.astroidRoot(x: x, y: y)
        let rest = SineCosine(radians: -scale * x * root / (1 + root))
        let longitude = SineCosine(sine: rest.sine, cosine: -rest.cosine)
        let azimuth = SphericalTriangle(start: start, end: end, longitude: longitude).azimuth
        return Guess(azimuth: azimuth.normalized)
    }

    /// The positive root of μ⁴ + 2μ³ + (1 - x² - y²) μ² - 2y² μ - y² = 0.
    ///
    /// After Vermeille, "Direct transformation from geocentric coordinates to geodetic coordinates", Journal of
    /// Geodesy 76, 2002.
    private static func astroidRoot(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q != 0 || r > 0 else { return 0 }
        let s = p * q / 4
        let discriminant = s * (s + 2 * r * r * r)
        var u = r
        if discriminant >= 0 {
            let sum = s + r * r * r
            // The root of the sign that does not cancel.
            let cube = sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot())
            let t = cbrt(cube)
            u += t + (t != 0 ? r * r / t : 0)
        } else {
            let angle = atan2((-discriminant).squareRoot(), -(s + r * r * r))
            u += 2 * r * cos(angle / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
