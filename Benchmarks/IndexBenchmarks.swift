import MapModel

/// The index at one and ten million points: how long it takes to build and how fast views of it are clustered.
enum IndexBenchmarks {
    static func run() {
        for count in [1_000_000, 10_000_000] { run(count: count) }
    }

    private static func run(count: Int) {
        var random = PlaceGenerator(seed: 7)
        let places = (0..<count).map { _ in random.place() }
        var buffer = PointBuffer()
        let filling = Measurement.milliseconds {
            for row in places.indices { buffer.append(places[row], row: UInt32(row)) }
        }
        var tree = QuadTree(PointBuffer())
        let building = Measurement.milliseconds {
            // The tree takes the memory over, as nobody else holds it.
            let filled = buffer
            buffer = PointBuffer()
            tree = QuadTree(filled)
        }
        let bytes = Double(tree.byteCount) / Double(count)
        print("  \(count) points: fill \(filling) ms, build \(building) ms, \(bytes) bytes a point")
        views(of: tree, places: places)
    }

    private static func views(of tree: QuadTree, places: [FixedCoordinate]) {
        let size = ClusterSize()
        let dots = DotSize(columns: 240, rows: 64)
        var random = PlaceGenerator(seed: 8)
        let views = (0..<4_000).map { _ in
            let center = WebMercator.project(places[random.number(below: places.count)].coordinate)
            let zoom = Double(random.number(below: 41)) / 2 + 2
            return Viewport(center: center, zoom: zoom, size: dots)
        }
        var found = 0
        func cluster(_ view: Viewport) {
            found +=
                tree.clusters(in: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: size))
                .count
        }
        print("    clusters, random views: \(Measurement(count: views.count) { cluster(views[$0]) }.summary)")
        for zoom in [3.0, 5, 8, 12, 16] {
            let view = Viewport(center: views[0].center, zoom: zoom, size: dots)
            print(
                "    clusters, hot at zoom \(zoom): \(Measurement(count: 500) { _ in cluster(view) }.summary)"
            )
        }
        let counting = Measurement(count: views.count) {
            found += tree.count(in: views[$0].window(of: views[$0].bounds))
        }
        print("    counts, random views: \(counting.summary) (\(found))")
        density(of: tree, views: views.prefix(400).map { $0.resized(to: DotSize(columns: 240, rows: 62)) })
    }
}

extension IndexBenchmarks {
    /// Processor time of the counts of a density picture: of all the world, of random views, and after a pan by an eighth.
    private static func density(of tree: QuadTree, views: [Viewport]) {
        func raster(_ view: Viewport) -> DensityRaster {
            DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2)
        }
        let size = DotSize(columns: 240, rows: 62)
        let center = WebMercator.project(Coordinate(latitude: 24, longitude: 10))
        for zoom in [Viewport.worldWideZoom(for: size), 3] {
            let world = raster(Viewport(center: center, zoom: zoom, size: size))
            let full = Measurement(processorTimeOf: 20) { _ = tree.density(of: world) }
            print("    density, the world at zoom \(zoom): \(full.summary)")
        }
        var next = 0
        let full = Measurement(processorTimeOf: views.count) {
            _ = tree.density(of: raster(views[next]))
            next += 1
        }
        print("    density, random views: \(full.summary)")
        let known = views.map { tree.density(of: raster($0)) }
        next = 0
        let pans = Measurement(processorTimeOf: views.count) {
            _ = tree.density(of: raster(views[next].panned(columns: 30, rows: 0)), keeping: known[next])
            next += 1
        }
        print("    density, pans: \(pans.summary)")
    }
}

/// Places by a seed: a third anywhere, the others in towns of very different sizes.
struct PlaceGenerator {
    private var state: UInt64
    private var towns: [(latitude: Double, longitude: Double, spread: Double)] = []

    init(seed: UInt64) {
        state = seed
        for _ in 0..<2_000 {
            towns.append(
                (fraction() * 130 - 60, fraction() * 360 - 180, 3 * fraction() * fraction() * fraction()))
        }
    }

    mutating func place() -> FixedCoordinate {
        guard number(below: 3) > 0 else { return fixed(fraction() * 170 - 85, fraction() * 360 - 180) }
        // Small numbers come far more often, as large towns hold most places.
        let town = towns[Int(fraction() * fraction() * fraction() * Double(towns.count))]
        let latitude = town.latitude + (fraction() + fraction() + fraction() - 1.5) * town.spread
        return fixed(latitude, town.longitude + (fraction() + fraction() + fraction() - 1.5) * town.spread)
    }

    private func fixed(_ latitude: Double, _ longitude: Double) -> FixedCoordinate {
        FixedCoordinate(Coordinate(latitude: latitude, longitude: Coordinate.wrapped(longitude: longitude)))
    }

    private mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// SplitMix64. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
