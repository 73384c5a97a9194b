import Foundation
import MapModel
import TestSupport
import Testing

@testable import DataSets
@testable import FileSources
@testable import Rows
@testable import Runtime

@Suite struct NearbyRowsTests {
    private static let airports = Result { () throws -> (tree: QuadTree, dataSet: LoadedDataSet) in
        let dataSet = LoadedDataSet(loader: CSVLoader(path: Repository.root + "/data/airports.csv"))
        return (try dataSet.read(isCancelled: { false }, progress: { _ in }).rows.tree, dataSet)
    }

    /// How many rows are written, and these.
    private func written(
        _ dataSet: LoadedDataSet, near center: Coordinate, within meters: Double? = nil, limit: Int?
    ) throws -> (count: Int, bytes: [UInt8]) {
        let source = try dataSet.nearbySource(RowDemand())
        let rows = try source.near(
            NearbyQuestion(center: center, radiusMeters: meters, limit: limit), isCancelled: { false })
        var bytes: [UInt8] = []
        try RowWriter(.rows(.csv)).write(
            count: rows.count, row: { rows[$0] }, of: source.table, addsDistance: true
        ) { bytes += $0 }
        return (rows.count, bytes)
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
        let (tree, dataSet) = try Self.airports.get()
        let all = (0..<tree.count).map { GreatCircle.distance(from: center, to: tree.coordinate(at: $0)) }
        let expected = all.filter { $0 <= meters }.sorted()
        for limit in [nil, 5] {
            let (count, bytes) = try written(dataSet, near: center, within: meters, limit: limit)
            #expect(count == min(expected.count, limit ?? .max))
            let written = distances(bytes)
            #expect(written.count == count)
            #expect(zip(written, expected).allSatisfy { abs($0 - $1) <= 0.051 }, "\(center) \(meters)")
        }
    }

    @Test func withoutARadiusTheNearestAreGiven() throws {
        let (count, bytes) = try written(
            Self.airports.get().dataSet, near: Coordinate(latitude: 0, longitude: -140), limit: 10)
        #expect(count == 10)
        #expect(distances(bytes) == distances(bytes).sorted() && distances(bytes).count == 10)
    }
}
