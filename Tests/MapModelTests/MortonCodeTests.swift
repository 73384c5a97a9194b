import TestSupport
import Testing

@testable import MapModel

struct MortonCodeTests {
    @Test func bitsAreInterleavedSouthFirst() {
        #expect(MortonCode.code(of: QuantumPoint(x: 1, y: 0)) == 1)
        #expect(MortonCode.code(of: QuantumPoint(x: 0, y: 1)) == 2)
        #expect(MortonCode.code(of: QuantumPoint(x: .max, y: 0)) == 0x5555_5555_5555_5555)
        #expect(MortonCode.code(of: QuantumPoint(x: .max, y: .max)) == .max)
    }

    @Test(arguments: 0..<100) func codesComeBackAsPoints(seed: UInt64) {
        var random = SeededRandom(seed)
        let code = random.next()
        #expect(MortonCode.code(of: MortonCode.point(of: code)) == code)
    }

    @Test func bothNamesOfTheAntimeridianAreOneColumn() {
        let west = QuantumPoint(FixedCoordinate(latitudeE7: 5, longitudeE7: -1_800_000_000))
        let east = QuantumPoint(FixedCoordinate(latitudeE7: 5, longitudeE7: 1_800_000_000))
        #expect(west == east && west.x == 0)
        #expect(QuantumPoint(WorldPoint(x: 1, y: 1)) == QuantumPoint(x: 0, y: .max))
    }

    @Test(arguments: 0..<200) func quantaFollowTheProjection(seed: UInt64) {
        var random = SeededRandom(seed)
        let place = random.place()
        let projected = QuantumPoint(WebMercator.project(place.coordinate))
        let quantum = QuantumPoint(place)
        guard abs(place.latitudeE7) <= LatitudeTable.limitE7 else { return }
        #expect(abs(Int64(projected.y) - Int64(quantum.y)) <= 1, "seed \(seed)")
        #expect(abs(Int64(Int32(bitPattern: projected.x &- quantum.x))) <= 1, "seed \(seed)")
        #expect(FixedCoordinate(quantum) == place.ofTree, "seed \(seed)")
    }

    /// Around the equator, the seams of the table's pieces and the edges of the square.
    @Test(arguments: [0, 1 << 18, 400_000_000, 1000 << 18, 3244 << 18, 850_500_000])
    func rowsAreStrictlyMonotoneInLatitude(middle: Int32) {
        for sign: Int32 in [-1, 1] {
            var row = LatitudeTable.shared.row(latitudeE7: sign * middle - 10_001)
            var isMonotone = true
            for latitude in sign * middle - 10_000...sign * middle + 10_000 {
                let next = LatitudeTable.shared.row(latitudeE7: latitude)
                isMonotone = isMonotone && (next < row || abs(latitude) > LatitudeTable.limitE7)
                row = next
            }
            #expect(isMonotone)
        }
    }

    @Test func onlyPolarLatitudesLieInTheOuterRows() {
        let table = LatitudeTable.shared
        #expect(table.row(latitudeE7: LatitudeTable.limitE7) > 0)
        #expect(table.row(latitudeE7: -LatitudeTable.limitE7) < .max)
        #expect(table.row(latitudeE7: LatitudeTable.limitE7 + 1) == 0)
        #expect(table.row(latitudeE7: -900_000_000) == .max)
    }
}
