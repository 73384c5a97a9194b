import MapModel

/// Data that is all alike, against as many ordinary points in the same run: processor time, and how often as long.
enum DegenerateBenchmarks {
    private struct Times {
        let name: String
        var build = 0.0
        var clusters = 0.0
        var density = 0.0
        var nearby = 0.0
        var nearest = 0.0

        var all: [Double] { [build, clusters, density, nearby, nearest] }
    }

    static func run() {
        let count = 1_000_000
        var random = PlaceGenerator(seed: 7)
        let ordinary = times(of: "ordinary", (0..<count).map { _ in random.place() })
        func fixed(_ latitudeE7: Int, _ longitudeE7: Int) -> FixedCoordinate {
            FixedCoordinate(latitudeE7: Int32(latitudeE7), longitudeE7: Int32(longitudeE7))
        }
        let others: [(String, [FixedCoordinate])] = [
            ("none", []), ("one row", [fixed(525_200_000, 134_050_000)]),
            ("all identical", Array(repeating: fixed(525_200_000, 134_050_000), count: count)),
            ("all on 180°", (0..<count).map { fixed($0 * 1_700 - 850_000_000, -1_800_000_000) }),
            // A cell of depth 20 is 3,433 units wide at the equator.
            (
                "all in one street",
                (0..<count).map { _ in fixed(random.number(below: 1_000), random.number(below: 3_000)) }
            ),
            ("all at a pole", (0..<count).map { fixed(900_000_000 - $0 % 3, $0 * 3_000 - 1_500_000_000) }),
        ]
        print("  what: build, clusters, density, within 50 km, 10 nearest; ms of the median, times ordinary")
        printLine(ordinary, ordinary)
        for (name, places) in others { printLine(times(of: name, places), ordinary) }
    }

    private static func printLine(_ times: Times, _ ordinary: Times) {
        let figures = zip(times.all, ordinary.all).map { time, usual in
            "\((time / 10).rounded() / 100) ms × \((time / usual * 100).rounded() / 100)"
        }
        print("    \(times.name): \(figures.joined(separator: ", "))")
    }

    private static func times(of name: String, _ places: [FixedCoordinate]) -> Times {
        var times = Times(name: name)
        var tree = QuadTree(PointBuffer())
        times.build = median(of: 3, among: [()]) { _ in
            var buffer = PointBuffer()
            for row in places.indices { buffer.append(places[row], row: UInt32(row)) }
            tree = QuadTree(buffer)
        }
        let center =
            places.isEmpty ? Coordinate(latitude: 0, longitude: 0) : tree.coordinate(at: tree.count / 2)
        let views = stride(from: 2.0, through: 18, by: 0.5).map {
            Viewport(
                center: WebMercator.project(center), zoom: $0, size: DotSize(columns: 240, rows: 62))
        }
        times.clusters = median(of: 5, among: views) { view in
            let grid = ClusterGrid(viewport: view, size: ClusterSize())
            _ = tree.clusters(in: view.window(of: view.bounds), grid: grid)
        }
        times.density = median(of: 5, among: views) { view in
            _ = tree.density(of: DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2))
        }
        let circles = [center].compactMap { try? GeoCircle(center: $0, radiusMeters: 50_000) }
        times.nearby = median(of: 50, among: circles) { _ = tree.count(in: $0) }
        times.nearest = median(of: 50, among: [center]) { _ = tree.nearest(to: $0, count: 10) }
        return times
    }

    /// Microseconds of processor time for all `items`.
    private static func median<Item>(of rounds: Int, among items: [Item], _ body: (Item) -> Void) -> Double {
        Measurement(processorTimeOf: rounds) { for item in items { body(item) } }.median
    }
}
