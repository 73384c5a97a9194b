/// A sum of c₁ sin 2σ + c₂ sin 4σ + … + c₆ sin 12σ.
struct SineSeries: Sendable {
    let c1: Double
    let c2: Double
    let c3: Double
    let c4: Double
    let c5: Double
    let c6: Double

    /// The sum at the angle σ.
    ///
    /// Source: Clenshaw, "A note on the summation of Chebyshev series", 1955.
    @inline(__always)
    func sum(at angle: SineCosine) -> Double {
        let twice = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
        let y5 = twice * c6 + c5
        let y4 = twice * y5 + (c4 - c6)
        let y3 = twice * y4 + (c3 - y5)
        let y2 = twice * y3 + (c2 - y4)
        let y1 = twice * y2 + (c1 - y3)
        return 2 * angle.sine * angle.cosine * y1
    }
}
