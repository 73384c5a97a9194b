// Measurements to the last digit that counts.
extension DistanceUnit {
    /// "1,624.804 km": `meters` with `decimals`, at most six; short ones in metres or feet to the millimetre.
    public func figure(meters: Double, decimals: Int = 3) -> String {
        guard let smaller = smallerUnit(for: meters) else {
            return Self.text(meters / self.meters, decimals) + " \(symbol)"
        }
        return Self.text(meters / smaller.meters, 3) + " \(smaller.symbol)"
    }

    /// "268,748 km²", small ones in square metres or feet, with up to three decimals below 1,000.
    public func figure(squareMeters: Double) -> String {
        let unit = smallerUnit(for: squareMeters.squareRoot()) ?? self
        let value = squareMeters / (unit.meters * unit.meters)
        return Self.text(value, value < 10 ? 3 : value < 100 ? 2 : value < 1_000 ? 1 : 0) + " \(unit.symbol)²"
    }

    private static func text(_ value: Double, _ decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = (value * scale).rounded()
        guard scaled.isFinite, abs(scaled) < 1e18 else { return "–" }
        let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
        if decimals == 0 { return grouped(whole) }
        let digits = String(part.magnitude)
        return grouped(whole) + "." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
