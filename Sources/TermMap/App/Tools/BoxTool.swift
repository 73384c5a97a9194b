import CellGraphics
import MapModel

/// `v`: a box on the map whose rows are to be marked; two corners, the second of which moves.
package struct BoxTool: MapTool {
    package static let kind = ToolKind.box
    package static let noun: DisplayText = "a box"
    package static let takesDrags = true

    package static let keys =
        [
            ToolKey("v", "box", nil, "mark in a box"),
            ToolKey("v", "box-lasso", taking: .lasso, "a box, a free shape"),
        ] + ToolKey.moves + [
            ToolKey("o", "box-corner", .otherCorner, "other corner of the box"),
            ToolKey("Enter Space", "box-mark", .accept, "mark the rows in it"),
            ToolKey("z", "box-zoom", .zoom, "zoom to the box"),
        ]

    package static let hints = [
        .moves("move the corner"), ToolHint("box-corner", says: "other corner"),
        ToolHint("box-mark", says: "mark"), ToolHint("box-zoom", says: "zoom to it"),
        ToolHint("box-lasso", says: "free shape"),
        ToolHint("close", says: "cancel"),
    ]

    private var anchor: CellPoint
    package private(set) var corner: CellPoint
    /// On another view it means nothing.
    private let view: Viewport

    package init?(_ context: ToolContext) {
        let area = context.area
        guard area.width >= 4, area.height >= 3 else { return nil }
        let middle = area.middle
        let (columns, rows) = (max(area.width / 8, 1), max(area.height / 8, 1))
        anchor = CellPoint(column: middle.column - columns, row: middle.row - rows).kept(in: area)
        corner = CellPoint(column: middle.column + columns, row: middle.row + rows).kept(in: area)
        view = context.viewport
    }

    /// All cells from one corner to the other.
    package var rect: CellRect {
        let (left, top) = (min(anchor.column, corner.column), min(anchor.row, corner.row))
        return CellRect(
            column: left, row: top, width: abs(anchor.column - corner.column) + 1,
            height: abs(anchor.row - corner.row) + 1)
    }

    package mutating func take(_ step: ToolStep, _ context: ToolContext) -> ToolOutcome {
        switch step {
        case .move(let columns, let rows):
            corner = CellPoint(column: corner.column + columns, row: corner.row + rows).kept(in: context.area)
        case .otherCorner: swap(&anchor, &corner)
        case .accept: return .marks(rect)
        case .zoom: return .shows(rect)
        case .drag(let start, let end):
            anchor = start.kept(in: context.area)
            corner = end.kept(in: context.area)
        default: break
        }
        return .nothing
    }

    package mutating func follow(_ context: ToolContext) -> Bool {
        view == context.viewport && !context.isCovered
    }

    package func overlay(_ context: ToolContext) -> Overlay {
        Overlay(
            frame: Overlay.Frame(corner: context.point(of: anchor), opposite: context.point(of: corner)),
            signs: [Overlay.Sign(point: context.point(of: corner), form: .cursor)])
    }

    package func status(_ context: ToolContext) -> ToolStatus? { .rows(in: rect) }
}

extension CellPoint {
    /// The nearest cell of an area.
    fileprivate func kept(in area: CellRect) -> CellPoint {
        CellPoint(
            column: min(max(column, area.column), area.endColumn - 1),
            row: min(max(row, area.row), area.endRow - 1))
    }
}
