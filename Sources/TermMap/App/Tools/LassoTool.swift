import CellGraphics
import MapModel

/// `v` in a box: a free shape on the map whose rows are to be marked, or filtered; corners are set by keys and clicks, or
/// drawn by a drag.
package struct LassoTool: MapTool {
    package static let kind = ToolKind.lasso
    package static let noun: DisplayText = "a free shape"
    package static let takesDrags = true
    package static let takesClicks = true

    package static let keys =
        [
            ToolKey("", "lasso", nil, "mark in a free shape"),
            ToolKey("v", "lasso-box", taking: .box, "switch between box and lasso"),
        ] + ToolKey.moves + [
            ToolKey("Space", "lasso-corner", .corner, "set a corner"),
            ToolKey("Del Backspace", "lasso-back", .takeBack, "remove the last corner"),
            ToolKey("Enter", "lasso-mark", .accept, "close it, mark its rows"),
            ToolKey("f", "lasso-filter", .filter, "filter by the shape"),
            ToolKey("y", "lasso-copy", .copy, "copy the shape as WKT"),
        ]

    package static let hints = [
        .moves("move"), ToolHint("lasso-corner", says: "corner"),
        ToolHint("lasso-back", says: "undo"), ToolHint("lasso-mark", says: "mark its rows"),
        ToolHint("lasso-filter", says: "filter by it"), ToolHint("lasso-copy", says: "copy as WKT"),
        ToolHint("lasso-box", says: "box"), ToolHint("close", says: "cancel"),
    ]

    /// More are not set: a drag around the world has fewer.
    static let mostCorners = 10_000

    /// In the order in which they were set.
    package private(set) var corners: [Coordinate] = []
    /// Where the next corner will be.
    package private(set) var pen: Coordinate
    /// A drag draws: where it began, and the cells since the last corner that is sure.
    private var stroke: (start: CellPoint, passed: [CellPoint])?

    package init?(_ context: ToolContext) {
        pen = context.viewport.coordinate(at: DotPoint(middleOf: context.area.middle))
        if let found = context.found, context.area.contains(context.cell(of: found)) { pen = found }
    }

    package var focus: Coordinate? { pen }

    // MARK: - Steps

    package mutating func take(_ step: ToolStep, _ context: ToolContext) -> ToolOutcome {
        if case .drag = step {} else { stroke = nil }
        switch step {
        case .move(let columns, let rows): return move(columns, rows, context)
        case .click(let place):
            pen = place
            return addCorner()
        case .drag(let start, let end): draw(from: start, to: end, context)
        case .corner: return addCorner()
        case .takeBack:
            guard corners.popLast() != nil else { return .says("No corner to remove") }
        case .accept: return hasShape ? .marksInside : .lacksCorners
        case .filter: return hasShape ? .filters("inside(\(wkt))") : .lacksCorners
        case .copy: return hasShape ? .copies(wkt, "The shape") : .lacksCorners
        default: break
        }
        return .nothing
    }

    /// Two corners enclose nothing.
    package var hasShape: Bool { corners.count > 2 }

    /// At the edge the map moves along.
    private mutating func move(_ columns: Int, _ rows: Int, _ context: ToolContext) -> ToolOutcome {
        let (place, east, south) = context.moved(pen, columns, rows)
        pen = place
        return east == 0 && south == 0 ? .nothing : .pans(columns: east, rows: south)
    }

    private mutating func addCorner() -> ToolOutcome {
        guard pen != corners.last else { return .says("This corner is already set: move the pen first") }
        guard corners.count < Self.mostCorners else {
            return .says("A shape can have at most \(Self.mostCorners.grouped) corners")
        }
        corners.append(pen)
        return .nothing
    }

    /// A corner at each cell of a drag; those on a line between others are left out.
    private mutating func draw(from start: CellPoint, to end: CellPoint, _ context: ToolContext) {
        guard corners.count < Self.mostCorners else { return }
        let view = context.viewport
        func place(_ cell: CellPoint) -> Coordinate { view.coordinate(at: DotPoint(middleOf: cell)) }
        pen = place(end)
        guard let before = stroke, before.start == start else {
            corners += [place(start), pen]
            stroke = (start, [start, end])
            return
        }
        let passed = before.passed + [end]
        if Self.isStraight(passed) {
            corners[corners.count - 1] = pen
            stroke = (start, passed)
        } else {
            corners.append(pen)
            stroke = (start, Array(passed.suffix(2)))
        }
    }

    /// Whether all cells are within half a dot of the line from the first to the last.
    private static func isStraight(_ cells: [CellPoint]) -> Bool {
        guard let first = cells.first, let last = cells.last else { return true }
        let (from, to) = (DotPoint(middleOf: first), DotPoint(middleOf: last))
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        return cells.allSatisfy { cell in
            let dot = DotPoint(middleOf: cell)
            let cross = x * (dot.y - from.y) - y * (dot.x - from.x)
            return length > 0 ? abs(cross) <= length / 2 : cell == first
        }
    }

    /// The pen stays in view.
    package mutating func follow(_ context: ToolContext) -> Bool {
        if !context.area.contains(context.cell(of: pen)) {
            pen = context.viewport.coordinate(at: DotPoint(middleOf: context.area.middle))
        }
        return true
    }

    // MARK: - On the map

    package func overlay(_ context: ToolContext) -> Overlay {
        func path(_ places: [Coordinate]) -> Overlay.Path {
            Overlay.Path(.line(places.map { FixedCoordinate($0) }))
        }
        var lines = corners.count > 1 ? [Overlay.Line(path(corners))] : []
        if corners.count > 2, let first = corners.first, let last = corners.last {
            lines.append(Overlay.Line(path([last, first]), isDotted: true))
        }
        if let last = corners.last, last != pen {
            lines.append(Overlay.Line(path([last, pen]), isDotted: true))
        }
        // Of a shape that was drawn they would hide the line.
        let shown = corners.count <= 50 ? corners : []
        let signs =
            shown.map { Overlay.Sign(point: context.point(of: $0), form: .corner) }
            + [Overlay.Sign(point: context.point(of: pen), form: .cursor)]
        return Overlay(lines: lines, signs: signs, card: card(context.unit))
    }

    private func card(_ unit: DistanceUnit) -> Overlay.Card? {
        guard hasShape else { return nil }
        let size = unit.figure(squareMeters: GeodesicPolygon(corners).areaSquareMeters)
        return Overlay.Card(
            title: "Lasso", note: DisplayText(sanitising: corners.count.counted("corner")), rows: [],
            totals: [Overlay.Card.Row(label: "area", value: DisplayText(sanitising: size))])
    }

    package func status(_ context: ToolContext) -> ToolStatus? { hasShape ? .rowsInside : nil }

    /// The ring as well-known text, longitude first, closed.
    private var wkt: String {
        let ring = (corners + corners.prefix(1)).map { place in
            "\(place.longitude.trimmed(7)) \(place.latitude.trimmed(7))"
        }
        return "POLYGON ((\(ring.joined(separator: ", "))))"
    }
}
