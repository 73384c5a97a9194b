import TestSupport
import Testing

@testable import MapModel

/// Rows of quanta and latitudes.
@Suite struct LatitudeTableTests {
    /// The ends of the square, the equator, the ends of the pieces of both tables, and any others.
    @Test(arguments: 0..<4) func rowsAreTurnedBackExactly(seed: UInt64) {
        var random = SeededRandom(seed)
        let table = LatitudeTable.shared
        let limit = Int(LatitudeTable.limitE7)
        let ends = [0, 1, limit - 1, limit] + (0...3_244).map { $0 << 18 }
        let any = (0..<20_000).map { _ in random.number(0...limit) }
        let latitudes = (ends + any).flatMap { [Int32($0), -Int32($0)] }
        let back = latitudes.map { table.latitudeE7(row: table.row(latitudeE7: $0)) }
        #expect(back == latitudes)
    }

    /// Rows that no latitude has are those of a neighbour.
    @Test func allRowsHaveALatitude() {
        let table = LatitudeTable.shared
        var random = SeededRandom(1)
        let ends = (0...1_023).flatMap { stretch in
            (-1...1).map { UInt32(clamping: 2_147_483_648 + (stretch << 21) + $0) }
        }
        let any = (0..<20_000).map { _ in UInt32(random.number(0...Int(UInt32.max))) }
        let others = (ends + any).filter { row in
            let latitude = table.latitudeE7(row: row)
            let (own, next) = (table.row(latitudeE7: latitude), table.row(latitudeE7: latitude + 1))
            return (own < row || next > row) && abs(latitude) != LatitudeTable.limitE7
        }
        #expect(others.isEmpty)
    }
}
