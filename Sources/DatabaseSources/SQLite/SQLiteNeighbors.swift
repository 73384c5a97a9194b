import MapModel
import Rows
import SQLiteFiles

/// Keeps the nearest of the rows that it is given, with their keys.
struct SQLiteNeighbors {
    struct Neighbor {
        let key: Int
        let place: FixedCoordinate
        let distanceMeters: Double
    }

    private let origin: GreatCircle.Origin
    private let limit: Int?
    /// Rows farther away are dropped.
    private var reach: Double
    private var found: [Neighbor] = []
    private var keys: SQLiteKeys
    private let key: SQLiteRelation.Key
    private let keyCount: Int

    private static let pruneCount = 4_096

    init(_ question: NearbyQuestion, within reach: Double, of relation: SQLiteRelation) {
        origin = GreatCircle.Origin(question.center)
        // No more rows can be numbered; twice as many can be counted.
        limit = question.limit.map { min($0, PointBuffer.maximumCount) }
        self.reach = reach
        key = relation.key
        keys = SQLiteKeys(of: relation.key)
        keyCount = relation.keyColumns.count
    }

    @inline(__always)
    mutating func take(_ place: FixedCoordinate, _ rows: borrowing SQLiteStatement) {
        let distance = origin.distance(to: place.coordinate)
        guard distance <= reach else { return }
        found.append(Neighbor(key: keys.count, place: place, distanceMeters: distance))
        keys.append(rows, columnCount: keyCount)
        if let limit, found.count >= max(Self.pruneCount, 2 * limit) { prune(to: limit) }
    }

    /// Keeps the `limit` nearest. Rows that were added twice count once.
    private mutating func prune(to limit: Int) {
        let (nearest, values) = result()
        if nearest.count >= limit, let last = nearest.last { reach = min(reach, last.distanceMeters) }
        var kept = SQLiteKeys(of: key)
        found = nearest.enumerated().map { index, neighbor in
            kept.append(values[index])
            return Neighbor(key: index, place: neighbor.place, distanceMeters: neighbor.distanceMeters)
        }
        keys = kept
    }

    /// The nearest, by their distances, then by their keys; and their keys.
    func result() -> (neighbors: [Neighbor], keys: [[SQLiteValue]]) {
        // Equal rows are equally far: only those at the same distance are compared.
        var seen: Set<[SQLiteValue]> = []
        var seenDistance = -1.0
        var neighbors: [Neighbor] = []
        var values: [[SQLiteValue]] = []
        for neighbor in found.sorted(by: { ($0.distanceMeters, $0.key) < ($1.distanceMeters, $1.key) }) {
            if let limit, neighbors.count >= limit { break }
            let key = keys[neighbor.key]
            if neighbor.distanceMeters != seenDistance {
                seen.removeAll(keepingCapacity: true)
                seenDistance = neighbor.distanceMeters
            }
            guard seen.insert(key).inserted else { continue }
            neighbors.append(neighbor)
            values.append(key)
        }
        return (neighbors, values)
    }
}
