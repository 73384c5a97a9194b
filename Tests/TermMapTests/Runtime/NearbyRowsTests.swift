import Foundation
import MapModel
import Testing

@testable import App
@testable import FileSources
@testable import Rows
@testable import Runtime
@testable import TermMap

@Suite struct NearbyRowsTests {
    private static let airports = Result { () throws -> (tree: QuadTree, table: any RowTable) in
        let loaded = try CSVLoader(path: Repository.root + "/data/airports.csv").read()
        return (QuadTree(loaded.points), loaded.table)
    }

    private func distances(_ bytes: [UInt8]) -> [Double] {
        bytes.split(separator: 10).dropFirst().compactMap { line in
            line.lastIndex(of: UInt8(ascii: ",")).flatMap {
                Double(String(decoding: line[($0 + 1)...], as: UTF8.self))
            }
        }
    }

    /// Across 180°, at a pole, everything: against the coordinates of all rows.
    @Test(
        arguments: [
            (Coordinate(latitude: -17, longitude: 180), 900_000),
            (Coordinate(latitude: 90, longitude: 12), 1_500_000),
            (Coordinate(latitude: -90, longitude: 0), 3_000_000),
            (Coordinate(latitude: 48.85, longitude: 2.35), 50_000),
            (Coordinate(latitude: 0, longitude: 0), 1e9), (Coordinate(latitude: 0, longitude: -140), 10),
        ] as [(Coordinate, Double)])
    func rowsWithinAreThoseOfASweep(center: Coordinate, meters: Double) throws {
        let (tree, table) = try Self.airports.get()
        let all = (0..<tree.count).map { GreatCircle.distance(from: center, to: tree.coordinate(at: $0)) }
        let expected = all.filter { $0 <= meters }.sorted()
        let request = NearbyRequest(center: center, radiusMeters: meters, unit: .kilometers)
        for limit in [nil, 5] {
            var bytes: [UInt8] = []
            let rows = NearbyRows(request: request, limit: limit, writer: RowWriter(.rows(.csv)))
            let count = try rows.write(tree, ShapeIndex(), of: table) { bytes += $0 }
            #expect(count == min(expected.count, limit ?? .max))
            let written = distances(bytes)
            #expect(written.count == count)
            #expect(zip(written, expected).allSatisfy { abs($0 - $1) <= 0.051 }, "\(center) \(meters)")
        }
    }

    @Test func withoutARadiusTheNearestAreGiven() throws {
        let (tree, table) = try Self.airports.get()
        let request = NearbyRequest(
            center: Coordinate(latitude: 0, longitude: -140), radiusMeters: nil, unit: .kilometers)
        var bytes: [UInt8] = []
        let rows = NearbyRows(request: request, limit: 10, writer: RowWriter(.rows(.csv)))
        #expect(try rows.write(tree, ShapeIndex(), of: table) { bytes += $0 } == 10)
        #expect(distances(bytes) == distances(bytes).sorted() && distances(bytes).count == 10)
    }
}
