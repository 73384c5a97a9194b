import MapModel
import RowValues
import Rows
import Streams

extension LoadedDataSet {
    /// The rows near the lines, areas and points of a set, the nearest first; those equally far in the order of the source.
    ///
    /// - Parameters:
    ///   - name: what the set is called.
    ///   - meters: how far they may be; nil for any distance.
    ///   - limit: the most rows; nil for all.
    package func rows(
        near name: String, within meters: Double?, limit: Int?, matching filter: Filter?, _ demand: RowDemand
    ) throws(FilterFailure) -> (rows: [ExportedRow], table: any RowTable) {
        let match = try match(filter, demand)
        let set: AreaSet
        do throws(SourceError) { set = try areaSets.shapes(name) } catch { throw .source(error) }
        let shapes = try queries.places.shapes(of: set) { false }
        if shapes.isEmpty { throw .source(.refused(name: set.table.name, words: "has no places")) }
        let tree = match.tree
        let found = Self.near(shapes, tree, within: meters, limit: limit)
        let nearest = zip(found, shapes.meters(of: tree, at: found, by: .processors))
            .map { (index: $0, meters: $1) }
            .sorted { ($0.meters, tree.row(at: $0.index)) < ($1.meters, tree.row(at: $1.index)) }
        let written = match.loaded.writtenShapes(demand.withShapes)
        let rows = nearest.prefix(limit ?? .max).map { point in
            ExportedRow(
                row: tree.row(at: point.index), place: tree.fixedCoordinate(at: point.index),
                distanceMeters: point.meters, shape: written?.geometry)
        }
        return (rows, match.loaded.table)
    }

    /// The points within a distance; without one those within the least distance, of a few, that has enough of them.
    private static func near(
        _ shapes: NearShapes, _ tree: QuadTree, within meters: Double?, limit: Int?
    ) -> [Int] {
        func indices(_ meters: Double) -> [Int] {
            let runs = shapes.indices(of: tree, within: meters, by: .processors) ?? IndexRuns()
            return runs.indices(limit: runs.count)
        }
        if let meters { return indices(meters) }
        guard let limit else { return Array(0..<tree.count) }
        var reach = 1_000.0
        while reach < GeoCircle.halfEarthMeters {
            let found = indices(reach)
            if found.count >= limit { return found }
            reach *= 4
        }
        return Array(0..<tree.count)
    }
}
