import TestSupport
import Testing

@testable import MapModel

/// The areas of points by codes of their rows.
@Suite struct AreaCodesTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func codesGiveTheAreasOfEachPoint(seed: UInt64) {
        var random = SeededRandom(seed)
        var points = PointBuffer()
        var codes: [UInt32] = []
        let covers: [[UInt32]] = [[2], [], [0, 1], [1]]
        for row in 0..<UInt32.random(in: 1...500, using: &random) {
            codes.append(UInt32.random(in: 0..<4, using: &random))
            guard Bool.random(using: &random) else { continue }
            let place = Coordinate(
                latitude: .random(in: -80...80, using: &random),
                longitude: .random(in: -179...179, using: &random))
            points.append(FixedCoordinate(place), row: row)
        }
        let tree = QuadTree(points)
        let areas = AreaAssignment(of: tree, areaCount: 3, codes: codes, covers: covers)
        let expected = AreaAssignment(pointCount: tree.count, areaCount: 3) { index in
            covers[Int(codes[Int(tree.row(at: index))])]
        }
        #expect(areas.counts == expected.counts)
        #expect(areas.outside == expected.outside)
        for area in 0..<3 {
            #expect(areas.indices { $0 == area } == expected.indices { $0 == area })
        }
    }
}
