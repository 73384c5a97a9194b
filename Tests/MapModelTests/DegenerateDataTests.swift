import TestSupport
import Testing

@testable import MapModel

/// Data that is all alike: the answers are those of points looked at one by one.
@Suite struct DegenerateDataTests {
    enum Shape: CaseIterable {
        case none, one, identical, antimeridian, street, pole, meridian
    }

    private static func places(_ shape: Shape, _ random: inout SeededRandom) -> [FixedCoordinate] {
        func place(_ latitudeE7: Int, _ longitudeE7: Int) -> FixedCoordinate {
            FixedCoordinate(latitudeE7: Int32(latitudeE7), longitudeE7: Int32(longitudeE7))
        }
        return switch shape {
        case .none: []
        case .one: [place(525_200_000, 134_050_000)]
        case .identical: Array(repeating: place(525_200_000, 134_050_000), count: 20_000)
        case .antimeridian:
            (0..<20_000).map {
                place($0 * 85_000 - 850_000_000, $0 % 2 == 0 ? 1_800_000_000 : -1_800_000_000)
            }
        // A cell of depth 20 is 3,433 units wide at the equator.
        case .street: (0..<20_000).map { _ in place(random.number(0...1_000), random.number(0...3_000)) }
        case .pole: (0..<20_000).map { place(900_000_000 - $0 % 3, $0 * 170_000 - 1_700_000_000) }
        case .meridian: (0..<20_000).map { place($0 * 80_000 - 800_000_000, 77_777_777) }
        }
    }

    private static func views(_ tree: QuadTree, _ random: inout SeededRandom) -> [Viewport] {
        (0..<24).map { number in
            let index = tree.isEmpty ? nil : random.number(0...tree.count - 1)
            return Viewport(
                center: index.map { tree.worldPoint(at: $0) } ?? WorldPoint(x: 0.5, y: 0.5),
                zoom: Double(number), size: DotSize(columns: 80, rows: 24))
        }
    }

    @Test(arguments: Shape.allCases) func clustersAndCountsAreThoseOfThePoints(shape: Shape) {
        var random = SeededRandom(4)
        let tree = QuadTree(Self.places(shape, &random))
        for view in Self.views(tree, &random) {
            let window = view.window(of: view.bounds)
            let grid = ClusterGrid(viewport: view, size: ClusterSize())
            var plane = ClusterPlane(of: tree, window: window, grid: grid)
            for rect in window.rects { plane.scan(0..<tree.count, within: rect) }
            let isSame = tree.clusters(in: window, grid: grid) == plane.clusters()
            #expect(isSame, "\(shape) at zoom \(view.zoom)")
            let inside = (0..<tree.count).count { window.contains(tree.quantum(at: $0)) }
            #expect(tree.count(in: window) == inside, "\(shape) at zoom \(view.zoom)")
        }
    }

    @Test(arguments: Shape.allCases) func densityCountsEachPointOnce(shape: Shape) {
        var random = SeededRandom(5)
        let tree = QuadTree(Self.places(shape, &random))
        for view in Self.views(tree, &random) {
            let raster = DensityRaster(viewport: view, rect: view.bounds, dotsPerRow: 2)
            let grid = tree.density(of: raster)
            let total = grid.total(columns: 0..<raster.columnCount, rows: 0..<raster.rowCount)
            #expect(total == tree.count(in: view.window(of: view.bounds)), "\(shape) at zoom \(view.zoom)")
        }
    }

    @Test(arguments: Shape.allCases) func theNearestAreThoseOfASort(shape: Shape) throws {
        var random = SeededRandom(6)
        let places = Self.places(shape, &random)
        let tree = QuadTree(places)
        let center = Coordinate(latitude: 1, longitude: 179)
        let origin = GreatCircle.Origin(center)
        let distances: [(Double, UInt32)] = places.indices
            .map { (origin.distance(to: places[$0].ofTree.coordinate), UInt32($0)) }
            .sorted { $0 < $1 }
        let found = tree.nearest(to: center, count: 10)
        let rows: [UInt32] = found.map { tree.row(at: $0.index) }
        let expected = distances.prefix(10).map { $0.1 }
        #expect(rows == expected)
        let circle = try GeoCircle(center: center, radiusMeters: 3_000_000)
        let inside = distances.count { $0.0 <= 3_000_000 }
        #expect(tree.count(in: circle) == inside)
    }
}
