import App
import MapModel
import Rows
import Streams

/// Prints the rows near a place, nearest first, without a screen.
package struct NearbyRows {
    package let request: NearbyRequest
    /// Nil for all.
    package let limit: Int?
    package let writer: RowWriter

    package init(request: NearbyRequest, limit: Int?, writer: RowWriter) {
        self.request = request
        self.limit = limit
        self.writer = writer
    }

    /// How many rows were printed.
    ///
    /// - Parameter written: the lines and areas that are printed with them.
    package func write(
        _ tree: QuadTree, _ shapes: ShapeIndex, written: WrittenShapes? = nil, of table: any RowTable,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Int {
        let neighbors = tree.neighbors(
            of: request.center, limit: limit, within: request.radiusMeters ?? .infinity, shapes: shapes
        ).neighbors
        try writer.write(
            count: neighbors.count,
            row: { index in
                let neighbor = neighbors[index]
                let row = tree.row(at: neighbor.index)
                return ExportedRow(
                    row: row, place: tree.fixedCoordinate(at: neighbor.index),
                    distanceMeters: neighbor.distanceMeters, shape: written?.geometry)
            }, of: table, addsDistance: true, to: sink)
        return neighbors.count
    }
}
