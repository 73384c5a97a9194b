import CellGraphics
import MapModel

/// Gives every annotation of a view its cells, so that no two overlap and no count is cut.
///
/// Which clusters share a badge and where it stands is decided for the whole grid cells around the view, the same in
/// every view of a zoom. A badge whose rows are all in view stands there. One that the edge of the view cuts counts
/// only the rows in view and is moved into it; where it would overlap another, both join. The counts on screen are
/// always the rows in view.
struct AnnotationLayout {
    /// Grid cells around the view that have a say in where its badges stand.
    private static let halo: UInt64 = 3

    let viewport: Viewport
    /// The map, panel or not.
    let area: CellRect
    let style: BadgeStyle
    let contents: BadgeContents
    private let cells: WorldCells
    private var placed: [PlacedAnnotation] = []
    private var cut: [PlacedAnnotation] = []

    /// The part of the world whose clusters `place` needs to know: whole cells of the grid.
    static func surroundings(
        of window: WorldWindow, _ viewport: Viewport, _ grid: ClusterGrid, _ style: BadgeStyle
    ) -> WorldWindow {
        let block = BadgeBlocks.side(WorldCells(grid: grid, worldDots: viewport.worldDots), style)
        return grid.wholeCells(touching: window, halo: block == nil ? halo : 0, block: UInt64(block ?? 1))
    }

    /// The annotations of a view, from the north-west.
    ///
    /// - Parameters:
    ///   - set: what lies in the view.
    ///   - clusters: what lies in its surroundings, in whole grid cells.
    ///   - contents: what the rows of them come to, where sizes depend on that.
    static func place(
        _ set: AnnotationSet, among clusters: [Cluster], viewport: Viewport, area: CellRect,
        style: BadgeStyle, contents: BadgeContents = .counts
    ) -> [PlacedAnnotation] {
        var layout = AnnotationLayout(
            viewport: viewport, area: area, style: style, contents: contents,
            cells: WorldCells(grid: set.grid, worldDots: viewport.worldDots))
        layout.placeGroups(groups(of: clusters, layout.cells, style, contents), of: set)
        layout.placeCut()
        let placed =
            style.keepsApart
            ? layout.placed.flatMap { BadgeSize.apart($0, contents, style) } : layout.placed
        return placed.sorted(by: isFirst)
    }

    /// The badges of whole grid cells, in cells of the world: the same in every view of a zoom.
    static func groups(
        of clusters: [Cluster], _ cells: WorldCells, _ style: BadgeStyle,
        _ contents: BadgeContents = .counts
    ) -> [BadgeGroup] {
        if let side = BadgeBlocks.side(cells, style) {
            return BadgeBlocks.groups(of: clusters, side: side, cells, style, contents)
        }
        return BadgeLadder.place(BadgeLinks.groups(of: clusters, cells), cells, style, contents)
    }

    // MARK: - In the view

    private mutating func placeGroups(_ groups: [BadgeGroup], of set: AnnotationSet) {
        // Those of a cell follow each other.
        var parts: [ClusterID: Range<Int>] = [:]
        parts.reserveCapacity(set.annotations.count)
        for (index, annotation) in set.annotations.enumerated() {
            let cell = annotation.id.cell ?? set.grid.id(of: annotation)
            parts[cell] = (parts[cell]?.lowerBound ?? index)..<index + 1
        }
        for group in groups {
            let shown = group.cells.flatMap { set.annotations[parts[$0.id] ?? 0..<0] }
            guard !shown.isEmpty else { continue }
            let rect = onScreen(group)
            let annotation = PlacedAnnotation(parts: shown, rect: rect)
            if annotation.count == group.count, rect.lies(in: area) {
                placed.append(annotation)
            } else {
                cut.append(
                    PlacedAnnotation(parts: shown, rect: atEdge(shown, rect), reach: reach(of: group, rect)))
            }
        }
    }

    /// The cells of a group's badge on the screen: it moves with the copy of its spot that is in view.
    private func onScreen(_ group: BadgeGroup) -> CellRect {
        let spot = group.leader.densest
        let world = cells.cell(of: spot)
        let screen = viewport.dot(of: spot).cell
        return group.rect.moved(columns: screen.column - world.column, rows: screen.row - world.row)
    }

    /// The cells of the screen that the grid cells of a group touch; its badge is at `rect`.
    private func reach(of group: BadgeGroup, _ rect: CellRect) -> CellRect {
        let parts = group.cells.map {
            cells.wholeCells(of: $0.id).moved(columns: cells.turn(of: $0.id, towards: group.id)).grown
        }
        return parts.dropFirst().reduce(parts[0]) { $0.union($1) }
            .moved(columns: rect.column - group.rect.column, rows: rect.row - group.rect.row)
    }

    /// The cells of a badge of fewer rows, about the same middle; a single row stands at its own spot.
    private func atEdge(_ parts: [Annotation], _ rect: CellRect) -> CellRect {
        let content = contents.of(parts)
        let middle =
            content.count == 1
            ? viewport.dot(of: parts[0].anchor).cell
            : CellPoint(column: rect.column + rect.width / 2, row: rect.row + rect.height / 2)
        return BadgeSize.rect(of: content, around: middle, room: rect.height, style).moved(into: area)
    }

    // MARK: - At the edge

    /// Largest first, each joins what it would overlap.
    private mutating func placeCut() {
        for annotation in cut.sorted(by: Self.isFirst) {
            var annotation = annotation
            while case let hit = placed.indices.filter({ placed[$0].rect.intersects(annotation.rect) }),
                !hit.isEmpty
            {
                let joined = ([annotation] + hit.map { placed[$0] }).sorted(by: Self.isFirst)
                let parts = joined.flatMap(\.parts)
                annotation = PlacedAnnotation(
                    parts: parts, rect: atEdge(parts, joined[0].rect),
                    reach: joined.lazy.compactMap(\.reach).first)
                for index in hit.reversed() { placed.remove(at: index) }
            }
            placed.append(annotation)
        }
    }

    /// Large before small; equal ones from the north-west, so that a frame never depends on chance.
    private static func isFirst(_ first: PlacedAnnotation, _ second: PlacedAnnotation) -> Bool {
        (second.count, first.rect.row, first.rect.column) < (first.count, second.rect.row, second.rect.column)
    }
}

extension ClusterGrid {
    /// The grid cell of an annotation of a single row: its mean is exactly its place.
    fileprivate func id(of annotation: Annotation) -> ClusterID { id(of: QuantumPoint(annotation.mean)) }
}

extension CellRect {
    package func lies(in area: CellRect) -> Bool { intersection(area) == self }

    /// With the cells around it.
    fileprivate var grown: CellRect {
        CellRect(column: column - 1, row: row - 1, width: width + 2, height: height + 2)
    }

    fileprivate func union(_ other: CellRect) -> CellRect {
        let (left, top) = (min(column, other.column), min(row, other.row))
        return CellRect(
            column: left, row: top, width: max(endColumn, other.endColumn) - left,
            height: max(endRow, other.endRow) - top)
    }

    /// Moved into `area`, and cut where that is smaller.
    fileprivate func moved(into area: CellRect) -> CellRect {
        let width = min(width, area.width)
        let height = min(height, area.height)
        return CellRect(
            column: min(max(column, area.column), area.endColumn - width),
            row: min(max(row, area.row), area.endRow - height), width: width, height: height)
    }
}
