import CByteScan

/// The polar grids, UPS: stereographic planes of both poles, with the letters that MGRS has for them.
///
/// Metres count from the pole, along 90° E and along 0° in the north, 180° in the south reversed.
enum PolarGrid {
    static let scale = 0.994
    /// What UPS adds to both numbers.
    static let falseMeters = 2_000_000.0
    /// The eastern columns, A to R, and the western ones, J to Z, without D, E, M, N, V, W.
    private static let eastern = Array("ABCFGHJKLPQR".utf8)
    private static let western = Array("JKLPQRSTUXYZ".utf8)
    /// Rows begin 1,200 km south of the southern pole's square and 700 km of the northern one's.
    private static let southRow = 8
    private static let northRow = 13
    /// Rows of the north, and columns each side of the pole.
    private static let northRows = 14
    private static let northColumns = 7

    static func coordinate(east: Double, north: Double, isNorth: Bool) -> Coordinate {
        let meters = (east * east + north * north).squareRoot()
        let latitude = ConformalSphere.shared.polarLatitude(meters: meters, scale: scale)
        let longitude = meters == 0 ? 0 : atan2(east, isNorth ? -north : north) * 180 / .pi
        return Coordinate(latitude: isNorth ? latitude : -latitude, longitude: longitude)
    }

    /// Metres from the nearer pole.
    static func plane(_ place: Coordinate) -> (east: Double, north: Double) {
        let meters = ConformalSphere.shared.polarMeters(latitude: abs(place.latitude), scale: scale)
        let turn = SineCosine(degrees: place.longitude)
        return (meters * turn.sine, meters * turn.cosine * (place.latitude > 0 ? -1 : 1))
    }

    /// The south-west corner of the square of three letters, in metres from the pole; nil when there is none.
    static func corner(
        _ letter: UInt8, column: Int, row: Int
    ) -> (east: Double, north: Double, isNorth: Bool)? {
        let isNorth = letter >= UInt8(ascii: "y")
        let isWest = letter == UInt8(ascii: "a") || letter == UInt8(ascii: "y")
        guard isWest || letter == UInt8(ascii: "b") || letter == UInt8(ascii: "z") else { return nil }
        let letters = isWest ? western : eastern
        guard let step = letters.firstIndex(where: { CodeBytes.gridLetter($0) == column }) else { return nil }
        let east = isWest ? step - letters.count : step
        guard !isNorth || (east >= -northColumns && east < northColumns && row < northRows) else {
            return nil
        }
        let north = row + (isNorth ? northRow : southRow) - 20
        return (Double(east) * 100_000, Double(north) * 100_000, isNorth)
    }

    /// The three letters of a square, by hundreds of kilometres of UPS.
    static func letters(_ east: Int, _ north: Int, isNorth: Bool) -> [UInt8] {
        let isWest = east < 20
        let letters = isWest ? western : eastern
        let first: StaticString = isNorth ? (isWest ? "Y" : "Z") : (isWest ? "A" : "B")
        let step = isWest ? east - 20 + letters.count : east - 20
        let rows = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
        let row = north - (isNorth ? northRow : southRow)
        return [
            first.utf8Start.pointee, letters[min(max(step, 0), letters.count - 1)],
            rows[min(max(row, 0), rows.count - 1)],
        ]
    }
}
