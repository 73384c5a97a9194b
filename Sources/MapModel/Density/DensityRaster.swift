/// The boxes in which a density picture counts points: columns of one dot, rows of one or more dots.
///
/// Edges lie on whole dots of the world, so two rasters of a zoom share the boxes where they overlap. A raster as wide
/// as the world counts each longitude once, the boxes at its ends are cut.
public struct DensityRaster: Hashable, Sendable {
    /// Dots from 180° W to 180° E.
    public let worldDots: Double
    /// Dots of the world west of the first column; may be negative or beyond the world.
    public let column: Int
    /// Boxes north of the first row.
    public let row: Int
    /// Dots down a box.
    public let dotsPerRow: Int

    /// The quanta at which columns begin, and where the last one ends; x continues beyond the world.
    let columnEdges: [Int64]
    /// The quanta at which rows begin, and where the last one ends.
    let rowEdges: [Int64]

    /// Boxes from west to east.
    public var columnCount: Int { columnEdges.count - 1 }
    /// Boxes from north to south.
    public var rowCount: Int { rowEdges.count - 1 }

    /// The boxes of `rect`, in dots of the view; it may lie partly outside.
    ///
    /// - Parameter dotsPerRow: the top of the view and of `rect`, and the height of `rect`, must be multiples of it.
    public init(viewport: Viewport, rect: DotRect, dotsPerRow: Int) {
        precondition(dotsPerRow > 0 && rect.y % dotsPerRow == 0 && rect.height % dotsPerRow == 0)
        let world = Int64(WorldWindow.worldSize)
        let origin = viewport.origin
        let quantaPerDot = Double(WorldWindow.worldSize) / viewport.worldDots
        func quantum(_ dots: Int) -> Int64 { Int64((Double(dots) * quantaPerDot).rounded(.up)) }
        worldDots = viewport.worldDots
        self.dotsPerRow = dotsPerRow
        let west = origin.x + rect.x
        column = west
        row = (origin.y + rect.y) / dotsPerRow
        let first = row
        rowEdges = (0...rect.height / dotsPerRow).map {
            Swift.min(Swift.max(quantum((first + $0) * dotsPerRow), 0), world)
        }
        let edges = (0...rect.width).map { quantum(west + $0) }
        guard edges[rect.width] - edges[0] >= world else {
            columnEdges = edges
            return
        }
        let middle = Double(origin.x) + viewport.focus.x
        let start = Int64(((middle - worldDots / 2) * quantaPerDot).rounded(.up))
        columnEdges = edges.map { Swift.min(Swift.max($0, start), start + world) }
    }

    /// The box in which a place lies, wherever the raster begins on the ring of longitudes; nil beside it.
    func box(of place: WorldPoint) -> (column: Int, row: Int)? {
        let world = Int64(WorldWindow.worldSize)
        let side = Double(WorldWindow.worldSize)
        func interval(_ quantum: Int64, _ edges: [Int64]) -> Int? {
            guard let first = edges.first, let last = edges.last, first <= quantum, quantum < last else {
                return nil
            }
            return Bisection.first(in: edges.indices) { edges[$0] > quantum } - 1
        }
        // The plane repeats: the first turn on which the place lies east of the western edge.
        let west = columnEdges.first ?? 0
        let x = Int64(place.x * side)
        let turned = x + (west - x + world * 4) / world * world - world * 4
        guard let row = interval(Int64(place.y * side), rowEdges) else { return nil }
        let column = (0...2).lazy.compactMap { interval(turned + Int64($0) * world, self.columnEdges) }.first
        return column.map { ($0, row) }
    }

    /// The boxes that a cell covers, and how much of its sides lies in each.
    struct Cover {
        var columns: [(box: Int, share: Double)]
        var rows: [(box: Int, share: Double)]
        var count: Int { columns.count * rows.count }
    }

    /// The boxes that a cell covers on the turn of the world on which `box` lies in it; nil where it covers but one.
    func cover(of cell: ClusterID, around box: (column: Int, row: Int)) -> Cover? {
        let rect = cell.rect
        let world = Int64(WorldWindow.worldSize)
        // The cell repeats with each turn.
        let west = Int64(rect.columns.lowerBound)
        let width = Int64(rect.columns.upperBound) - west
        let turn = (columnEdges[box.column + 1] - 1 - west + world * 4) / world * world - world * 4
        let rows = Int64(rect.rows.lowerBound)..<Int64(rect.rows.upperBound)
        let cover = Cover(
            columns: Self.shares(west + turn..<west + turn + width, columnEdges, around: box.column),
            rows: Self.shares(rows, rowEdges, around: box.row))
        return cover.count > 1 ? cover : nil
    }

    /// The intervals of `edges` that a range covers, from the one around which they lie.
    private static func shares(
        _ range: Range<Int64>, _ edges: [Int64], around interval: Int
    ) -> [(box: Int, share: Double)] {
        func share(_ index: Int) -> Int64 {
            min(edges[index + 1], range.upperBound) - max(edges[index], range.lowerBound)
        }
        var (first, last) = (interval, interval)
        while first > 0, share(first - 1) > 0 { first -= 1 }
        while last + 2 < edges.count, share(last + 1) > 0 { last += 1 }
        return (first...last).map { ($0, Double(max(share($0), 1))) }
    }

    /// The columns and rows whose boxes are boxes of `other`, too; nil without any.
    func shared(with other: DensityRaster) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard worldDots == other.worldDots, dotsPerRow == other.dotsPerRow else { return nil }
        let columns = Self.shared(columnEdges, other.columnEdges, shift: column - other.column)
        let rows = Self.shared(rowEdges, other.rowEdges, shift: row - other.row)
        return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
    }

    /// The intervals of `edges` that are those of `others`, `shift` later; cut ones at the ends are not.
    private static func shared(_ edges: [Int64], _ others: [Int64], shift: Int) -> Range<Int> {
        var start = Swift.max(-shift, 0)
        var end = Swift.min(edges.count - 1, others.count - 1 - shift)
        guard start < end else { return 0..<0 }
        func isSame(_ index: Int) -> Bool {
            edges[index] == others[index + shift] && edges[index + 1] == others[index + 1 + shift]
        }
        while start < end, !isSame(start) { start += 1 }
        while end > start, !isSame(end - 1) { end -= 1 }
        return start..<end
    }
}

extension DensityRaster {
    /// Whether both show parts of one plane that overlap.
    public func isPan(of other: DensityRaster) -> Bool { shared(with: other) != nil }
}
