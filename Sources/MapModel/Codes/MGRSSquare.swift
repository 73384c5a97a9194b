/// A square of the military grid, which USNG is too: zone and band, two letters of a square of 100 km,
/// digits.
///
/// At the poles a letter A, B, Y or Z stands for zone and band.
/// Source: NGA.SIG.0012, "The Universal Grids", 2014.
struct MGRSSquare: Equatable, Sendable {
    /// The most digits of each number: metres.
    static let mostDigits = 5
    /// The side of the squares of two letters.
    static let letterMeters = 100_000.0

    /// In which plane the metres count.
    enum Grid: Equatable, Sendable {
        /// Metres east of the middle meridian and north of the equator.
        case zone(Int)
        /// Metres from the pole by UPS.
        case north
        case south
    }

    let grid: Grid
    /// The south-west corner, in metres.
    let east: Double
    let north: Double
    /// Digits of each number.
    let digitCount: Int

    /// The side, in metres.
    @inline(__always)
    var sizeMeters: Double {
        switch digitCount {
        case 0: 100_000
        case 1: 10_000
        case 2: 1000
        case 3: 100
        case 4: 10
        default: 1
        }
    }

    @inline(__always)
    var middle: Coordinate { coordinate(right: sizeMeters / 2, up: sizeMeters / 2) }

    /// The place of metres from the corner.
    @inline(__always)
    private func coordinate(right: Double, up: Double) -> Coordinate {
        switch grid {
        case .zone(let zone): UTMPosition.coordinate(zone: zone, east: east + right, north: north + up)
        case .north: PolarGrid.coordinate(east: east + right, north: north + up, isNorth: true)
        case .south: PolarGrid.coordinate(east: east + right, north: north + up, isNorth: false)
        }
    }

    /// Anticlockwise; the edges of large squares have points between, which are not in a straight line.
    var corners: [Coordinate] {
        let count = digitCount < 2 ? 8 : 1
        let sides = [(0.0, 0.0, 1.0, 0.0), (1, 0, 0, 1), (1, 1, -1, 0), (0, 1, 0, -1)]
        return sides.flatMap { x, y, dx, dy in
            (0..<count).map { step in
                let share = Double(step) / Double(count)
                return coordinate(right: (x + dx * share) * sizeMeters, up: (y + dy * share) * sizeMeters)
            }
        }
    }
}
