import MapModel
import Rows
import Streams

/// What was read last, to be looked up.
package struct LoadedRows: Sendable {
    package var table: any RowTable
    /// The places of all rows.
    package var tree: QuadTree
    /// Those that are not hidden.
    package var rows: RowSnapshot
    /// The lines and areas of all rows.
    package var shapes = ShapeIndex()
    /// The heights of their vertices, where those were asked for; of restored rows none are known.
    package var heights = VertexHeights()
    package var sources: [SourceLayer]
    /// Records without a place.
    package var skipped = SkippedRows()
    /// What the user should know of how they were read, a line each.
    package var notices: [String] = []
    /// A number of its own for each time that the source was read, a stream for each part.
    package var reading = 0
    /// Nil until they were gathered, and where rows cannot be recognised.
    package var identities: RowIdentities?
    /// The rows in the middle of countries, where addresses say where rows are, and their countries.
    package var rough: RowSet?
    package var addresses: RowAddresses?
    /// All of them, where they have addresses none of which has a place; at one point that means nothing.
    package var unplaced: QuadTree?
    /// Where names and columns of these rows are saved; nil after a reload.
    package var saved: SavedIndex?

    /// Rows that are all shown.
    package init(
        table: any RowTable, tree: QuadTree, rows: RowSnapshot, shapes: ShapeIndex = ShapeIndex(),
        sources: [SourceLayer], skipped: SkippedRows = SkippedRows(), notices: [String] = [],
        reading: Int = 0, saved: SavedIndex? = nil
    ) {
        self.table = table
        self.tree = tree
        self.rows = rows
        self.shapes = shapes
        self.sources = sources
        self.skipped = skipped
        self.notices = notices
        self.reading = reading
        self.saved = saved
    }

    /// What was read with an index of its places, and the same to be looked up.
    package static func prepared(
        _ source: consuming LoadedSource, generation: Int, numbering: Int = 0,
        by workers: Workers = .processors
    ) -> (data: LoadedData, loaded: LoadedRows) {
        let points = source.points
        let (shapes, heights) = (source.shapes, source.heights)
        let (table, layers) = (source.table, source.layers)
        let (skipped, notices) = (source.skipped, source.notices)
        let (vague, addresses) = (source.vague, source.addresses)
        // The tree gives the memory of the points back only when nobody else holds it.
        _ = consume source
        let tree = QuadTree(points, by: workers)
        var rows = RowSnapshot(
            tree, generation: generation, numbering: numbering, layerRows: LayerRows(layers: layers))
        // Lines of a log are worth reading without a place.
        if addresses != nil || table.columnNames.first == "line", tree.isEmpty, table.recordCount > 0 {
            rows.unplaced = QuadTree(PointBuffer(ofUnplaced: table.recordCount), by: workers)
            rows.total = table.recordCount
        }
        let index = ShapeIndex(shapes)
        var next = LoadedRows(
            table: table, tree: tree, rows: rows, shapes: index, sources: layers, skipped: skipped,
            notices: notices)
        (next.rough, next.addresses) = (addresses == nil ? nil : vague?.rough, addresses)
        next.unplaced = rows.unplaced
        next.heights = heights
        var data = LoadedData(
            rows: rows, shapes: index, skipped: skipped, notices: notices,
            recordCount: table.recordCount, sources: layers, columnNames: table.columnNames,
            decimalMarks: layers.map { table.decimalMark(ofRow: $0.firstRow) },
            writesShapes: table.writesShapes)
        (data.vague, data.addresses) = (vague, addresses)
        data.difference = next.difference
        return (data, next)
    }
}

extension LoadedRows {
    /// What changed, where these are the rows of two sources that are compared.
    package var difference: RowDifference? { (table as? DifferenceTable)?.difference }
}

extension PointBuffer {
    /// Rows without a place, all at one point that means nothing.
    fileprivate init(ofUnplaced rowCount: Int) {
        self.init()
        let nowhere = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        for row in 0..<rowCount { append(nowhere, row: UInt32(row)) }
    }
}

extension LayerRows {
    /// The rows of sources that are shown together; more than there are marks for share the last.
    init(layers: [SourceLayer]) {
        self.init(firstRows: layers.prefix(Self.maximumCount).map(\.firstRow))
    }
}
