/// The triangle of two places and the north pole on a sphere.
struct SphericalTriangle {
    /// The azimuth at the start; not normalized.
    let azimuth: SineCosine
    /// The sine of the arc between the places.
    let sine: Double
    /// Its cosine.
    let cosine: Double

    @inline(__always)
    init(start: SineCosine, end: SineCosine, longitude: SineCosine) {
        let swing = end.cosine * start.sine * longitude.sine * longitude.sine
        // 1 - cos ω, without cancellation.
        let north =
            longitude.cosine >= 0
            ? (end - start).sine + swing / (1 + longitude.cosine)
            : (end + start).sine - swing / (1 - longitude.cosine)
        azimuth = SineCosine(sine: end.cosine * longitude.sine, cosine: north)
        sine = (azimuth.sine * azimuth.sine + north * north).squareRoot()
        cosine = start.sine * end.sine + start.cosine * end.cosine * longitude.cosine
    }
}
