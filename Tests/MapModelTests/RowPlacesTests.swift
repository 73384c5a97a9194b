import TestSupport
import Testing

@testable import MapModel

@Suite struct RowPlacesTests {
    /// Places all over the globe, some at poles and on the date line, in rows with gaps.
    private func buffer(_ random: inout SeededRandom, gaps: Bool) -> (PointBuffer, [UInt32: FixedCoordinate])
    {
        var buffer = PointBuffer()
        var places: [UInt32: FixedCoordinate] = [:]
        var row: UInt32 = 0
        for _ in 0..<random.number(1...2_000) {
            if gaps { row += UInt32(random.number(0...2)) }
            let place = FixedCoordinate(
                latitudeE7: random.number(0...9) == 0
                    ? [900_000_000, -900_000_000, 850_600_000, -899_999_999, 0][random.number(0...4)]
                    : Int32(random.number(-900_000_000...900_000_000)),
                longitudeE7: random.number(0...9) == 0
                    ? [1_800_000_000, -1_800_000_000, 0][random.number(0...2)]
                    : Int32(random.number(-1_800_000_000...1_800_000_000)))
            buffer.append(place, row: row)
            places[row] = place
            row += 1
        }
        return (buffer, places)
    }

    /// What a tree returns for the same rows.
    private func expected(_ buffer: PointBuffer, _ rows: RowSet) -> [String] {
        let tree = QuadTree(buffer)
        return RowOrder(of: 0..<tree.count, in: tree).filter { rows.contains($0.row) }.map {
            "\($0.row) \(tree.fixedCoordinate(at: $0.index))"
        }
    }

    @Test(arguments: 0..<40) func placesAreThoseOfATreeInTheOrderOfRows(seed: UInt64) {
        var random = SeededRandom(seed)
        let (buffer, places) = buffer(&random, gaps: seed % 2 == 0)
        #expect(Set(buffer.rows.rows) == Set(places.keys), "seed \(seed)")
        var some = RowSet(capacity: buffer.rows.capacity + random.number(0...200))
        for row in 0..<some.capacity where random.number(0...2) > 0 { some.insert(UInt32(row)) }
        for rows in [buffer.rows, some] {
            let found = RowPlaces(of: rows, in: buffer)
            let lines = (0..<found.count).map { "\(found[$0].row) \(found[$0].place)" }
            #expect(lines == expected(buffer, rows), "seed \(seed)")
        }
    }

    @Test func aBufferWithoutPointsHasNoRows() {
        #expect(PointBuffer().rows.isEmpty)
        #expect(RowPlaces(of: RowSet(capacity: 5, containsAll: true), in: PointBuffer()).count == 0)
    }

    @Test(arguments: 0..<20) func prefixesAndSlicesHaveTheMembersOfTheSet(seed: UInt64) {
        var random = SeededRandom(seed)
        let capacity = random.number(0...300)
        let set = RowSet(capacity: capacity) { _ in Bool.random(using: &random) }
        for count in [0, 1, random.number(0...300), 300] {
            #expect(set.prefix(count).rows == Array(set.rows.prefix(count)), "seed \(seed)")
            #expect(set.prefix(count).capacity == capacity)
        }
        let first = random.number(0...capacity)
        let range = first..<first + random.number(0...100)
        let members = set.rows.filter { range.contains(Int($0)) }.map { $0 - UInt32(first) }
        #expect(set.slice(range).rows == members, "seed \(seed)")
        #expect((0..<8).reduce(0) { $0 + set.word($1).nonzeroBitCount } == set.count)
    }
}
