import CByteScan

/// An angle as its sine and cosine: sums need no trigonometry, and right angles are exact.
struct SineCosine: Equatable, Sendable {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    init(radians: Double) {
        sine = sin(radians)
        cosine = cos(radians)
    }

    /// The angle of `degrees` + `rest`, -180...180, exact at multiples of 90°.
    ///
    /// - Parameter rest: what rounding has cut off `degrees`.
    init(degrees: Double, rest: Double = 0) {
        let quarters = (degrees / 90).rounded()
        let remainder = SineCosine(radians: ((degrees - quarters * 90) + rest) * .pi / 180)
        switch quarters {
        case 0: self = remainder
        case 1: self.init(sine: remainder.cosine, cosine: -remainder.sine)
        case -1: self.init(sine: -remainder.cosine, cosine: remainder.sine)
        default: self.init(sine: -remainder.sine, cosine: -remainder.cosine)
        }
    }

    /// The reduced latitude β of a latitude φ in degrees: tan β = (1 - f) tan φ.
    init(reducedLatitude degrees: Double) {
        let latitude = SineCosine(degrees: degrees)
        self = SineCosine(sine: WGS84.axisRatio * latitude.sine, cosine: latitude.cosine).normalized
    }

    /// Radians in -π...π.
    var radians: Double { atan2(sine, cosine) }

    /// Degrees in -180...180.
    var degrees: Double { atan2(sine, cosine) * 180 / .pi }

    /// Degrees clockwise from north, 0..<360, of an azimuth.
    var bearing: Double { Self.bearing(degrees: degrees) }

    /// An azimuth of -180...180° in 0..<360.
    static func bearing(degrees: Double) -> Double {
        let positive = degrees < 0 ? degrees + 360 : abs(degrees)
        return positive >= 360 ? 0 : positive
    }

    /// The same direction with sine² + cosine² = 1; both must not be 0.
    var normalized: SineCosine {
        let scale = 1 / (sine * sine + cosine * cosine).squareRoot()
        return SineCosine(sine: sine * scale, cosine: cosine * scale)
    }

    static func + (first: SineCosine, second: SineCosine) -> SineCosine {
        SineCosine(
            sine: first.sine * second.cosine + first.cosine * second.sine,
            cosine: first.cosine * second.cosine - first.sine * second.sine)
    }

    static func - (first: SineCosine, second: SineCosine) -> SineCosine {
        SineCosine(
            sine: first.sine * second.cosine - first.cosine * second.sine,
            cosine: first.cosine * second.cosine + first.sine * second.sine)
    }
}
