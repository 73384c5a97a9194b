import CellGraphics
import MapModel
import TerminalInput

/// The rows of a view counted in the quarters, or dots, of its cells, with the level of each.
package struct DensityPicture: Sendable {
    /// Shades are chosen along blocks of so many columns of the world, so that a pan changes none. Whole blocks are
    /// counted.
    package static let blockColumns = 32
    /// A pan keeps its scale unless levels would be off by more than one of so many on average.
    private static let keptShare = 16.0

    package let form: DensityForm
    package let kind: DensityScale.Kind
    package private(set) var scale: DensityScale
    /// Columns of cells that were counted, and those of them west of the map.
    package let columns: Int
    package let lead: Int
    /// The map, from the top left of the screen.
    package let area: CellRect
    /// The level of each box, or of each cell, row by row, those beside the map included.
    package private(set) var levels: [UInt8]
    /// Boxes, or cells, of the map by level; the first number is that of empty ones.
    package private(set) var boxesByLevel: [Int]
    /// Boxes, or cells, with rows, and those of them with a single one.
    package let filledCount: Int
    let singleCount: Int

    /// The first cell that was counted among those of the world.
    package var worldColumn: Int { grid.raster.column / Viewport.dotsPerColumn }
    package var worldRow: Int { grid.raster.row * form.dotsPerRow / Viewport.dotsPerRow }

    private let grid: DensityGrid
    private let histogram: DensityHistogram
    /// A server has counted: the tree holds rows that it sent for other reasons.
    private let isCounted: Bool
    private var highlighted: DensityGrid?
    private var marked: DensityGrid?

    package init(
        of tree: QuadTree, counted clusters: [Cluster]? = nil, viewport: Viewport, area: CellRect,
        form: DensityForm, kind: DensityScale.Kind, after before: DensityPicture?
    ) {
        self.form = form
        self.kind = kind
        self.area = area
        let column = viewport.origin.x / Viewport.dotsPerColumn + area.column
        lead = (column % Self.blockColumns + Self.blockColumns) % Self.blockColumns
        let blockCount = (lead + area.width + Self.blockColumns - 1) / Self.blockColumns
        columns = blockCount * Self.blockColumns
        let block = CellRect(column: area.column - lead, row: area.row, width: columns, height: area.height)
        let raster = DensityRaster(viewport: viewport, rect: block.dots, dotsPerRow: form.dotsPerRow)
        isCounted = clusters != nil
        grid =
            if let clusters {
                DensityGrid(raster, of: clusters)
            } else {
                tree.density(
                    of: raster, keeping: before?.isCounted == true ? nil : before?.grid, by: .processors)
            }
        let counts =
            form.isByCell ? Self.cellCounts(grid) : grid.counts(columns: grid.columns, rows: grid.rows)
        let perCell = form.isByCell ? 1 : Viewport.dotsPerColumn
        let histogram = DensityHistogram(
            Self.visible(
                counts, perRow: columns * perCell, from: lead * perCell, length: area.width * perCell))
        self.histogram = histogram
        let fresh = DensityScale(histogram, levelCount: form.levelCount, kind: form.kind(for: kind))
        scale = Self.kept(before, form, kind, raster, fresh, histogram) ?? fresh
        levels = counts.map { [scale] in scale.level(of: $0) }
        boxesByLevel = Self.boxes(histogram, scale, form)
        filledCount = histogram.boxCount
        singleCount = histogram.entries.first.map { $0.count == 1 ? $0.boxes : 0 } ?? 0
    }

    private static func boxes(_ histogram: DensityHistogram, _ scale: DensityScale, _ form: DensityForm)
        -> [Int]
    {
        var boxes = [Int](repeating: 0, count: form.levelCount + 1)
        for entry in histogram.entries { boxes[Int(scale.level(of: entry.count))] += entry.boxes }
        return boxes
    }

    /// The scale of this picture and another one of as many levels together.
    func scale(with other: DensityPicture) -> DensityScale {
        DensityScale(
            histogram.joined(with: other.histogram), levelCount: form.levelCount, kind: form.kind(for: kind))
    }

    /// Shades mean what they mean in another picture.
    mutating func rescale(to scale: DensityScale) {
        self.scale = scale
        let counts =
            form.isByCell ? Self.cellCounts(grid) : grid.counts(columns: grid.columns, rows: grid.rows)
        levels = counts.map { scale.level(of: $0) }
        boxesByLevel = Self.boxes(histogram, scale, form)
    }

    /// Most of what is filled is a single row: dots say more.
    package var hasFewRows: Bool { singleCount * 2 > filledCount }

    /// The scale of the picture before, where this one is a pan away and it still fits.
    private static func kept(
        _ before: DensityPicture?, _ form: DensityForm, _ kind: DensityScale.Kind, _ raster: DensityRaster,
        _ fresh: DensityScale, _ histogram: DensityHistogram
    ) -> DensityScale? {
        guard let before, before.form == form, before.kind == kind, before.filledCount > 0,
            before.grid.raster.isPan(of: raster),
            before.scale.distance(to: fresh, over: histogram) * keptShare <= Double(form.levelCount)
        else { return nil }
        return before.scale
    }

    /// What lies on the map, of each row.
    private static func visible(_ counts: [UInt32], perRow: Int, from first: Int, length: Int) -> [UInt32] {
        stride(from: first, to: counts.count, by: perRow).flatMap { counts[$0..<$0 + length] }
    }

    /// The rows of whole cells.
    private static func cellCounts(_ grid: DensityGrid) -> [UInt32] {
        let down = Viewport.dotsPerRow / grid.raster.dotsPerRow
        let across = Viewport.dotsPerColumn
        return (0..<grid.raster.rowCount / down).flatMap { row in
            (0..<grid.raster.columnCount / across).map { column in
                UInt32(
                    grid.total(
                        columns: column * across..<(column + 1) * across, rows: row * down..<(row + 1) * down)
                )
            }
        }
    }
}

