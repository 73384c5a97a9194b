import FileSources
import Glibc
import MapModel

/// The hottest paths by themselves, for `tools/count-instructions.sh`: what the second half of the repetitions adds is
/// what one costs, whatever the start of the program takes.
enum CountedPaths {
    /// `Benchmarks count PATH TIMES [FILE]`.
    static func run(_ arguments: [String]) {
        guard arguments.count >= 2, let times = Int(arguments[1]) else { exit(64) }
        switch arguments[0] {
        case "generate": if arguments.count < 3 || !writeRows(times, to: arguments[2]) { exit(74) }
        case "ingest":
            if arguments.count < 3 || (try? CSVLoader(path: arguments[2]).read()) == nil { exit(66) }
        case "sort": print(tree(of: times).count)
        case "clusters": print(clusters(times))
        case "density": print(density(times))
        case "search": print(search(times))
        case "areas": print(areas(times))
        default: exit(64)
        }
    }

    /// Points around the world by cheap numbers, a third of them in few places.
    private static func tree(of count: Int) -> QuadTree {
        var buffer = PointBuffer()
        var state: UInt64 = 1
        func number(_ limit: UInt64) -> Int32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int32(truncatingIfNeeded: ((state >> 33) * limit) >> 31)
        }
        for row in 0..<count {
            let latitude =
                row % 3 > 0 ? number(1_600_000_000) - 800_000_000 : number(40) * 30_000_000 + number(90_000)
            let place = FixedCoordinate(
                latitudeE7: Swift.min(latitude, 899_999_999),
                longitudeE7: row % 3 > 0 ? number(1_800_000_000) : number(90_000))
            buffer.append(place, row: UInt32(row))
        }
        return QuadTree(buffer)
    }

    private static func view(_ number: Int, of tree: QuadTree, rows: Int) -> Viewport {
        Viewport(
            center: tree.worldPoint(at: number * 7_919 % tree.count), zoom: 2 + Double(number % 24) / 2,
            size: DotSize(columns: 240, rows: rows))
    }

    private static func clusters(_ times: Int) -> Int {
        let tree = tree(of: 200_000)
        return (0..<times).reduce(0) { found, number in
            let view = view(number, of: tree, rows: 64)
            let grid = ClusterGrid(viewport: view, size: ClusterSize())
            return found + tree.clusters(in: view.window(of: view.bounds), grid: grid).count
        }
    }

    private static func density(_ times: Int) -> Int {
        let tree = tree(of: 200_000)
        return (0..<times).reduce(0) { found, number in
            let view = view(number, of: tree, rows: 62)
            let raster = DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2)
            return found + tree.density(of: raster).total(columns: 0..<480, rows: 0..<124)
        }
    }

    private static func areas(_ times: Int) -> Int {
        var random = PlaceGenerator(seed: 5)
        var buffer = PointBuffer()
        for row in 0..<100_000 { buffer.append(random.place(), row: UInt32(row)) }
        let tree = QuadTree(buffer)
        let partition = WigglyPartition(
            columns: 12, rows: 8, piecesOfSide: 30, seed: 1, in: WigglyPartition.world)
        let geometry = partition.geometry
        return (0..<times).reduce(0) { found, _ in
            found + (AreaAssignment(of: tree, in: geometry)?.counts.outside ?? 0)
        }
    }

    private static func search(_ times: Int) -> Int {
        var generator = NameGenerator(seed: 7)
        var builder = NameIndex.Builder()
        for row in 0..<20_000 {
            builder.appendField(generator.name(withAccent: row % 8 == 0))
            builder.endRecord()
        }
        let index = builder.snapshot()
        let queries = NameGenerator.queries.map { SearchQuery($0) }
        return (0..<times).reduce(0) { $0 + (index.matches(queries[$1 % queries.count])?.total ?? 0) }
    }
}
