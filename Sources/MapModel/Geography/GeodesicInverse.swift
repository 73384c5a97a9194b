/// The inverse problem of geodesy in its canonical form: the shortest geodesic between two places.
///
/// The places are exchanged and reflected so that β₁ ≤ 0, |β₂| ≤ -β₁ and 0 ≤ λ₁₂ ≤ π. Then the geodesic leaves at
/// some azimuth α₁ in 0...π, and the longitude at which it reaches β₂ grows with α₁.
/// Source: Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, sections 4 and 5.
struct GeodesicInverse: Sendable {
    /// β₁, the reduced latitude of the place farther from the equator.
    let start: SineCosine
    /// β₂.
    let end: SineCosine
    /// λ₁₂.
    let turn: SineCosine
    /// λ₁₂ in radians, 0...π.
    let turnRadians: Double
    /// π - λ₁₂, without what its subtraction from π would lose.
    let supplementRadians: Double
    /// Degrees eastwards from the first place to the second, -180...180.
    let eastwardDegrees: Double
    /// Whether β₁ belongs to the second place.
    let isExchanged: Bool
    /// -1 where the canonical geodesic goes the other way around the axis, else 1.
    let eastSign: Double
    /// -1 where it is reflected at the equator, else 1.
    let northSign: Double

    init(from first: Coordinate, to second: Coordinate) {
        let (degrees, rest) = Self.eastward(from: first.longitude, to: second.longitude)
        eastwardDegrees = degrees
        let direction: Double = degrees < 0 ? -1 : 1
        turn = SineCosine(degrees: degrees * direction, rest: rest * direction)
        turnRadians = (degrees + rest) * direction * .pi / 180
        supplementRadians = ((180 - degrees * direction) - rest * direction) * .pi / 180

        isExchanged = abs(first.latitude) < abs(second.latitude)
        let far = isExchanged ? second.latitude : first.latitude
        let near = isExchanged ? first.latitude : second.latitude
        let reflection: Double = far < 0 ? 1 : -1
        start = SineCosine(reducedLatitude: far * reflection)
        end = SineCosine(reducedLatitude: near * reflection)
        northSign = isExchanged ? -reflection : reflection
        eastSign = direction
    }

    /// The degrees from one meridian eastwards to another, -180...180, and what rounding has cut off.
    private static func eastward(from west: Double, to east: Double) -> (degrees: Double, rest: Double) {
        let (first, second) = (Coordinate.wrapped(longitude: west), Coordinate.wrapped(longitude: east))
        let difference = second - first
        // Knuth's sum of two: `rest` is exact.
        let part = difference - second
        let rest = (second - (difference - part)) - (first + part)
        if difference - 180 > -rest { return (difference - 360, rest) }
        if difference + 180 < -rest { return (difference + 360, rest) }
        return (difference, rest)
    }
}

// MARK: - Solving

extension GeodesicInverse {
    /// The canonical geodesic.
    struct Solution: Sendable {
        let arc: AuxiliaryArc
        let meters: Double
    }

    /// The shortest geodesic; of several, one of them.
    ///
    /// - Complexity: O(1): two steps of Newton's method, up to five between nearly opposite places.
    func solve() -> Solution {
        if start.cosine == 0 || turn.sine == 0 { return alongMeridian() }
        if start.sine == 0, supplementRadians >= WGS84.flattening * .pi { return alongEquator() }
        let guess = guess()
        if let meters = guess.meters {
            return Solution(arc: AuxiliaryArc(from: start, azimuth: guess.azimuth, to: end), meters: meters)
        }
        let arc = refined(guess.azimuth)
        return Solution(arc: arc, meters: Self.meters(along: arc))
    }

    /// A meridian is the shortest also over the pole, since the ellipsoid is flat there.
    private func alongMeridian() -> Solution {
        let start = SineCosine(sine: start.sine, cosine: turn.cosine * start.cosine)
        let arc = AuxiliaryArc(
            startAzimuth: turn, endAzimuth: SineCosine(sine: 0, cosine: 1), equatorSine: 0,
            equatorCosineSquared: 1, start: start, end: end, startLongitude: SineCosine(sine: 0, cosine: 1),
            endLongitude: turn, radians: AuxiliaryArc.radians(from: start, to: end))
        return Solution(arc: arc, meters: Self.meters(along: arc))
    }

    /// Only up to λ₁₂ = (1 - f) π: from there the way over higher latitudes is shorter.
    private func alongEquator() -> Solution {
        let east = SineCosine(sine: 1, cosine: 0)
        let origin = SineCosine(sine: 0, cosine: 1)
        let radians = turnRadians / WGS84.axisRatio
        let end = SineCosine(radians: radians)
        let arc = AuxiliaryArc(
            startAzimuth: east, endAzimuth: east, equatorSine: 1, equatorCosineSquared: 0, start: origin,
            end: end, startLongitude: origin, endLongitude: end, radians: radians)
        return Solution(arc: arc, meters: WGS84.equatorialRadiusMeters * turnRadians)
    }

    /// b (I₁(σ₂) - I₁(σ₁)).
    @inline(__always)
    private static func meters(along arc: AuxiliaryArc) -> Double {
        let series = GeodesicSeries(equatorCosineSquared: arc.equatorCosineSquared)
        let distance = series.distance
        let wave = distance.sum(at: arc.end) - distance.sum(at: arc.start)
        return WGS84.polarRadiusMeters * series.distanceScale * (arc.radians + wave)
    }
}

// MARK: - Back to the places that were asked for

extension GeodesicInverse {
    /// The azimuth at the first place.
    func startAzimuth(of solution: Solution) -> SineCosine {
        original(isExchanged ? solution.arc.endAzimuth : solution.arc.startAzimuth)
    }

    /// The azimuth at the second place.
    func endAzimuth(of solution: Solution) -> SineCosine {
        original(isExchanged ? solution.arc.startAzimuth : solution.arc.endAzimuth)
    }

    private func original(_ azimuth: SineCosine) -> SineCosine {
        SineCosine(sine: azimuth.sine * eastSign, cosine: azimuth.cosine * northSign)
    }
}
