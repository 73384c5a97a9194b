import Basemaps
import MapModel
import Rows

/// Which points lie in which areas: synthetic partitions with shared, uneven borders, and the shipped regions.
enum AreaBenchmarks {
    private static let pointCount = 10_000_000

    static func run() {
        let towns = tree(within: WigglyPartition.europe)
        let districts = WigglyPartition(columns: 31, rows: 10, piecesOfSide: 39, seed: 1).geometry
        measure("10 M points × 310 areas", towns, districts)
        questions(of: towns, districts)
        measure(
            "10 M points × 20,000 areas", towns,
            WigglyPartition(columns: 200, rows: 100, piecesOfSide: 47, seed: 2).geometry)
        measure(
            "10 M points × one area of 2 M corners", towns,
            WigglyPartition(columns: 1, rows: 1, piecesOfSide: 500_000, seed: 3).geometry)
        guard let gazetteer = try? GazetteerFile.read("data/gazetteer.tmg") else {
            return print("  data/gazetteer.tmg cannot be read")
        }
        let world = tree(within: nil)
        let building = Measurement(count: 5) { _ in _ = gazetteer.countryAreas().geometry.count }
        print("  outlines of countries: \(milliseconds(building))")
        let regions = gazetteer.regionAreas().geometry
        measure("10 M points × regions", world, regions)
        measure("10 M points × countries", world, gazetteer.countryAreas().geometry)
        near(world)
    }

    private static func measure(_ name: String, _ tree: QuadTree, _ areas: AreaGeometry) {
        var assignment: AreaAssignment?
        for (workers, threads) in [
            (Workers.alone, "1 thread"), (.processors, "\(Workers.processors.count) threads"),
        ] {
            let time = Measurement(count: 5) { _ in
                assignment = AreaAssignment(of: tree, in: areas, by: workers)
            }
            print("  \(name), \(areas.edgeCount) edges, \(threads): \(milliseconds(time))")
        }
        guard let assignment else { return }
        let counts = assignment.counts
        print(
            "    \(assignment.runCount) runs, \(tree.count - counts.outside) in areas, \(counts.inSeveral) in several"
        )
    }

    /// What a new filter and a new figure cost once the areas are known.
    private static func questions(of tree: QuadTree, _ areas: AreaGeometry) {
        guard let whole = AreaAssignment(of: tree, in: areas, by: .processors) else { return }
        let kept = RowSet(capacity: tree.count) { $0 % 3 != 0 }
        var shown = whole
        let filtering = Measurement(count: 5) { _ in
            shown = AreaAssignment(whole, of: tree, keeping: kept, by: .processors)
        }
        print("  new filter: \(milliseconds(filtering)), \(shown.pointCount) rows")
        let numbers = NumberAggregates(byIndex: (0..<tree.count).map { Double($0 % 1_000) }, by: .processors)
        var sum = 0.0
        let figure = Measurement(count: 5) { _ in
            sum = whole.aggregates(of: numbers, by: .processors).reduce(0) { $0 + $1.sum }
        }
        print("  new figure: \(milliseconds(figure)), sum \(sum)")
        let counting = Measurement(count: 5) { _ in sum += Double(whole.counts.outside) }
        print("  counts: \(milliseconds(counting))")
        let sizes = Measurement(count: 5) { _ in
            for area in 0..<areas.count { sum += areas.squareKilometers(of: area) }
        }
        print("  sizes: \(milliseconds(sizes))")
        let labels = Measurement(count: 5) { _ in
            for area in 0..<areas.count { sum += Double(areas.labelPlace(of: area)?.latitudeE7 ?? 0) }
        }
        print("  label places: \(milliseconds(labels))")
    }

    /// A track of 20,000 points across Europe.
    private static func near(_ tree: QuadTree) {
        var sketch = GeometrySketch()
        sketch.begin(.line)
        var random = PlaceGenerator(seed: 9)
        var (x, y) = (-5_0000000.0, 42_0000000.0)
        for _ in 0..<20_000 {
            x += Double(random.number(below: 20_000)) - 9_000
            y += Double(random.number(below: 20_000)) - 9_600
            sketch.append(FixedCoordinate(latitudeE7: Int32(y), longitudeE7: Int32(x)))
        }
        let shapes = NearShapes([sketch])
        for meters in [200.0, 2_000, 50_000] {
            var count = 0
            let time = Measurement(count: 3) { _ in
                count = shapes.indices(of: tree, within: meters, by: .processors)?.count ?? 0
            }
            print(
                "  within \(Int(meters)) m of a track of 20,000 points: \(milliseconds(time)), \(count) rows")
        }
    }

    private static func milliseconds(_ measurement: Measurement) -> String {
        "\((measurement.best / 100).rounded() / 10) ms"
    }

    /// Points in towns of very different sizes, of the whole world or of a part of it.
    private static func tree(within box: GeoBounds?) -> QuadTree {
        var random = PlaceGenerator(seed: 5)
        var buffer = PointBuffer()
        for row in 0..<pointCount {
            var place = random.place()
            if let box {
                // The world shrunk, so that towns stay towns.
                let north = box.south + (Double(place.latitudeE7) / 1e7 + 85) / 170 * (box.north - box.south)
                let east = box.west + (Double(place.longitudeE7) / 1e7 + 180) / 360 * (box.east - box.west)
                place = FixedCoordinate(
                    Coordinate(latitude: Swift.min(Swift.max(north, -90), 90), longitude: east))
            }
            buffer.append(place, row: UInt32(row))
        }
        return QuadTree(buffer, by: .processors)
    }
}
