/// A sum of c₀ cos σ + c₁ cos 3σ + … + c₅ cos 11σ.
struct OddCosineSeries: Sendable {
    let c0: Double
    let c1: Double
    let c2: Double
    let c3: Double
    let c4: Double
    let c5: Double

    /// The sum at the angle σ, by Clenshaw's summation.
    func sum(at angle: SineCosine) -> Double {
        let twice = 2 * (angle.cosine - angle.sine) * (angle.cosine + angle.sine)
        let y4 = twice * c5 + c4
        let y3 = twice * y4 + (c3 - c5)
        let y2 = twice * y3 + (c2 - y4)
        let y1 = twice * y2 + (c1 - y3)
        let y0 = twice * y1 + (c0 - y2)
        return angle.cosine * (y0 - y1)
    }
}
