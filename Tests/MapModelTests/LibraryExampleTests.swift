import Foundation
import MapModel
import Testing

/// What the example of MapModel.docc finds.
private struct Findings {
    let tree: QuadTree
    let window: WorldWindow
    let clusters: [Cluster]
    let details: [(row: UInt32, place: Coordinate)]
    let nearby: [Neighbor]
    let nearest: [Neighbor]
}

// The body is the code block of MapModel.docc; a test compares them.
private func findings(in places: [Coordinate], around lyon: Coordinate) throws -> Findings {
    // The index: points are appended in the order of their rows and sorted once.
    var points = PointBuffer()
    for (row, place) in places.enumerated() {
        points.append(FixedCoordinate(place), row: UInt32(row))
    }
    let tree = QuadTree(points)

    // The clusters of a view of 100 × 30 character cells at zoom 6.
    let viewport = Viewport(
        center: WebMercator.project(lyon), zoom: 6, size: DotSize(columns: 100, rows: 30))
    let window = viewport.window(of: viewport.bounds)
    let clusters = tree.clusters(in: window, grid: ClusterGrid(viewport: viewport, size: ClusterSize()))

    // The first 20 rows of the largest cluster, with their coordinates.
    let largest = clusters.max { $0.count < $1.count }
    let members = largest.map { tree.members(of: $0.id, in: window).indices(limit: 20) } ?? []
    let details = members.map { (row: tree.row(at: $0), place: tree.coordinate(at: $0)) }

    // What lies within 50 km, nearest first, and the ten nearest points at any distance.
    let nearby = tree.neighbors(in: try GeoCircle(center: lyon, radiusMeters: 50_000))
    let nearest = tree.nearest(to: lyon, count: 10)
    return Findings(
        tree: tree, window: window, clusters: clusters, details: details, nearby: nearby, nearest: nearest)
}

/// MapModel as another program uses it: by its public interface.
@Suite struct LibraryExampleTests {
    private static let lyon = Coordinate(latitude: 45.76, longitude: 4.84)

    /// A thousand places up to 5° from Lyon, in whole 1e-7°.
    private static let places: [Coordinate] = (0..<1_000).map { (number: Int) -> Coordinate in
        let north = Double(number * 7_919 % 1_000 - 500)
        let east = Double(number * 104_729 % 997 - 498)
        return Coordinate(latitude: 45.76 + north / 100, longitude: 4.84 + east / 100)
    }

    private struct Distance {
        let row: UInt32
        let meters: Double
    }

    /// All places by their distance, calculated one by one.
    private static func sweep() -> [Distance] {
        let distances = places.enumerated().map { (row, place) -> Distance in
            let kept = FixedCoordinate(place).coordinate
            return Distance(row: UInt32(row), meters: GreatCircle.distance(from: lyon, to: kept))
        }
        return distances.sorted { ($0.meters, $0.row) < ($1.meters, $1.row) }
    }

    @Test func clustersHoldThePointsOfTheView() throws {
        let found = try findings(in: Self.places, around: Self.lyon)
        #expect(found.clusters.count > 10)
        #expect(found.clusters.reduce(0) { $0 + $1.count } == found.tree.count(in: found.window))
    }

    @Test func detailsAreThoseOfTheLargestCluster() throws {
        let found = try findings(in: Self.places, around: Self.lyon)
        let largest = try #require(found.clusters.map(\.count).max())
        #expect(found.details.count == min(largest, 20))
        for (row, place) in found.details {
            let original = Self.places[Int(row)]
            #expect(FixedCoordinate(place) == FixedCoordinate(original))
        }
    }

    @Test func nearbyPointsAreThoseOfASweep() throws {
        let found = try findings(in: Self.places, around: Self.lyon)
        let sorted = Self.sweep()
        let within = sorted.prefix { $0.meters <= 50_000 }
        #expect(within.count > 5 && within.count < 1_000)
        #expect(found.nearby.map { found.tree.row(at: $0.index) } == within.map(\.row))
        #expect(found.nearest.map { found.tree.row(at: $0.index) } == sorted.prefix(10).map(\.row))
        #expect(found.nearest.map(\.distanceMeters) == sorted.prefix(10).map(\.meters))
    }

    @Test func documentationShowsThisCode() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Sources/MapModel/MapModel.docc/MapModel.md"),
            encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let block = try #require(page.firstText(between: "```swift\n", and: "```"))
        let body = try #require(source.firstText(between: "throws -> Findings {\n", and: "    return "))
        let indented = block.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
        #expect(indented == body)
    }
}

extension String {
    fileprivate func firstText(between start: String, and end: String) -> String? {
        guard let first = range(of: start), let last = range(of: end, range: first.upperBound..<endIndex)
        else { return nil }
        return String(self[first.upperBound..<last.lowerBound])
    }
}
