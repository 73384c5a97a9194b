import Testing
import TestSupport

@testable import MapModel

@Suite struct ShapeBufferTests {
    @Test func pointsAndPartsWithoutEdgesAreLeftOut() {
        var buffer = ShapeBuffer()
        buffer.append(GeometrySketch(points: [place(1, 2), place(3, 4)]), row: 0)
        buffer.append(GeometrySketch(line: [place(1, 2)]), row: 1)
        buffer.append(GeometrySketch(line: []), row: 2)
        buffer.append(GeometrySketch(rings: [[place(1, 2)]]), row: 3)
        #expect(buffer.isEmpty)
        buffer.append(GeometrySketch(line: [place(1, 2), place(1, 3)]), row: 4)
        #expect(buffer.count == 1 && buffer.vertexCount == 2)
    }

    @Test func ringsAreClosedOnce() {
        var buffer = ShapeBuffer()
        let open = [place(0, 0), place(0, 1), place(1, 1)]
        buffer.append(GeometrySketch(rings: [open]), row: 0)
        buffer.append(GeometrySketch(rings: [open + [open[0]]]), row: 1)
        #expect(buffer.vertexCount == 8)
        #expect(Array(buffer.vertices[..<4]) == Array(buffer.vertices[4...]))
    }

    @Test func longLinesAreCutIntoRunsThatShareAVertex() {
        var buffer = ShapeBuffer()
        let line = (0...200).map { place(0, Double($0) / 100) }
        buffer.append(GeometrySketch(line: line), row: 0)
        #expect(buffer.vertexCount == 201 && buffer.runs.count == 4)
        #expect(buffer.runs.map(\.start) == [0, 64, 128, 192])
        #expect(buffer.runs.map { $0.flags.contains(.continues) } == [false, true, true, true])
        for run in buffer.runs {
            #expect(run.box.west == buffer.vertices[Int(run.start)].x)
        }
    }

    @Test func boxesReachAcrossTheDateLine() throws {
        var buffer = ShapeBuffer()
        buffer.append(GeometrySketch(line: [place(10, 170), place(20, -170)]), row: 0)
        var parts = GeometrySketch()
        parts.add(.area, [place(60, 100), place(60, 180), place(70, 180), place(70, 100)])
        parts.add(.area, [place(60, -180), place(60, -170), place(65, -170)])
        buffer.append(parts, row: 1)
        let boxes = buffer.records.map(\.box.bounds)
        #expect(abs(boxes[0].west - 170) < 1e-6 && abs(boxes[0].east + 170) < 1e-6)
        #expect(abs(boxes[1].west - 100) < 1e-6 && abs(boxes[1].east + 170) < 1e-6)
    }

    @Test func boxOfTheWorldIsAllLongitudes() {
        var buffer = ShapeBuffer()
        let world = [place(-60, -180), place(-60, 180), place(60, 180), place(60, -180)]
        buffer.append(GeometrySketch(rings: [world]), row: 0)
        #expect(buffer.records[0].box.width == .max)
        #expect(buffer.records[0].box.bounds.longitudeSpan == 360)
    }

    @Test(arguments: 0..<60) func joinedBuffersAreWhatOneWouldHaveBeen(seed: UInt64) {
        var random = SeededRandom(seed)
        let sketches = (0..<random.number(0...20)).map { _ in random.sketch() }
        let split = random.number(0...sketches.count)
        var whole = ShapeBuffer()
        var first = ShapeBuffer()
        var second = ShapeBuffer()
        for (row, sketch) in sketches.enumerated() {
            whole.append(sketch, row: UInt32(row))
            if row < split {
                first.append(sketch, row: UInt32(row))
            } else {
                second.append(sketch, row: UInt32(row - split))
            }
        }
        first.append(contentsOf: second, rowOffset: UInt32(split))
        #expect(first == whole, "seed \(seed)")
    }

    /// Runs tell the way of their vertices: each goes on where the one before ended, rings come back to where they began.
    @Test(arguments: 0..<100) func runsHoldTheirVertices(seed: UInt64) {
        var random = SeededRandom(seed)
        var buffer = ShapeBuffer()
        for row in 0..<8 { buffer.append(random.sketch(), row: UInt32(row)) }
        let index = ShapeIndex(buffer)
        for shape in 0..<index.count {
            var column: Int64 = 0
            var start: Int64 = 0
            let runs = index.runs(of: shape)
            for number in runs {
                let run = index.runs[number]
                let vertices = Array(index.vertices[index.vertices(of: number)])
                let turned = Int64(run.turn) << 32 + Int64(vertices[0].x)
                let continues = run.flags.contains(.continues)
                #expect(!continues || turned == column, "seed \(seed)")
                if !continues { start = turned }
                column = zip(vertices, vertices.dropFirst()).reduce(turned) { column, edge in
                    column + Int64(Int32(bitPattern: edge.1.x &- edge.0.x))
                }
                let isInBox = vertices.allSatisfy { vertex in
                    vertex.x &- run.box.west <= run.box.width && vertex.y >= run.box.north
                        && vertex.y <= run.box.south
                }
                #expect(isInBox, "seed \(seed)")
                let isLast =
                    number + 1 == runs.upperBound || !index.runs[number + 1].flags.contains(.continues)
                #expect(!isLast || !run.flags.contains(.area) || column == start, "seed \(seed)")
            }
        }
    }
}
