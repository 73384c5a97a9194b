import MapModel
import Rows
import Streams

/// One of two sources that are compared.
struct ComparedSource: Sendable {
    let table: any RowTable
    /// The place of each row; `nowhere` for rows without one.
    let places: [FixedCoordinate]
    let shapes: ShapeIndex
    /// Rows may be lines and areas all the same where these were not read.
    let knowsShapes: Bool
    /// None where they were not read.
    let heights: VertexHeights
    /// Whether rows without heights have none.
    let knowsHeights: Bool

    /// No place on the globe.
    static let nowhere = FixedCoordinate(latitudeE7: .min, longitudeE7: .min)

    init(_ source: LoadedSource) {
        table = source.table
        places = Self.places(of: source.points, count: source.table.recordCount)
        shapes = ShapeIndex(source.shapes)
        heights = source.heights
        (knowsShapes, knowsHeights) = (!source.isOfPlacesAlone, !source.isOfPlacesAlone)
    }

    /// Rows that were read before: their places are in `tree`.
    ///
    /// - Parameter heights: nil where they were not read.
    init(_ table: any RowTable, _ tree: QuadTree, _ shapes: ShapeIndex, _ heights: VertexHeights?) {
        (self.table, self.shapes, self.heights) = (table, shapes, heights ?? VertexHeights())
        (knowsShapes, knowsHeights) = (true, heights != nil)
        var places = [FixedCoordinate](repeating: Self.nowhere, count: table.recordCount)
        for index in 0..<tree.count where Int(tree.row(at: index)) < places.count {
            places[Int(tree.row(at: index))] = tree.fixedCoordinate(at: index)
        }
        self.places = places
    }

    var count: Int { table.recordCount }

    /// The places of all rows, in their order.
    var points: PointBuffer {
        var points = PointBuffer()
        for (row, place) in places.enumerated() where place != Self.nowhere {
            points.append(place, row: UInt32(row))
        }
        return points
    }

    /// Where a row is; nil for a row without a place.
    func place(_ row: UInt32) -> FixedCoordinate? {
        let place = places[Int(row)]
        return place == Self.nowhere ? nil : place
    }

    /// Whether the place of a row says something beside that of another one: a source puts lines and areas at a place of its own,
    /// unless both have read them.
    func comparesPlace(_ row: UInt32, with other: ComparedSource, _ otherRow: UInt32) -> Bool {
        (other.knowsShapes || shapes.shape(of: row) == nil)
            && (knowsShapes || other.shapes.shape(of: otherRow) == nil)
    }

    private static func places(of points: PointBuffer, count: Int) -> [FixedCoordinate] {
        let found = RowPlaces(of: points.rows, in: points)
        var places = [FixedCoordinate](repeating: nowhere, count: count)
        // A share of the points is a run of rows.
        for share in Workers.processors.shares(of: found.count, { share in share.map { found[$0] } }) {
            for (row, place) in share { places[Int(row)] = place }
        }
        return places
    }
}
