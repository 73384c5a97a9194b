import CByteScan

/// A geodesic of WGS 84 from a place in a direction, on which many places can be found.
///
/// What depends only on the line is calculated once. The error is about 20 nm, and grows with each turn around the
/// earth.
/// Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, section 3.
public struct GeodesicLine: Sendable {
    /// Where metres are counted from.
    public let start: Coordinate

    /// sin α₀ and cos α₀, the azimuth where the line crosses the equator going north.
    private let equator: SineCosine
    /// σ₁, the arc from there to the start.
    private let startArc: SineCosine
    /// ω₁, the longitude on the auxiliary sphere from there to the start; not normalized.
    private let startLongitude: SineCosine
    /// τ₁ = σ₁ + `startWave`, the arc that grows evenly with the distance.
    private let startEvenArc: SineCosine
    private let startWave: Double
    /// b A₁.
    private let metersPerRadian: Double
    /// C₁′.
    private let arcSeries: SineSeries
    /// f sin α₀ A₃.
    private let lagPerRadian: Double
    /// C₃.
    private let lagSeries: SineSeries
    private let startLag: Double

    /// The line from `start` at `azimuth` degrees clockwise from north.
    ///
    /// At a pole it counts from the meridian of the longitude of `start`.
    public init(from start: Coordinate, azimuth: Double) {
        let latitude = Self.offPole(SineCosine(reducedLatitude: start.latitude))
        let azimuth = SineCosine(degrees: azimuth.remainder(dividingBy: 360))
        let northing = azimuth.cosine * latitude.cosine
        let easting = azimuth.sine * latitude.sine
        let cosineSquared = azimuth.cosine * azimuth.cosine + easting * easting
        let equator = SineCosine(sine: azimuth.sine * latitude.cosine, cosine: cosineSquared.squareRoot())
        // Along the equator any place is the crossing: the start.
        let isEquator = latitude.sine == 0 && northing == 0
        let series = GeodesicSeries(equatorCosineSquared: cosineSquared)
        startArc = SineCosine(sine: latitude.sine, cosine: isEquator ? 1 : northing).normalized
        startLongitude = SineCosine(sine: equator.sine * latitude.sine, cosine: isEquator ? 1 : northing)
        startWave = series.distance.sum(at: startArc)
        startEvenArc = startArc + SineCosine(radians: startWave)
        metersPerRadian = WGS84.polarRadiusMeters * series.distanceScale
        arcSeries = series.arc
        lagPerRadian = WGS84.flattening * equator.sine * series.longitudeScale
        lagSeries = series.longitude
        startLag = lagSeries.sum(at: startArc)
        self.start = start
        self.equator = equator
    }

    /// At a pole itself longitudes would have no direction.
    private static func offPole(_ latitude: SineCosine) -> SineCosine {
        latitude.cosine == 0 ? SineCosine(sine: latitude.sine, cosine: 1e-154) : latitude
    }
}

// MARK: - Places

extension GeodesicLine {
    /// The coordinate `meters` from the start; negative metres go backwards.
    ///
    /// - Complexity: O(1), about half as long as the line itself takes.
    public func coordinate(at meters: Double) -> Coordinate {
        let (radians, arc) = arc(at: meters)
        let northing = equator.cosine * arc.cosine
        let cosine = (equator.sine * equator.sine + northing * northing).squareRoot()
        let latitude = SineCosine(sine: equator.cosine * arc.sine, cosine: cosine * WGS84.axisRatio)
        let longitude = SineCosine(sine: equator.sine * arc.sine, cosine: arc.cosine) - startLongitude
        let lag = lagPerRadian * (radians + (lagSeries.sum(at: arc) - startLag))
        return Coordinate(
            latitude: latitude.degrees,
            longitude: Coordinate.wrapped(
                longitude: start.longitude + (longitude.radians - lag) * 180 / .pi))
    }

    /// The direction `meters` from the start, in degrees clockwise from north, 0..<360.
    public func azimuth(at meters: Double) -> Double {
        let arc = arc(at: meters).angle
        return SineCosine(sine: equator.sine, cosine: equator.cosine * arc.cosine).bearing
    }

    /// σ₁₂ in radians, and σ₂.
    private func arc(at meters: Double) -> (radians: Double, angle: SineCosine) {
        let evenRadians = meters / metersPerRadian
        let evenArc = startEvenArc + SineCosine(radians: evenRadians)
        let radians = evenRadians + (startWave + arcSeries.sum(at: evenArc))
        return (radians, startArc + SineCosine(radians: radians))
    }
}
