import MapModel
import Rows
import Streams

/// Prints the rows near a place, nearest first, without a screen.
struct NearbyRows {
    let request: NearbyRequest
    /// Nil for all.
    let limit: Int?
    let writer: RowWriter

    /// How many rows were printed.
    func write(
        _ tree: QuadTree, of table: any RowTable, to sink: ([UInt8]) -> Void
    ) throws(SourceError) -> Int {
        let neighbors = neighbors(in: tree)
        try writer.write(
            count: neighbors.count,
            row: { index in
                let neighbor = neighbors[index]
                return ExportedRow(
                    row: tree.row(at: neighbor.index),
                    place: tree.fixedCoordinate(at: neighbor.index),
                    distanceMeters: neighbor.distanceMeters)
            }, of: table, addsDistance: true, to: sink)
        return neighbors.count
    }

    /// A few of many are searched best first; all that lie inside are collected and sorted.
    private func neighbors(in tree: QuadTree) -> [Neighbor] {
        let meters = request.radiusMeters ?? .infinity
        if let limit { return tree.nearest(to: request.center, count: limit, within: meters) }
        let whole = Swift.min(meters, GeoCircle.halfEarthMeters)
        guard let circle = try? GeoCircle(center: request.center, radiusMeters: whole) else { return [] }
        return tree.neighbors(in: circle)
    }
}
