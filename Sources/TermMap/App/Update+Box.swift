import CellGraphics
import MapModel

extension AppState {
    /// `v`: a box in the middle of the map, whose corner the keys that move then move.
    mutating func toggleBox() {
        if marks.box != nil {
            marks.box = nil
            return
        }
        let map = visibleMap
        guard map.width >= 4, map.height >= 3 else {
            return report("The map has no room for a box: Esc closes the panel")
        }
        let middle = map.middle
        let (columns, rows) = (max(map.width / 8, 1), max(map.height / 8, 1))
        marks.box = MarkBox(
            anchor: CellPoint(column: middle.column - columns, row: middle.row - rows),
            corner: CellPoint(column: middle.column + columns, row: middle.row + rows),
            view: self.map.viewport)
        keepBoxInView()
    }

    mutating func moveBoxCorner(columns: Int, rows: Int) {
        marks.box?.corner.column += columns
        marks.box?.corner.row += rows
        keepBoxInView()
    }

    /// The other corner moves from now on.
    mutating func swapBoxCorners() {
        guard var box = marks.box else { return }
        swap(&box.anchor, &box.corner)
        marks.box = box
    }

    /// The mouse was dragged over the map.
    mutating func dragBox(from anchor: CellPoint, to corner: CellPoint) {
        marks.box?.anchor = anchor
        marks.box?.corner = corner
        keepBoxInView()
    }

    private mutating func keepBoxInView() {
        let area = visibleMap
        func kept(_ point: CellPoint) -> CellPoint {
            CellPoint(
                column: min(max(point.column, area.column), area.endColumn - 1),
                row: min(max(point.row, area.row), area.endRow - 1))
        }
        guard let box = marks.box else { return }
        marks.box?.anchor = kept(box.anchor)
        marks.box?.corner = kept(box.corner)
    }

    /// Enter: the rows of the box become marked; where all of them are, unmarked.
    mutating func markBox() {
        guard let rows = boxRows else { return }
        let isCounted = countedRowsInBox > 0
        marks.box = nil
        if isCounted { return report(Self.countedAlone, .warning) }
        toggle(rows)
    }

    /// The rows whose places lie in the cells of the box.
    var boxRows: TableQuestion.Rows? {
        marks.box.map { .cells($0.rect.intersection(visibleMap), map.viewport) }
    }

    /// How many they are.
    package var boxRowCount: Int {
        boxWindow.map { data.tree.count(in: $0) + data.origin.countedRows(in: $0) } ?? 0
    }

    private var countedRowsInBox: Int { boxWindow.map { data.origin.countedRows(in: $0) } ?? 0 }

    private var boxWindow: WorldWindow? {
        marks.box.map { map.viewport.window(of: $0.rect.intersection(visibleMap).dots) }
    }

    /// `z`: the map shows what is in the box.
    mutating func zoomToBox() {
        guard let box = marks.box else { return }
        marks.box = nil
        let dots = box.rect.dots
        let northWest = map.viewport.coordinate(at: DotPoint(x: Double(dots.x), y: Double(dots.y)))
        let southEast = map.viewport.coordinate(
            at: DotPoint(x: Double(dots.x + dots.width), y: Double(dots.y + dots.height)))
        let bounds = GeoBounds(
            south: southEast.latitude, west: northWest.longitude, north: northWest.latitude,
            east: southEast.longitude)
        show(fitted(to: bounds, maximumZoom: Viewport.maximumZoom), by: .jump)
    }

    /// A box means nothing on another view.
    mutating func dropOutdatedBox() {
        guard let box = marks.box, box.view != map.viewport || panels.help != nil else { return }
        marks.box = nil
    }
}
