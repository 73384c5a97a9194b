import TestSupport
import Testing

@testable import MapModel

/// An index made of the columns of another is the same index.
@Suite struct ShapeIndexColumnsTests {
    private static func index(_ seed: UInt64, count: Int) -> ShapeIndex {
        var random = SeededRandom(seed)
        var buffer = ShapeBuffer()
        for row in 0..<count {
            var sketch = GeometrySketch()
            sketch.begin(row % 3 == 0 ? .area : .line)
            for _ in 0..<Int.random(in: 3...200, using: &random) {
                sketch.append(
                    FixedCoordinate(
                        latitudeE7: Int32.random(in: -800_000_000...900_000_000, using: &random),
                        longitudeE7: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random)))
            }
            buffer.append(sketch, row: UInt32(row * 2))
        }
        return ShapeIndex(buffer)
    }

    @Test(arguments: [0, 1, 2, 50]) func givesTheSameIndex(count: Int) throws {
        let index = Self.index(UInt64(count), count: count)
        let restored = try #require(ShapeIndex(index.columns, rowCount: max(count * 2, 1)))
        let isSame = restored == index
        #expect(isSame)
    }

    private static let changes: [@Sendable (inout ShapeIndex.Columns) -> Void] = [
        { $0.records.removeLast() }, { $0.records[0] = 1000 }, { $0.records[1] = 1 }, { $0.records[2] = 3 },
        { $0.records[8] = .max }, { $0.records[5] = .max }, { $0.runs.removeLast() }, { $0.runs[0] = 1 },
        { $0.runs[6] = .max }, { $0.runs[4] = .max }, { $0.vertices.removeLast() },
        { $0.vertices.removeAll() }, { $0.records.removeAll() },
        { $0.polarVertices.removeLast() }, { $0.polarVertices[0] = .max }, { $0.polarVertices[1] = 0 },
        { $0.polarVertices[1] = 950_000_000 }, { $0.polarVertices.swapAt(0, 2) },
    ]

    @Test(arguments: changes.indices) func columnsThatDoNotFitMakeNoIndex(change: Int) {
        var columns = Self.index(1, count: 20).columns
        Self.changes[change](&columns)
        let isIndex = ShapeIndex(columns, rowCount: 40) != nil
        #expect(!isIndex)
    }
}
