import Foundation
import MapModel
import TestSupport
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

// The lines of the articles of MapModel.docc; a test compares them, too.

private func clusterCount(of tree: QuadTree, in viewport: Viewport) -> Int {
    let window = viewport.window(of: viewport.bounds)
    let clusters = tree.clusters(in: window, grid: ClusterGrid(viewport: viewport, size: ClusterSize()))
    assert(clusters.reduce(0) { $0 + $1.count } == tree.count(in: window))
    return clusters.count
}

private func counts(of places: [Coordinate], inside corners: [Coordinate]) -> [Int] {
    var points = PointBuffer()
    for (row, place) in places.enumerated() { points.append(FixedCoordinate(place), row: UInt32(row)) }
    let tree = QuadTree(points)
    var sketch = GeometrySketch()
    sketch.begin(.area)
    for corner in corners { sketch.append(FixedCoordinate(corner)) }
    var areas = AreaGeometry()
    areas.append(sketch)

    if let assignment = AreaAssignment(of: tree, in: areas) {
        let counts = assignment.counts  // counts.areas[0], counts.outside, counts.inSeveral
        let inside = assignment.indices { $0 == 0 }
        return [counts.areas[0], inside.count, counts.outside, counts.inSeveral]
    }
    return []
}

private struct NamedPlace { let name: String }

private func matches(in places: [NamedPlace]) -> NameMatches? {
    var names = NameIndex.Builder()
    for place in places {
        names.appendField(place.name)
        names.endRecord()
    }
    let index = names.snapshot()
    let matches = index.matches(SearchQuery("munch"))
    return matches
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

    @Test func articlesSayWhatIsTrue() throws {
        let tree = try findings(in: Self.places, around: Self.lyon).tree
        let viewport = Viewport(
            center: WebMercator.project(Self.lyon), zoom: 6, size: DotSize(columns: 100, rows: 30))
        #expect(clusterCount(of: tree, in: viewport) > 10)
        let corners = [(44.0, 3.0), (44.0, 5.0), (46.0, 5.0), (46.0, 3.0)]
            .map { Coordinate(latitude: $0.0, longitude: $0.1) }
        let inside = Self.places.filter { 44..<46 ~= $0.latitude && 3..<5 ~= $0.longitude }.count
        #expect(inside > 10)
        #expect(counts(of: Self.places, inside: corners) == [inside, inside, 1_000 - inside, 0])
        #expect(matches(in: ["Bern", "München", "Munchen"].map(NamedPlace.init))?.records == [1, 2])
    }

    /// Each line of code of the articles is a line of this file.
    @Test func articlesShowThisCode() throws {
        let folder = Repository.root + "/Sources/MapModel/MapModel.docc/"
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let lines = Set(source.split(separator: "\n").map { $0.drop { $0 == " " } })
        for article in ["FindingPoints", "Clusters", "Areas", "Search"] {
            let page = try String(contentsOfFile: folder + article + ".md", encoding: .utf8)
            let block = try #require(page.firstText(between: "```\n", and: "```"))
            let missing = block.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
                !lines.contains($0)
            }
            #expect(missing == [], "\(article)")
        }
    }

    @Test func documentationShowsThisCode() throws {
        let page = try String(
            contentsOfFile: Repository.root + "/Sources/MapModel/MapModel.docc/MapModel.md", encoding: .utf8)
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
