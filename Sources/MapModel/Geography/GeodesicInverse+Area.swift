import CByteScan

extension GeodesicInverse {
    /// The square metres between a solved geodesic and the equator; positive eastwards in the north.
    ///
    /// Source: Karney, 2013, section 6.
    func areaToEquator(_ solution: Solution) -> Double {
        let arc = solution.arc
        let sign = eastSign * northSign * (isExchanged ? -1 : 1)
        // A meridian bounds a lune of the whole hemisphere or nothing.
        guard arc.equatorSine != 0 else { return -sign * WGS84.authalicRadiusSquared * turnRadians }
        let series = GeodesicSeries(equatorCosineSquared: arc.equatorCosineSquared)
        let wave = series.area.sum(at: arc.end) - series.area.sum(at: arc.start)
        let product = arc.equatorSine * arc.equatorCosineSquared.squareRoot()
        let radiusSquared = WGS84.equatorialRadiusMeters * WGS84.equatorialRadiusMeters
        let bulge = WGS84.eccentricitySquared * radiusSquared * product * wave
        return sign * (WGS84.authalicRadiusSquared * sphericalExcess(of: arc, series) + bulge)
    }

    /// α₂ - α₁ in radians: the area below the arc on a sphere of radius 1.
    private func sphericalExcess(of arc: AuxiliaryArc, _ series: GeodesicSeries) -> Double {
        let longitude = turn + SineCosine(radians: arc.longitudeLag(series))
        guard longitude.cosine > -0.7, end.sine - start.sine < 1.75 else {
            return (arc.endAzimuth - arc.startAzimuth).radians
        }
        // Small angles of short arcs keep their digits; only near half a turn it is worse.
        let (startRise, endRise) = (1 + start.cosine, 1 + end.cosine)
        let sine = longitude.sine * (start.sine * endRise + end.sine * startRise)
        let cosine = (1 + longitude.cosine) * (start.sine * end.sine + startRise * endRise)
        return 2 * atan2(sine, cosine)
    }
}
