import MapModel
import Rows

/// Groups of a server as clusters of the world's grid.
struct ClusterGroups {
    private struct Sum {
        var count = 0
        var x = 0.0
        var y = 0.0

        mutating func add(_ more: Int, at place: WorldPoint) {
            count += more
            x += place.x * Double(more)
            y += place.y * Double(more)
        }
    }

    let clusters: [Cluster]
    /// Rows in all of them.
    let total: Int
    /// What their rows were measured to have, where that was asked.
    let measured: MeasuredRows

    /// The server's cells are those of the grid except at the meridian of 180°, which belongs to the
    /// westernmost.
    ///
    /// Nil when the answer does not have row counts by cell, or more rows than any table.
    init?(_ rows: SQLRows, _ cells: ClusterCells, _ grid: ClusterGrid, isMeasured: Bool = false) {
        var sums: [ClusterID: Sum] = [:]
        var measured = MeasuredRows()
        var total = 0
        for row in 0..<rows.count {
            guard let across = rows.int(row, 0), (1...cells.longitudes.count).contains(across),
                let down = rows.int(row, 1), (1...cells.latitudes.count).contains(down),
                let count = rows.rowCount(row, 2), count > 0, let longitude = rows.double(row, 3),
                let latitude = rows.double(row, 4)
            else { return nil }
            total += count
            guard total <= SQLRows.largestCount else { return nil }
            let column = cells.longitudes[across - 1].column
            let isMeridian = column == 0 && longitude > 0 && across == cells.longitudes.count && across > 1
            let place = WebMercator.project(
                Coordinate(
                    latitude: min(max(latitude, -90), 90),
                    longitude: isMeridian ? -180 : min(max(longitude, -180), 180)))
            let id = grid.id(column: column, row: cells.latitudes[down - 1].row)
            sums[id, default: Sum()].add(count, at: place)
            guard isMeasured else { continue }
            guard let part = MeasuredRows.Cluster(rows, row, count: count, from: 5) else { return nil }
            measured.clusters[id, default: MeasuredRows.Cluster()].add(part)
        }
        self.total = total
        self.measured = measured
        clusters = sums.map { id, sum in
            let mean = WorldPoint(x: sum.x / Double(sum.count), y: sum.y / Double(sum.count))
            return Cluster(id: id, count: sum.count, mean: mean, densest: mean, firstIndex: 0)
        }.sorted { ($0.id.row, $0.id.column) < ($1.id.row, $1.id.column) }
    }
}
