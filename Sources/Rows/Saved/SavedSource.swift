import MapModel
import Streams

/// A source that was read and indexed, as it is saved and restored.
package struct SavedSource: Sendable {
    /// The places of its rows.
    package let tree: QuadTree
    /// The lines and areas among its rows.
    package let shapes: ShapeIndex
    /// Its rows.
    package let table: any RowTable
    /// Rows without a place.
    package let skipped: SkippedRows
    /// The rows of which no more is known than an area; nil where every place is one.
    package let vague: VagueRows?
    /// Messages for the user, a line each.
    package let notices: [String]

    /// The version of what the sections mean. It changes whenever a source would be read in another way than before,
    /// such as with other rules for columns.
    package static let layout: UInt32 = 20
    /// Sections of tables begin with this number.
    package static let firstTableSection = 100
    /// Sections of tables that wrap another one begin with this number.
    package static let firstWrapperSection = 200

    private enum Section {
        static let keys = 1, rows = 2, sums = 3, directory = 4, polarPoints = 5, bounds = 6
        static let blockCounts = 7, blockCodes = 8, blockCells = 9
        static let shapes = 10, runs = 11, vertices = 12, polarVertices = 13
        static let report = 20, areas = 21, rough = 22
    }

    /// What was read of a source of one layer.
    package init(
        tree: QuadTree, shapes: ShapeIndex, table: any RowTable, skipped: SkippedRows, vague: VagueRows?,
        notices: [String]
    ) {
        self.tree = tree
        self.shapes = shapes
        self.table = table
        self.skipped = skipped
        self.vague = vague
        self.notices = notices
    }

    /// The one source that it consists of.
    package var layer: SourceLayer {
        SourceLayer(
            name: table.name, firstRow: 0, recordCount: table.recordCount, placeCount: tree.count,
            skipped: skipped)
    }

    // MARK: - Saving

    /// About how many bytes it takes; nil for a table that cannot be saved.
    package var savedByteCount: Int? {
        (table as? any SavableTable)?.savedByteCount.map {
            tree.byteCount + shapes.byteCount + skipped.savedByteCount + (vague?.savedByteCount ?? 0) + $0
                + 64 << 10
        }
    }

    /// Writes everything but the end.
    package func save(to file: inout SavedFileWriter) throws(SavedFault) {
        let columns = tree.columns
        try file.write(Section.keys, columns.keys)
        try file.write(Section.rows, columns.rows)
        try file.write(Section.sums, columns.sums)
        try file.write(Section.directory, columns.directory)
        try file.write(Section.blockCounts, columns.blocks.counts)
        try file.write(Section.blockCodes, columns.blocks.codes)
        try file.write(Section.blockCells, columns.blocks.cells)
        try file.write(Section.polarPoints, columns.polarPoints)
        try file.write(Section.bounds, columns.bounds)
        let lines = shapes.columns
        try file.write(Section.shapes, lines.records)
        try file.write(Section.runs, lines.runs)
        try file.write(Section.vertices, lines.vertices)
        try file.write(Section.polarVertices, lines.polarVertices)
        try file.write(Section.report, report)
        try file.write(Section.areas, vague?.areas.words ?? [])
        try file.write(Section.rough, vague?.rough.words ?? [])
        if let table = table as? any SavableTable { try table.save(to: &file) }
    }

    /// What is told of the rows. Notices begin with the name of the source, which may be another one next time.
    private var report: [UInt8] {
        var writer = ByteWriter()
        writer.append(UInt64(table.recordCount))
        let prefix = printable(table.name)
        writer.append(UInt64(notices.count))
        for notice in notices {
            let isNamed = notice.hasPrefix(prefix)
            writer.append(UInt8(isNamed ? 1 : 0))
            writer.append(isNamed ? String(notice.dropFirst(prefix.count)) : notice)
        }
        skipped.append(to: &writer)
        return writer.bytes
    }

    // MARK: - Restoring

    /// What was saved.
    ///
    /// - Throws: `.damaged` for what cannot have been saved.
    package init(_ saved: SavedFile, of input: SavableInput, source: FileBytes) throws(SavedFault) {
        let table = try input.restore(saved, input.name, source)
        let rowCount = table.recordCount
        tree = try Self.tree(saved, rowCount: rowCount)
        let columns = ShapeIndex.Columns(
            records: try saved.numbers(Section.shapes, of: UInt32.self),
            runs: try saved.numbers(Section.runs, of: UInt32.self),
            vertices: try saved.numbers(Section.vertices, of: UInt32.self),
            polarVertices: try saved.numbers(Section.polarVertices, of: UInt32.self))
        guard let shapes = ShapeIndex(columns, rowCount: rowCount) else { throw .damaged }
        self.shapes = shapes
        self.table = table
        var reader = ByteReader(try saved.bytes(Section.report))
        guard reader.uint64() == rowCount, let notices = Self.notices(&reader, name: input.name),
            let skipped = SkippedRows(&reader), reader.isAtEnd, tree.count + skipped.total == rowCount
        else { throw .damaged }
        self.notices = notices
        self.skipped = skipped
        vague = try Self.vague(saved, rowCount: rowCount)
    }

    private static func vague(_ saved: SavedFile, rowCount: Int) throws(SavedFault) -> VagueRows? {
        let areas = try saved.numbers(Section.areas, of: UInt64.self)
        let rough = try saved.numbers(Section.rough, of: UInt64.self)
        if areas.isEmpty, rough.isEmpty { return nil }
        guard let areas = RowSet(words: areas, capacity: rowCount),
            let rough = RowSet(words: rough, capacity: rowCount), let vague = VagueRows(areas, rough: rough)
        else { throw .damaged }
        return vague
    }

    private static func tree(_ saved: SavedFile, rowCount: Int) throws(SavedFault) -> QuadTree {
        let keys = try saved.numbers(Section.keys, of: UInt64.self) { QuadTree.isAscending($0) }
        let count = keys.count
        let rows = try saved.numbers(Section.rows, of: UInt32.self) { QuadTree.areRows($0, below: rowCount) }
        let blocks = CellBlocks.Columns(
            counts: try saved.numbers(Section.blockCounts, of: UInt32.self),
            codes: try saved.numbers(Section.blockCodes, of: UInt32.self),
            cells: try saved.numbers(Section.blockCells, of: CellBlocks.Cell.self) {
                CellBlocks.areCells($0, below: count)
            })
        let columns = QuadTree.Columns(
            keys: keys, rows: rows, sums: try saved.numbers(Section.sums, of: SIMD2<UInt64>.self),
            directory: try saved.numbers(Section.directory, of: UInt32.self), blocks: blocks,
            polarPoints: try saved.numbers(Section.polarPoints, of: UInt64.self),
            bounds: try saved.numbers(Section.bounds, of: Double.self))
        guard let tree = QuadTree(columns) else { throw .damaged }
        return tree
    }

    private static func notices(_ reader: inout ByteReader, name: String) -> [String]? {
        guard let count = reader.uint64() else { return nil }
        var notices: [String] = []
        for _ in 0..<count {
            guard let isNamed = reader.byte(), let text = reader.text() else { return nil }
            notices.append(isNamed == 1 ? printable(name) + text : text)
        }
        return notices
    }
}
