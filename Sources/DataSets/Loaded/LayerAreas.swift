import MapModel
import Rows
import Streams

/// The rows of one source that is shown as a set of areas, or as lines and points that something is near.
struct LayerAreas: AreaSource {
    let name: String
    let kind = AreaSet.Kind.layer
    private let table: any RowTable
    private let shapes: ShapeIndex
    private let tree: QuadTree
    private let rows: Range<UInt32>

    /// The sources of `loaded`: those that have areas, and the others.
    ///
    /// - Complexity: O(shapes · log sources).
    static func all(of loaded: LoadedRows) -> (areas: [any AreaSource], others: [any AreaSource]) {
        var hasAreas = [Bool](repeating: false, count: loaded.sources.count)
        for number in 0..<loaded.shapes.count {
            let shape = loaded.shapes[number]
            guard shape.kind == .area else { continue }
            let next = Bisection.first(in: loaded.sources.indices) { loaded.sources[$0].firstRow > shape.row }
            if next > 0 { hasAreas[next - 1] = true }
        }
        var (areas, others): ([any AreaSource], [any AreaSource]) = ([], [])
        for (source, hasAreas) in zip(loaded.sources, hasAreas) {
            guard let table = loaded.table(of: source) else { continue }
            let layer = LayerAreas(
                name: AreaSet.name(ofPath: source.name), table: table, shapes: loaded.shapes,
                tree: loaded.tree, rows: source.rows)
            if hasAreas { areas.append(layer) } else { others.append(layer) }
        }
        return (areas, others)
    }

    func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
        let own = ShapeIndex(shapes, rows: rows)
        var points: [FixedCoordinate] = []
        for index in 0..<tree.count {
            if index & 0xFFFF == 0, isCancelled() { throw .cancelled }
            let row = tree.row(at: index)
            guard rows.contains(row), shapes.shape(of: row) == nil else { continue }
            points.append(tree.fixedCoordinate(at: index))
        }
        return try AreaSet(
            name: name, kind: kind, table: table, own, points: points, isCancelled: isCancelled)
    }
}

extension LoadedRows {
    /// The table of one source alone.
    fileprivate func table(of source: SourceLayer) -> (any RowTable)? {
        if sources.count == 1 { return table }
        guard let joined = table as? any JoinedTables, let own = try? joined.source(of: source.firstRow),
            own.rows.lowerBound == source.firstRow
        else { return nil }
        return own.table
    }
}
