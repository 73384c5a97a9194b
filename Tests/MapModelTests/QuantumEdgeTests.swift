import TestSupport
import Testing

@testable import MapModel

struct QuantumEdgeTests {
    @Test(arguments: 0..<200) func longitudesPartAtTheColumn(seed: UInt64) {
        var random = SeededRandom(seed)
        let column = UInt64(random.number(1...Int(UInt32.max)))
        let edge = QuantumEdge.longitudeE7(column: column)
        #expect(QuantumPoint.unwrappedColumn(longitudeE7: edge) >= column)
        #expect(QuantumPoint.unwrappedColumn(longitudeE7: edge - 1) < column)
    }

    @Test(arguments: 0..<200) func latitudesPartAtTheRow(seed: UInt64) {
        var random = SeededRandom(seed)
        let row = UInt64(random.number(2...Int(UInt32.max) - 1))
        let edge = QuantumEdge.latitudeE7(row: row)
        #expect(UInt64(LatitudeTable.shared.row(latitudeE7: edge)) >= row)
        #expect(UInt64(LatitudeTable.shared.row(latitudeE7: edge + 1)) < row)
    }

    @Test func theWorldIsAllLongitudesAndBothPoles() {
        #expect(QuantumEdge.longitudeE7(column: 0) == -1_800_000_000)
        #expect(QuantumEdge.longitudeE7(column: WorldWindow.worldSize) == 1_800_000_000)
        #expect(QuantumEdge.latitudeE7(row: 0) == 900_000_000)
        #expect(QuantumEdge.latitudeE7(row: WorldWindow.worldSize) == -900_000_001)
        #expect(QuantumEdge.latitudeE7(row: UInt64(UInt32.max)) == -LatitudeTable.limitE7 - 1)
        #expect(QuantumEdge.latitudeE7(row: 1) <= LatitudeTable.limitE7)
    }

    @Test(arguments: 0..<200) func degreesPartWhereRoundingDoes(seed: UInt64) {
        var random = SeededRandom(seed)
        let unit = Int32(random.number(-1_800_000_000...1_800_000_000) / (seed % 3 == 0 ? 1_000_000 : 1))
        let least = FixedCoordinate.leastDegrees(roundingTo: unit)
        #expect((least * 1e7).rounded() >= Double(unit))
        #expect((least.nextDown * 1e7).rounded() < Double(unit))
    }
}
