import Testing
import TestSupport

@testable import MapModel

@Suite struct ShapeIndexTests {
    private func index(of sketches: [GeometrySketch], rows: [UInt32]) -> ShapeIndex {
        var buffer = ShapeBuffer()
        for (row, sketch) in zip(rows, sketches) { buffer.append(sketch, row: row) }
        return ShapeIndex(buffer)
    }

    @Test func nothingIsFoundInNothing() {
        let index = ShapeIndex()
        #expect(index.isEmpty && index.shape(of: 0) == nil)
        index.visit(in: .world) { _ in Issue.record("a shape of nothing") }
    }

    /// All vertices lie in the box, and no other one that begins and ends at shapes is narrower, wherever on the ring.
    @Test(arguments: 0..<60) func theBoxHoldsAllShapesThatAreShown(seed: UInt64) {
        var random = SeededRandom(seed)
        func wrapped(_ longitude: Double) -> Double {
            longitude >= 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        }
        let lines = (0..<random.number(1...8)).map { _ in
            let (start, length) = (Double(random.number(-180...179)), Double(random.number(1...60)))
            return [start, start + length / 2, start + length].map {
                Coordinate(latitude: Double.random(in: -60...60, using: &random), longitude: wrapped($0))
            }
        }
        let index = index(
            of: lines.map { line in .init(line: line.map { FixedCoordinate($0) }) },
            rows: lines.indices.map { UInt32($0) })
        let shown = lines.enumerated().filter { $0.offset % 3 != 2 }.map(\.element)
        let first = lines[0][0]
        let place = GeoBounds(
            south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
        let bounds = index.bounds(around: place) { $0 % 3 != 2 }
        func east(_ from: Double, _ to: Double) -> Double {
            (to - from + 720).truncatingRemainder(dividingBy: 360)
        }
        // Each box that begins where a line does, as wide as the lines need it to be.
        let widths = shown.map { line in
            shown.map { east(line[0].longitude, $0[0].longitude) + east($0[0].longitude, $0[2].longitude) }
                .max() ?? 0
        }
        let least = min(widths.min() ?? 0, 360)
        #expect(
            abs(bounds.longitudeSpan - least) < 1e-4,
            "\(bounds) instead of \(least): \(shown.map { [$0[0].longitude, $0[2].longitude] })")
        let latitudes = shown.joined().map(\.latitude)
        #expect(
            abs(bounds.south - (latitudes.min() ?? 0)) < 1e-4
                && abs(bounds.north - (latitudes.max() ?? 0)) < 1e-4)
        if least < 359 {
            #expect(shown.joined().allSatisfy { east(bounds.west - 1e-5, $0.longitude) <= least + 1e-4 })
        }
        #expect(index.bounds(around: place) { _ in false } == place)
    }

    /// Shapes of two indices, some of them left out, are found as if they had been one.
    @Test(arguments: 0..<20) func indicesAreJoined(seed: UInt64) {
        var random = SeededRandom(seed)
        func sketches(_ count: Int) -> [GeometrySketch] {
            (0..<count).map { _ in
                let center = random.place().coordinate
                let ring = random.ring(around: center, radius: 2, corners: random.number(2...90))
                return random.number(0...1) == 0 ? .init(line: ring) : .init(rings: [ring])
            }
        }
        let (first, second) = (sketches(random.number(0...80)), sketches(random.number(0...80)))
        let kept = RowSet(capacity: first.count) { $0 % 3 != 0 }
        let joined = ShapeIndex(joining: [
            (index(of: first, rows: first.indices.map { UInt32($0) }), kept, 0),
            (index(of: second, rows: second.indices.map { UInt32($0) }), nil, 1_000),
        ])
        let rows = first.indices.filter { $0 % 3 != 0 } + second.indices.map { $0 + 1_000 }
        let shapes = rows.map { $0 < 1_000 ? first[$0] : second[$0 - 1_000] }
        let expected = index(of: shapes, rows: rows.map { UInt32($0) })
        #expect(joined.count == expected.count && joined.vertexCount == expected.vertexCount)
        for row in rows.map({ UInt32($0) }) {
            let (one, other) = (joined.shape(of: row), expected.shape(of: row))
            #expect(one.map { joined[$0] } == other.map { expected[$0] })
            guard let one, let other else { continue }
            let (runs, others) = (joined.runs(of: one), expected.runs(of: other))
            #expect(
                runs.flatMap { joined.vertices[joined.vertices(of: $0)] }
                    == others.flatMap { expected.vertices[expected.vertices(of: $0)] })
        }
        #expect(joined.shape(of: 0) == nil && joined.shape(of: 999) == nil)
    }

    @Test(arguments: 0..<60) func findsTheBoxesThatMeetAWindow(seed: UInt64) {
        var random = SeededRandom(seed)
        var row: UInt32 = 0
        var buffer = ShapeBuffer()
        for _ in 0..<random.number(0...300) {
            row += UInt32(random.number(1...3))
            let center = random.place().coordinate
            let radius = [0.01, 1, 20][random.number(0...2)]
            let ring = random.ring(around: center, radius: radius, corners: random.number(2...6))
            buffer.append(random.number(0...1) == 0 ? .init(line: ring) : .init(rings: [ring]), row: row)
        }
        let index = ShapeIndex(buffer)
        for _ in 0..<10 {
            let window = random.window()
            let extent = random.number(0...3) == 0 ? UInt32(random.number(0...300_000_000)) : 0
            var found: [UInt32] = []
            index.visit(in: window, largerThan: extent) { found.append(index[$0].row) }
            let expected = buffer.records.filter {
                meets($0.box, window) && Swift.max($0.box.width, $0.box.south - $0.box.north) >= extent
            }
            #expect(found.sorted() == expected.map(\.row), "seed \(seed)")
        }
    }

    /// By the plain ranges of a window and of a box.
    private func meets(_ box: ShapeBox, _ window: WorldWindow) -> Bool {
        guard !window.isEmpty, UInt64(box.north) < window.rowRange.upperBound,
            UInt64(box.south) >= window.rowRange.lowerBound
        else { return false }
        let side = WorldWindow.worldSize
        let start = UInt64(box.west)
        let end = box.width == .max ? start + side : start + UInt64(box.width) + 1
        let ranges = end > side ? [start..<side, 0..<Swift.min(end - side, side)] : [start..<end]
        return window.columnRanges.contains { columns in ranges.contains { $0.overlaps(columns) } }
    }

    @Test(arguments: 0..<50) func knowsTheShapeOfEachRow(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketches = (0..<random.number(0...40)).map { _ in random.sketch() }
        let rows = sketches.indices.map { UInt32($0 * 3 + 1) }
        let index = index(of: sketches, rows: rows)
        for (row, sketch) in zip(rows, sketches) {
            let hasEdge = sketch.parts.indices.contains {
                sketch.parts[$0].kind > .point && sketch.range(of: $0).count > 1
            }
            #expect((index.shape(of: row) != nil) == hasEdge, "seed \(seed)")
            #expect(index.shape(of: row).map { index[$0].row } ?? row == row)
            #expect(index.shape(of: row + 1) == nil)
        }
    }

    /// Half a world and all of it: edges that the difference of two columns would not tell.
    @Test func longEdgesGoTheRightWay() throws {
        let half = [place(-60, 0), place(-60, 180), place(60, 180), place(60, 0)]
        let index = index(of: [GeometrySketch(rings: [half])], rows: [0])
        let bounds = index[0].box.bounds
        #expect(abs(bounds.west) < 1e-6 && abs(bounds.longitudeSpan - 180) < 1e-6)
    }

    @Test func orderOfAppendingDoesNotMatter() {
        var random = SeededRandom(3)
        let sketches = (0..<30).map { _ in GeometrySketch(line: random.places(4)) }
        let index = index(of: sketches, rows: sketches.indices.map { UInt32($0) })
        #expect(index.count == 30)
        #expect(index.vertexCount >= 120)
        #expect(index == self.index(of: sketches, rows: sketches.indices.map { UInt32($0) }))
    }
}
