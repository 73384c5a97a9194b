import TestSupport
import Testing

@testable import CellGraphics

@Suite struct DotBitmapShapesTests {
    private struct Edge {
        let start: DotPosition
        let end: DotPosition
    }

    /// Rings of three to nine corners around the bitmap: inside it, or hanging over one side or all.
    private func rings(_ random: inout SeededRandom, width: Double, height: Double) -> [Edge] {
        let reach = [0.0, 0.5, 3][random.number(0...2)]
        return (0..<random.number(1...3)).flatMap { _ in
            let corners = (0..<random.number(3...9)).map { _ in
                DotPosition(
                    x: random.fraction(-reach * width...width * (1 + reach)),
                    y: random.fraction(-reach * height...height * (1 + reach)))
            }
            return corners.indices.map { Edge(start: corners[$0], end: corners[($0 + 1) % corners.count]) }
        }
    }

    /// Where the ray from the far left to a dot's middle is crossed.
    private func crossings(_ edges: [Edge], y: Double) -> [Double] {
        edges.compactMap { edge in
            guard (edge.start.y <= y) != (edge.end.y <= y) else { return nil }
            let share = (y - edge.start.y) / (edge.end.y - edge.start.y)
            return edge.start.x + share * (edge.end.x - edge.start.x)
        }
    }

    @Test(arguments: 0..<200)
    func fillIsTheEvenOddInteriorOfTheDotsMiddles(seed: UInt64) {
        var random = SeededRandom(seed)
        let width = random.number(1...150)
        let height = random.number(1...40)
        let edges = rings(&random, width: Double(width), height: Double(height))
        var bitmap = DotBitmap(width: width, height: height)
        for edge in edges { bitmap.toggleEdge(from: edge.start, to: edge.end) }
        bitmap.fillBetweenEdges()
        var checked = 0
        for y in 0..<height {
            let crossings = crossings(edges, y: Double(y) + 0.5)
            for x in 0..<width {
                let middle = Double(x) + 0.5
                // Rounding may decide either way for an edge exactly on the middle.
                if crossings.contains(where: { abs($0 - middle) < 1e-6 }) { continue }
                checked += 1
                let isInside = crossings.filter { $0 < middle }.count % 2 == 1
                #expect(bitmap[x, y] == isInside, "\(x), \(y) of \(width) × \(height)")
            }
        }
        #expect(checked > width * height / 2)
    }

    /// One rectangle over each side, and one all round.
    @Test(arguments: [
        (-50.0, 2.0, 5.0, 6.0), (60, 2, 200, 6), (4, -90, 9, 3), (4, 7, 9, 90), (-9, -9, 99, 99),
    ])
    func fillReachesOverTheSides(left: Double, top: Double, right: Double, bottom: Double) {
        var bitmap = DotBitmap(width: 70, height: 10)
        for x in [left, right] {
            bitmap.toggleEdge(from: DotPosition(x: x, y: top), to: DotPosition(x: x, y: bottom))
        }
        bitmap.fillBetweenEdges()
        for y in 0..<10 {
            for x in 0..<70 {
                let isInside =
                    Double(x) >= left && Double(x) < right && Double(y) >= top && Double(y) < bottom
                #expect(bitmap[x, y] == isInside, "\(x), \(y)")
            }
        }
    }

    @Test func ringsThatShareAnEdgeLeaveNoGap() {
        var bitmap = DotBitmap(width: 20, height: 8)
        for x in [2.0, 7.3, 7.3, 15] {
            bitmap.toggleEdge(from: DotPosition(x: x, y: 0), to: DotPosition(x: x + 1, y: 8))
        }
        var whole = DotBitmap(width: 20, height: 8)
        for x in [2.0, 15] {
            whole.toggleEdge(from: DotPosition(x: x, y: 0), to: DotPosition(x: x + 1, y: 8))
        }
        bitmap.fillBetweenEdges()
        whole.fillBetweenEdges()
        #expect(bitmap == whole && !whole.isEmpty)
    }

    // MARK: - Lines

    private func dots(_ bitmap: DotBitmap) -> [(x: Int, y: Int)] {
        (0..<bitmap.height).flatMap { y in (0..<bitmap.width).filter { bitmap[$0, y] }.map { ($0, y) } }
    }

    private func distance(_ point: DotPosition, _ start: DotPosition, _ end: DotPosition) -> Double {
        let dx = end.x - start.x
        let dy = end.y - start.y
        let square = dx * dx + dy * dy
        let along = square == 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / square
        let share = min(max(along, 0), 1)
        let x = point.x - start.x - share * dx
        let y = point.y - start.y - share * dy
        return (x * x + y * y).squareRoot()
    }

    private func isConnected(_ dots: [(x: Int, y: Int)]) -> Bool {
        guard let first = dots.first else { return true }
        var rest = Set(dots.map { [$0.x, $0.y] })
        var waiting = [[first.x, first.y]]
        rest.remove(waiting[0])
        while let dot = waiting.popLast() {
            for dx in -1...1 {
                for dy in -1...1 {
                    if let next = rest.remove([dot[0] + dx, dot[1] + dy]) { waiting.append(next) }
                }
            }
        }
        return rest.isEmpty
    }

    @Test(arguments: 0..<300)
    func lineIsConnectedAndLiesOnItsDots(seed: UInt64) {
        var random = SeededRandom(seed)
        let width = random.number(1...130)
        let height = random.number(1...50)
        let reach = [0.0, 2, 1000][random.number(0...2)]
        func end() -> DotPosition {
            DotPosition(
                x: random.fraction(-reach * Double(width)...Double(width) * (1 + reach)),
                y: random.fraction(-reach * Double(height)...Double(height) * (1 + reach)))
        }
        let start = end()
        let finish = random.number(0...9) == 0 ? start : end()
        var bitmap = DotBitmap(width: width, height: height)
        bitmap.drawLine(from: start, to: finish)
        let dots = dots(bitmap)
        #expect(isConnected(dots))
        for dot in dots {
            let middle = DotPosition(x: Double(dot.x) + 0.5, y: Double(dot.y) + 0.5)
            #expect(distance(middle, start, finish) < 0.71, "\(dot)")
        }
        for step in 0...400 {
            let share = Double(step) / 400
            let x = Int((start.x + share * (finish.x - start.x)).rounded(.down))
            let y = Int((start.y + share * (finish.y - start.y)).rounded(.down))
            guard x >= 0, x < width, y >= 0, y < height else { continue }
            let isNear = (-1...1).contains { dx in (-1...1).contains { bitmap[x + dx, y + $0] } }
            #expect(isNear, "nothing near \(x), \(y)")
        }
    }

    @Test(arguments: [(-5.0, -5.0, -1.0, 30.0), (-5, -5, 30, -1), (21, 0, 40, 10), (0, 11, 20, 12)])
    func lineBesideTheBitmapSetsNothing(x: Double, y: Double, endX: Double, endY: Double) {
        var bitmap = DotBitmap(width: 20, height: 10)
        bitmap.drawLine(from: DotPosition(x: x, y: y), to: DotPosition(x: endX, y: endY))
        #expect(bitmap.isEmpty)
    }
}