// MARK: - Counts

extension DensityPicture {
    /// Rows in a part of the map.
    package func count(in rect: CellRect) -> Int {
        let part = rect.intersection(area)
        let down = Viewport.dotsPerRow / form.dotsPerRow
        let column = part.column - area.column + lead
        let row = part.row - area.row
        return grid.total(
            columns: column * Viewport.dotsPerColumn..<(column + part.width) * Viewport.dotsPerColumn,
            rows: row * down..<(row + part.height) * down)
    }

    /// Rows in a cell of the screen.
    package func count(at cell: CellPoint) -> Int {
        count(in: CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
    }

    /// Rows in each box of a cell, from its north-west; `column` and `row` count from the beginning of the block.
    package func boxCounts(column: Int, row: Int) -> [UInt32] {
        let down = Viewport.dotsPerRow / form.dotsPerRow
        return grid.counts(
            columns: column * Viewport.dotsPerColumn..<(column + 1) * Viewport.dotsPerColumn,
            rows: row * down..<(row + 1) * down)
    }

    /// Rows of a cell that stand out.
    package enum Standout { case matches, marks }

    /// The quarters, or dots, of a cell that hold marked rows, else those with highlighted ones; a bit each, from its
    /// north-west. Nil where there are neither.
    package func standout(column: Int, row: Int) -> (boxes: UInt8, of: Standout)? {
        if let marked, let bits = boxes(of: marked, column: column, row: row) { return (bits, .marks) }
        guard let highlighted else { return nil }
        return boxes(of: highlighted, column: column, row: row).map { ($0, .matches) }
    }

    private func boxes(of grid: DensityGrid, column: Int, row: Int) -> UInt8? {
        let down = Viewport.dotsPerRow / form.dotsPerRow
        var bits: UInt8 = 0
        for y in 0..<down {
            for x in 0..<Viewport.dotsPerColumn
            where grid[column * Viewport.dotsPerColumn + x, row * down + y] > 0 {
                bits |= 1 << UInt8(y * Viewport.dotsPerColumn + x)
            }
        }
        return bits == 0 ? nil : bits
    }

    package mutating func highlight(_ points: PointSet?, in tree: QuadTree) {
        highlighted = points.map { density(of: $0, in: tree) }
    }

    package mutating func mark(_ points: PointSet?, in tree: QuadTree) {
        marked = points.map { density(of: $0, in: tree) }
    }

    private func density(of points: PointSet, in tree: QuadTree) -> DensityGrid {
        points.count == tree.count && !isCounted ? grid : tree.density(of: grid.raster, only: points)
    }

    /// The level of a cell: the mean of its filled quarters; 0 where it is empty.
    package func level(at cell: CellPoint) -> Int {
        guard area.contains(cell) else { return 0 }
        let column = cell.column - area.column + lead
        let row = cell.row - area.row
        if form.isByCell { return Int(levels[row * columns + column]) }
        let first = row * 2 * columns * 2 + column * 2
        let quarters = [
            levels[first], levels[first + 1], levels[first + 2 * columns], levels[first + 2 * columns + 1],
        ]
        let filled = quarters.filter { $0 > 0 }.map(Int.init)
        return filled.isEmpty ? 0 : (2 * filled.reduce(0, +) + filled.count) / (2 * filled.count)
    }

    /// The cells of `rect` with more rows than those around them, the fullest first.
    func peaks(in rect: CellRect) -> [CellPoint] {
        let (width, height) = (12, 6)
        var best: [(count: Int, cell: CellPoint)] = []
        for top in stride(from: rect.row, to: rect.endRow, by: height) {
            for left in stride(from: rect.column, to: rect.endColumn, by: width) {
                let tile = CellRect(column: left, row: top, width: width, height: height).intersection(rect)
                if let peak = peak(in: tile) { best.append(peak) }
            }
        }
        best.sort { ($1.count, $0.cell.row, $0.cell.column) < ($0.count, $1.cell.row, $1.cell.column) }
        var peaks: [CellPoint] = []
        for candidate in best {
            let isNear = peaks.contains {
                abs($0.column - candidate.cell.column) <= width / 2
                    && abs($0.row - candidate.cell.row) <= height / 2
            }
            if !isNear { peaks.append(candidate.cell) }
        }
        return peaks
    }

    /// The fullest cell of a tile; the first of several.
    private func peak(in tile: CellRect) -> (count: Int, cell: CellPoint)? {
        var best: (count: Int, cell: CellPoint)?
        for row in tile.row..<tile.endRow {
            for column in tile.column..<tile.endColumn {
                let cell = CellPoint(column: column, row: row)
                let count = count(at: cell)
                if count > best?.count ?? 0 { best = (count, cell) }
            }
        }
        return best
    }
}

extension DensityForm {
    /// Levels are those of cells, not of their quarters.
    package var isByCell: Bool { if case .shades = self { false } else { true } }

    /// Few levels show most where each has as many cells.
    package func kind(for kind: DensityScale.Kind) -> DensityScale.Kind {
        isByCell && kind == .balanced ? .equalised : kind
    }
}

extension DensityGrid {
    fileprivate var columns: Range<Int> { 0..<raster.columnCount }
    fileprivate var rows: Range<Int> { 0..<raster.rowCount }
}
