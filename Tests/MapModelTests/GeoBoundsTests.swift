import TestSupport
import Testing

@testable import MapModel

@Suite struct GeoBoundsTests {
    private func box(_ random: inout SeededRandom) -> GeoBounds {
        let south = random.fraction(-90...80)
        let west = random.fraction(-180...180)
        return GeoBounds(
            south: south, west: west, north: south + random.fraction(0...10),
            east: Coordinate.wrapped(longitude: west + random.fraction(0...100)))
    }

    @Test(arguments: 0..<300) func unionHoldsWhatBothHold(seed: UInt64) {
        var random = SeededRandom(seed)
        let first = box(&random)
        let second = box(&random)
        let union = first.union(second)
        for part in [first, second] {
            for step in 0...20 {
                let share = Double(step) / 20
                let inside = Coordinate(
                    latitude: part.south + share * (part.north - part.south),
                    longitude: Coordinate.wrapped(
                        longitude: part.west + share * part.longitudeSpan * 0.999_999))
                #expect(union.contains(inside), "seed \(seed): \(inside) in \(union)")
            }
        }
    }

    @Test func unionAcross180IsTheShortWayRound() {
        let west = GeoBounds(south: 0, west: 170, north: 1, east: 175)
        let east = GeoBounds(south: 2, west: -178, north: 3, east: -170)
        #expect(west.union(east) == GeoBounds(south: 0, west: 170, north: 3, east: -170))
        #expect(east.union(west) == GeoBounds(south: 0, west: 170, north: 3, east: -170))
    }
}
