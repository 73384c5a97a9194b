import CellGraphics
import MapModel

/// Gives every annotation of a view its cells, so that no two overlap and no count is cut.
///
/// A badge stands where its rows are densest, kept inside its grid cell and inside the view. Where two would
/// still overlap (slivers at the edge of the view, counts wider than the finest cells), the smaller joins the
/// larger and their counts add: the counts on screen are always the rows in view.
struct AnnotationLayout {
    let viewport: Viewport
    let visible: CellRect
    /// Whether large counts take three rows.
    let allowsTallBadges: Bool

    private var placed: [PlacedAnnotation] = []
    /// The index of the annotation on each cell of the view, or none.
    private var owners: [Int32]
    private static let nobody: Int32 = -1

    static func place(
        _ annotations: [Annotation], viewport: Viewport, visible: CellRect, allowsTallBadges: Bool
    ) -> [PlacedAnnotation] {
        var layout = AnnotationLayout(
            viewport: viewport, visible: visible, allowsTallBadges: allowsTallBadges)
        for annotation in annotations.sorted(by: isPlacedFirst) { layout.place([annotation]) }
        return layout.placed.filter { !$0.parts.isEmpty }
    }

    private init(viewport: Viewport, visible: CellRect, allowsTallBadges: Bool) {
        self.viewport = viewport
        self.visible = visible
        self.allowsTallBadges = allowsTallBadges
        owners = Array(repeating: Self.nobody, count: visible.width * visible.height)
    }

    /// Large before small; equal ones from the north-west, so that a frame never depends on chance.
    private static func isPlacedFirst(_ first: Annotation, _ second: Annotation) -> Bool {
        if first.count != second.count { return first.count > second.count }
        if let before = first.firstIndex, let after = second.firstIndex { return before < after }
        return (first.mean.y, first.mean.x) < (second.mean.y, second.mean.x)
    }

    private mutating func place(_ parts: [Annotation]) {
        var parts = parts
        while true {
            let annotation = PlacedAnnotation(parts: parts, rect: rect(for: parts))
            let hit = neighbours(of: annotation)
            if hit.isEmpty {
                own(annotation.rect, by: Int32(placed.count))
                placed.append(annotation)
                return
            }
            for index in hit {
                own(placed[Int(index)].rect, by: Self.nobody)
                parts += placed[Int(index)].parts
                placed[Int(index)].parts = []
            }
            parts.sort(by: Self.isPlacedFirst)
        }
    }

    /// The annotations already placed that `annotation` would overlap, or touch when one of them is a badge.
    private func neighbours(of annotation: PlacedAnnotation) -> Set<Int32> {
        let rect = annotation.rect
        let margin = 1
        var found: Set<Int32> = []
        for row in rect.row..<rect.endRow {
            for column in max(
                rect.column - margin, visible.column)..<min(rect.endColumn + margin, visible.endColumn)
            {
                let owner = owners[index(column, row)]
                guard owner != Self.nobody else { continue }
                let isInside = column >= rect.column && column < rect.endColumn
                if isInside || !(annotation.isPlace && placed[Int(owner)].isPlace) { found.insert(owner) }
            }
        }
        return found
    }

    private mutating func own(_ rect: CellRect, by owner: Int32) {
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn { owners[index(column, row)] = owner }
        }
    }

    private func index(_ column: Int, _ row: Int) -> Int {
        (row - visible.row) * visible.width + column - visible.column
    }

    // MARK: - One badge

    private func rect(for parts: [Annotation]) -> CellRect {
        let leader = parts[0]
        let count = parts.reduce(0) { $0 + $1.count }
        let anchor = viewport.dot(of: leader.anchor).cell
        if count == 1 {
            return clamped(CellRect(column: anchor.column, row: anchor.row, width: 1, height: 1))
        }
        let width = ClusterScale.abbreviatedCount(count).count + 2
        let cell = gridCell(of: leader.id)
        let isTall = allowsTallBadges && ClusterScale.sizeClass(of: count) >= 5 && (cell?.height ?? 0) >= 3
        let height = isTall ? 3 : 1
        let wanted = CellRect(
            column: anchor.column - width / 2, row: anchor.row - height / 2, width: width, height: height)
        return clamped(cell.map { kept(wanted, in: $0) } ?? wanted)
    }

    /// The whole cells of the screen inside a cluster's grid cell.
    private func gridCell(of id: AnnotationID) -> CellRect? {
        guard case .cluster(let id) = id else { return nil }
        let side = viewport.worldDots / Double(UInt64(1) << UInt64(id.depth)) * Double(id.stride)
        let left = (Double(id.column) + 0.5) * side / viewport.worldDots
        let top = (Double(id.row) + 0.5) * side / viewport.worldDots
        let middle = viewport.dot(of: WorldPoint(x: left, y: top))
        let half = side / 2
        func ceiling(_ dots: Double, _ step: Int) -> Int { Int((dots / Double(step)).rounded(.up)) }
        func floor(_ dots: Double, _ step: Int) -> Int { Int((dots / Double(step)).rounded(.down)) }
        let column = ceiling(middle.x - half, Viewport.dotsPerColumn)
        let row = ceiling(middle.y - half, Viewport.dotsPerRow)
        return CellRect(
            column: column, row: row, width: floor(middle.x + half, Viewport.dotsPerColumn) - column,
            height: floor(middle.y + half, Viewport.dotsPerRow) - row)
    }

    /// `rect` moved into `cell` with a free column and row to its right and below; as it is when too large.
    private func kept(_ rect: CellRect, in cell: CellRect) -> CellRect {
        var rect = rect
        if rect.width < cell.width {
            rect.column = min(max(rect.column, cell.column), cell.endColumn - 1 - rect.width)
        }
        if rect.height < cell.height {
            rect.row = min(max(rect.row, cell.row), cell.endRow - 1 - rect.height)
        } else if rect.height == cell.height {
            rect.row = cell.row
        }
        return rect
    }

    /// `rect` moved into the view, and cut where the view is smaller.
    private func clamped(_ rect: CellRect) -> CellRect {
        let width = min(rect.width, visible.width)
        let height = min(rect.height, visible.height)
        return CellRect(
            column: min(max(rect.column, visible.column), visible.endColumn - width),
            row: min(max(rect.row, visible.row), visible.endRow - height), width: width, height: height)
    }
}
