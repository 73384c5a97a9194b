import Dispatch
import TestSupport
import Testing

@testable import MapModel

struct PointBufferTests {
    /// Threads of the test: as many as it is told.
    private static func workers(_ count: Int) -> Workers {
        Workers(count: count) { count, parts in
            DispatchQueue.concurrentPerform(iterations: count) { parts($0) }
        }
    }

    @Test(arguments: 0..<40) func pieceByPieceOrOneByOneIsTheSame(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places([1, 100, 5_000, 30_000][Int(seed % 4)])
        // Rows without a place leave gaps.
        var rows: [UInt32] = []
        var row: UInt32 = 0
        for _ in places {
            if seed % 3 > 0, random.number(0...50) == 0 { row += UInt32(random.number(1...9)) }
            rows.append(row)
            row += 1
        }
        var single = PointBuffer()
        for (place, row) in zip(places, rows) { single.append(place, row: row) }
        var batched = PointBuffer()
        var start = 0
        while start < places.count {
            let end = min(start + random.number(1...20_000), places.count)
            var part = PointBuffer()
            let steps = rows[start..<end].map { $0 - rows[start] }
            Array(places[start..<end]).withUnsafeBufferPointer { places in
                steps.withUnsafeBufferPointer { part.append(places, firstRow: 0, rows: $0) }
            }
            batched.append(contentsOf: part, rowOffset: rows[start])
            start = end
        }
        #expect(batched.placedRows == rows && single.placedRows == rows, "seed \(seed)")
        let capacity = Int(row) + random.number(0...1)
        let set = batched.placedRows(below: capacity)
        #expect(set?.rows ?? (0..<row).map { $0 } == rows, "seed \(seed)")
        let one = QuadTree(single)
        let other = QuadTree(batched, by: Self.workers(random.number(2...5)))
        #expect(one.keys == other.keys && one.rows == other.rows, "seed \(seed)")
        #expect(one.sums == other.sums && one.directory == other.directory, "seed \(seed)")
        #expect(one.bounds == other.bounds && one.polarPoints == other.polarPoints, "seed \(seed)")
    }

    /// The order is that of a stable sort of the library, whatever the keys have in common.
    @Test(arguments: 0..<30) func sortsAsTheLibraryDoes(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = [0, 1, 5_000, 70_000][Int(seed % 4)]
        let spread = [0, 3, 2_000, 900_000_000][random.number(0...3)]
        var buffer = PointBuffer()
        for row in 0..<count {
            buffer.append(
                FixedCoordinate(
                    latitudeE7: Int32(random.number(-spread...spread)),
                    longitudeE7: Int32(random.number(-spread...spread))),
                row: UInt32(row))
        }
        let expected = buffer.pieces.flatMap { piece in
            piece.keys.indices.map { (piece.keys[$0], piece.row(at: $0)) }
        }
        .sorted { $0 < $1 }
        let tree = QuadTree(buffer, by: Self.workers(3))
        #expect(tree.keys == expected.map(\.0) && tree.rows == expected.map(\.1), "seed \(seed)")
    }

    @Test func aCopyKeepsItsPointsWhileTheOtherGrows() {
        var random = SeededRandom(7)
        let places = random.places(100_000)
        var buffer = PointBuffer()
        var copies: [(PointBuffer, Int)] = []
        for (row, place) in places.enumerated() {
            buffer.append(place, row: UInt32(row))
            if row % 33_333 == 0 { copies.append((buffer, row + 1)) }
        }
        for (copy, count) in copies {
            let tree = QuadTree(copy)
            let isSame = tree.count == count && (0..<count).allSatisfy { tree.row(at: $0) < UInt32(count) }
            #expect(isSame)
        }
        #expect(QuadTree(buffer).count == places.count)
    }

    /// Steps of centimetres, of kilometres, across the world, and over the poles.
    @Test(arguments: UInt64(0)..<12) func placesComeBackAsTheyWere(seed: UInt64) {
        var random = SeededRandom(seed)
        var places = [FixedCoordinate(latitudeE7: seed < 3 ? 850_400_000 : 0, longitudeE7: 0)]
        while places.count < 20_000 {
            let last = places[places.count - 1]
            let reach = [3, 3_000, 40_000, 9_000_000, 600_000_000][random.number(0...(seed < 6 ? 2 : 4))]
            let latitude = Int(last.latitudeE7) + random.number(-reach...reach)
            places.append(
                FixedCoordinate(
                    latitudeE7: Int32(min(max(latitude, -900_000_000), 900_000_000)),
                    longitudeE7: Int32(random.number(-1_800_000_000...1_799_999_999))))
        }
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
        var found: [FixedCoordinate] = []
        buffer.visitPlaces { _, place in found.append(place) }
        #expect(found == places)
    }

    /// Answers of servers are many small buffers.
    @Test func aBufferOfFewPointsIsSmall() {
        var buffer = PointBuffer()
        for row: UInt32 in 0..<100 {
            buffer.append(FixedCoordinate(latitudeE7: 0, longitudeE7: 0), row: row * 3)
        }
        #expect(buffer.byteCount < 4_096)
    }
}
