import MapModel
import Rows

@testable import App
@testable import DataSets

/// Areas for pictures: zones of the world as the shipped sets are, and districts of a city with a hole.
enum AreaSamples {
    /// Boxes of 20° × 15° around the world, cut by the coast.
    static let zones: AreaSet = {
        var sketches: [(String, GeometrySketch)] = []
        for row in 0..<11 {
            for column in 0..<18 {
                let (south, west) = (Double(row) * 15 - 80, Double(column) * 20 - 180)
                let ring = [
                    (south, west), (south, west + 20), (south + 15, west + 20), (south + 15, west),
                ]
                sketches.append(("Zone \(row)-\(column)", sketch([ring])))
            }
        }
        return set("zones", .shipped, sketches)
    }()

    /// Sixteen districts around 48.2° N, 16.4° E with crooked borders; the sixth has a hole, the first no rows.
    static let districts: AreaSet = {
        func corner(_ column: Int, _ row: Int) -> (Double, Double) {
            let shift = Double((column * 7 + row * 5) % 5 - 2) / 100
            return (48.0 + Double(row) * 0.1 + shift, 16.0 + Double(column) * 0.2 - shift * 2)
        }
        var sketches: [(String, GeometrySketch)] = []
        for row in 0..<4 {
            for column in 0..<4 {
                var rings = [
                    [
                        corner(column, row), corner(column + 1, row), corner(column + 1, row + 1),
                        corner(column, row + 1),
                    ]
                ]
                if row == 1, column == 1 {
                    rings.append([(48.13, 16.26), (48.13, 16.33), (48.17, 16.33), (48.17, 16.26)])
                }
                sketches.append(("Bezirk \(row * 4 + column + 1)", sketch(rings)))
            }
        }
        return set("districts", .file, sketches)
    }()

    /// Rows in all districts but the first, most in the middle.
    static let places: [(Double, Double)] = (0..<900).map { number in
        let turn = Double(number * 37 % 360)
        let far = Double(number % 30) / 30
        let (north, east) = (far * (turn < 180 ? turn / 90 - 1 : 3 - turn / 90), far * (turn / 180 - 1))
        return (48.2 + north * 0.19, 16.4 + east * 0.39)
    }

    private static func sketch(_ rings: [[(Double, Double)]]) -> GeometrySketch {
        var sketch = GeometrySketch()
        for (index, ring) in rings.enumerated() {
            sketch.begin(.area, isHole: index > 0)
            for (latitude, longitude) in ring {
                sketch.append(FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)))
            }
        }
        return sketch
    }

    private static func set(
        _ name: String, _ kind: AreaSet.Kind, _ sketches: [(String, GeometrySketch)]
    ) -> AreaSet {
        var geometry = AreaGeometry()
        for (_, sketch) in sketches { geometry.append(sketch) }
        return AreaSet(
            name: name, kind: kind, geometry: geometry, names: sketches.map(\.0),
            codes: sketches.indices.map { "A\($0)" }, table: EmptyTable(name: name), reading: 1)
    }
}

extension AppState {
    /// Shows the areas of a set with the rows in each.
    mutating func show(_ set: AreaSet, method: AreaMethod? = nil, isDensity: Bool = false) {
        let assignment = AreaAssignment(of: data.tree, in: set.geometry)
        if let assignment {
            data.rows.areas = AreaAnswer(set, assignment, method: method, isDensity: isDensity)
        }
        refreshAnnotations(animated: false)
    }

    /// The same with figures of areas instead of counts.
    mutating func show(_ set: AreaSet, figure: String, _ value: @escaping (Int) -> Double?) {
        guard let assignment = AreaAssignment(of: data.tree, in: set.geometry) else { return }
        data.rows.areas = AreaAnswer(set, assignment, figure: figure, isAmount: false) { _ in
            (0..<set.count).map { value($0) }
        }
        refreshAnnotations(animated: false)
    }
}
