// A million points, their clusters from the world down to a town, and what lies near: `swift run -c release`.
import MapModel

/// The same numbers every time, evenly between 0 and 1 (splitmix64).
struct Numbers {
    var state: UInt64 = 1

    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ bits >> 31) >> 11) / Double(1 << 53)
    }
}

// Half of the points lie all over the world, half around Lyon.
let lyon = Coordinate(latitude: 45.76, longitude: 4.84)
var numbers = Numbers()
var points = PointBuffer()
for row in 0..<UInt32(1_000_000) {
    let north = numbers.next() - 0.5
    let east = numbers.next() - 0.5
    let place =
        row.isMultiple(of: 2)
        ? Coordinate(latitude: north * 170, longitude: east * 360)
        : Coordinate(latitude: lyon.latitude + north, longitude: lyon.longitude + east)
    points.append(FixedCoordinate(place), row: row)
}
let tree = QuadTree(points)

for zoom in [1.0, 6, 12] {
    let viewport = Viewport(
        center: WebMercator.project(lyon), zoom: zoom, size: DotSize(columns: 100, rows: 30))
    let window = viewport.window(of: viewport.bounds)
    let clusters = tree.clusters(in: window, grid: ClusterGrid(viewport: viewport, size: ClusterSize()))
    let sum = clusters.reduce(0) { $0 + $1.count }
    print("zoom \(Int(zoom)): \(clusters.count) clusters of \(sum) points, \(tree.count(in: window)) in view")
}

let circle = try GeoCircle(center: lyon, radiusMeters: 1_000)
print("within 1 km of Lyon: \(tree.neighbors(in: circle).count) points")
if let nearest = tree.nearest(to: lyon, count: 1).first {
    let place = tree.coordinate(at: nearest.index)
    let meters = Int(nearest.distanceMeters.rounded())
    print("nearest: row \(tree.row(at: nearest.index)), \(meters) m from Lyon, at \(place)")
}
