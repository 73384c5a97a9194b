import MapModel

/// Windows of time at one and ten million points: any window, playing on, bars of a view, counts of cells.
enum TimeBenchmarks {
    static func run() {
        for count in [1_000_000, 10_000_000] { run(count: count) }
    }

    private static func run(count: Int) {
        var random = PlaceGenerator(seed: 47)
        var buffer = PointBuffer()
        for row in 0..<count { buffer.append(random.place(), row: UInt32(row)) }
        let tree = QuadTree(buffer)
        let moments = (0..<count).map { _ in Int64(random.number(below: 1 << 30)) * 1000 }
        var order = TimeOrder(of: QuadTree(PointBuffer()), moments: [])
        let building = Measurement.milliseconds { order = TimeOrder(of: tree, moments: moments) }
        let bytes = Double(order.byteCount) / Double(count)
        print("  \(count) points: order and slices \(building) ms, \(bytes) bytes a point")
        let windows = (0..<300).map { _ in
            let start = random.number(below: count)
            return start..<min(start + random.number(below: count) >> random.number(below: 12), count)
        }
        var points = PointSet(capacity: count)
        var next = 0
        let any = Measurement(processorTimeOf: windows.count) {
            points = order.points(at: windows[next])
            next += 1
        }
        print("    bits of any window: \(any.summary)")
        var shown = windows[0]
        points = order.points(at: shown)
        let playing = Measurement(processorTimeOf: 300) {
            let length = max(shown.count / 10, 1)
            let start = shown.upperBound + length > count ? 0 : shown.lowerBound + length
            let moved = start..<min(start + count / 100, count)
            order.move(&points, from: shown, to: moved)
            shown = moved
        }
        print("    playing on by a tenth: \(playing.summary)")
        let edges = (0...240).map { Int64($0) * (1 << 30) / 240 * 1000 }
        let world = tree.indices(in: GeoBounds.world)
        let bars = Measurement(processorTimeOf: 20) { _ = order.counts(between: edges, in: world) }
        print("    bars of the world: \(bars.summary)")
    }
}
