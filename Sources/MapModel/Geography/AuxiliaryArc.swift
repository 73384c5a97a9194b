/// An arc of a great circle on the auxiliary sphere, the image of a geodesic.
///
/// It leads from the reduced latitude β₁ to β₂; its circle crosses the equator, going north, at the azimuth α₀.
/// Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, sections 2 to 4.
struct AuxiliaryArc: Sendable {
    /// α₁, from north.
    let startAzimuth: SineCosine
    /// α₂.
    let endAzimuth: SineCosine
    /// sin α₀, 1 on the equator and 0 on a meridian.
    let equatorSine: Double
    /// cos² α₀.
    let equatorCosineSquared: Double
    /// σ₁, the arc from the equator to the start.
    let start: SineCosine
    /// σ₂.
    let end: SineCosine
    /// ω₁, the longitude on the sphere from where the equator is crossed to the start; not normalized.
    let startLongitude: SineCosine
    /// ω₂.
    let endLongitude: SineCosine
    /// σ₁₂ = σ₂ - σ₁ in radians, 0...π.
    let radians: Double
}

extension AuxiliaryArc {
    /// The arc between two reduced latitudes of the canonical problem that leaves the first at `azimuth`.
    ///
    /// It goes north at its end. `azimuth` must not be east on the equator.
    @inline(__always)
    init(from start: SineCosine, azimuth: SineCosine, to end: SineCosine) {
        let northing = azimuth.cosine * start.cosine
        let easting = azimuth.sine * start.sine
        equatorSine = azimuth.sine * start.cosine
        equatorCosineSquared = azimuth.cosine * azimuth.cosine + easting * easting
        startAzimuth = azimuth
        let endNorthing: Double
        if end.cosine == start.cosine, abs(end.sine) == -start.sine {
            endNorthing = abs(northing)
            endAzimuth = SineCosine(sine: azimuth.sine, cosine: abs(azimuth.cosine))
        } else {
            // cos² β₂ - cos² β₁, of the numbers that lose least by the subtraction; not negative but for rounding.
            let difference =
                start.cosine < -start.sine
                ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
                : (start.sine - end.sine) * (start.sine + end.sine)
            endNorthing = (northing * northing + Swift.max(difference, 0)).squareRoot()
            endAzimuth = SineCosine(sine: equatorSine / end.cosine, cosine: endNorthing / end.cosine)
        }
        let scale = 1 / equatorCosineSquared.squareRoot()
        self.start = SineCosine(sine: start.sine * scale, cosine: northing * scale)
        self.end = SineCosine(sine: end.sine * scale, cosine: endNorthing * scale)
        startLongitude = SineCosine(sine: equatorSine * start.sine, cosine: northing)
        endLongitude = SineCosine(sine: equatorSine * end.sine, cosine: endNorthing)
        radians = Self.radians(from: self.start, to: self.end)
    }

    /// By how much the difference of longitudes λ₁₂ is less than ω₁₂ on the sphere, in radians.
    @inline(__always)
    func longitudeLag(_ series: GeodesicSeries) -> Double {
        let longitude = series.longitude
        let wave = longitude.sum(at: end) - longitude.sum(at: start)
        return WGS84.flattening * equatorSine * series.longitudeScale * (radians + wave)
    }

    /// The arc from σ₁ to σ₂, 0...π.
    static func radians(from start: SineCosine, to end: SineCosine) -> Double {
        let arc = end - start
        return SineCosine(sine: Swift.max(arc.sine, 0), cosine: arc.cosine).radians
    }
}
