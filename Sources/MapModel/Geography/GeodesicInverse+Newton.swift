// Newton's method for the azimuth α₁ at which the geodesic meets both places.
extension GeodesicInverse {
    /// The arc whose longitudes differ by λ₁₂, by Newton's method from a guess of α₁.
    ///
    /// The root stays between two azimuths. Their middle replaces a step out of 0...π, and all steps after the
    /// twentieth, so that it ends in any case. Source: Karney, 2013, section 4.
    @inline(__always)
    func refined(_ guess: SineCosine) -> AuxiliaryArc {
        var azimuth = guess
        // Not quite north and south, so that no sine is 0.
        var north = SineCosine(sine: Self.leastSine, cosine: 1)
        var south = SineCosine(sine: Self.leastSine, cosine: -1)
        var tolerance = Double.ulpOfOne
        var previousMiss = 0.0
        for count in 0..<Self.maximumSteps {
            let arc = AuxiliaryArc(from: start, azimuth: azimuth, to: end)
            let series = GeodesicSeries(equatorCosineSquared: arc.equatorCosineSquared)
            let miss = miss(of: arc, series)
            if abs(miss) <= tolerance { return arc }
            // Rounding may keep it from less: one more step, then this is good enough.
            if abs(miss) <= 16 * .ulpOfOne { tolerance = 8 * .ulpOfOne }
            if miss > 0 { south = azimuth } else { north = azimuth }

            guard count < Self.newtonSteps, let next = step(from: arc, series, miss) else {
                azimuth = Self.middle(of: north, and: south)
                previousMiss = 0
                continue
            }
            azimuth = next
            // Misses shrink as m₂ = K m₁²: will the next be too small to matter?
            if abs(miss * miss * miss) < Self.leastMiss * previousMiss * previousMiss { break }
            previousMiss = miss
        }
        return AuxiliaryArc(from: start, azimuth: azimuth, to: end)
    }

    private static var leastSine: Double { 1e-154 }
    private static var newtonSteps: Int { 20 }
    /// 53 bits of an azimuth, and some more for rounding.
    private static var maximumSteps: Int { newtonSteps + 60 }
    /// In radians of longitude: 64 pm on the ground.
    private static var leastMiss: Double { 1e-17 }

    /// The azimuth that a step of Newton's method leads to; nil where it would leave 0...π.
    @inline(__always)
    private func step(from arc: AuxiliaryArc, _ series: GeodesicSeries, _ miss: Double) -> SineCosine? {
        let slope = slope(of: arc, series)
        guard slope > 0, abs(miss) < .pi * slope else { return nil }
        let next = arc.startAzimuth + SineCosine(radians: -miss / slope)
        return next.sine > 0 ? next.normalized : nil
    }

    private static func middle(of north: SineCosine, and south: SineCosine) -> SineCosine {
        SineCosine(sine: north.sine + south.sine, cosine: north.cosine + south.cosine).normalized
    }

    /// By how much the arc turns too far: λ(α₁) - λ₁₂, in radians.
    @inline(__always)
    private func miss(of arc: AuxiliaryArc, _ series: GeodesicSeries) -> Double {
        let sphere = arc.endLongitude - arc.startLongitude
        let excess = SineCosine(sine: Swift.max(sphere.sine, 0), cosine: sphere.cosine) - turn
        return excess.radians - arc.longitudeLag(series)
    }

    /// dλ/dα₁ = m₁₂ / (a cos α₂ cos β₂), with the reduced length m₁₂.
    @inline(__always)
    private func slope(of arc: AuxiliaryArc, _ series: GeodesicSeries) -> Double {
        let startStretch = (1 + WGS84.secondEccentricitySquared * start.sine * start.sine).squareRoot()
        guard arc.endAzimuth.cosine != 0 else {
            return -2 * WGS84.axisRatio * startStretch / start.sine
        }
        let endStretch = (1 + WGS84.secondEccentricitySquared * end.sine * end.sine).squareRoot()
        let length = series.length
        let wave = length.sum(at: arc.end) - length.sum(at: arc.start)
        let integral = series.lengthScale * arc.radians + wave
        // m₁₂ / b.
        let reducedLength =
            endStretch * arc.start.cosine * arc.end.sine - startStretch * arc.start.sine * arc.end.cosine
            - arc.start.cosine * arc.end.cosine * integral
        return WGS84.axisRatio * reducedLength / (arc.endAzimuth.cosine * end.cosine)
    }
}
