import CellGraphics
import MapModel

/// Something that works on the map with keys of its own until it is left, as a value.
package protocol MapTool: Sendable {
    static var kind: ToolKind { get }
    /// What it is called where the map has no room for it.
    static var noun: DisplayText { get }
    /// Its lines of the key table.
    static var keys: [ToolKey] { get }
    /// Its keys that matter, the most useful first.
    static var hints: [ToolHint] { get }
    /// The mouse draws with it: a drag is a step, and does not move the map.
    static var takesDrags: Bool { get }
    /// A click on the map is a step, and selects nothing.
    static var takesClicks: Bool { get }

    /// Begins to work; nil where the map has no room for it.
    init?(_ context: ToolContext)

    /// What a step comes to; a step of another tool does nothing.
    mutating func take(_ step: ToolStep, _ context: ToolContext) -> ToolOutcome
    /// Follows the view and what is found; whether it goes on.
    mutating func follow(_ context: ToolContext) -> Bool

    /// The map zooms around it; nil where it does as without the tool.
    var focus: Coordinate? { get }

    func overlay(_ context: ToolContext) -> Overlay
    /// What stays on the map when it is left; nil where nothing does.
    func remains(_ context: ToolContext) -> Overlay?
    /// What the status line says.
    func status(_ context: ToolContext) -> ToolStatus?
}

extension MapTool {
    package static var takesDrags: Bool { false }
    package static var takesClicks: Bool { false }

    package var kind: ToolKind { Self.kind }
    package var focus: Coordinate? { nil }
    package func remains(_ context: ToolContext) -> Overlay? { nil }
}

/// What a tool needs to know of the map.
package struct ToolContext: Sendable {
    package var viewport: Viewport
    /// The part of the map that no panel covers.
    package var area: CellRect
    /// The help lies over it.
    package var isCovered: Bool
    /// The row that is selected, else the place that was searched for.
    package var found: Coordinate?
    package var unit: DistanceUnit

    package init(
        viewport: Viewport, area: CellRect, isCovered: Bool, found: Coordinate?, unit: DistanceUnit
    ) {
        self.viewport = viewport
        self.area = area
        self.isCovered = isCovered
        self.found = found
        self.unit = unit
    }

    /// The middle of a cell on the plane; x is beyond 0...1 where the map is wider than the world.
    func point(of cell: CellPoint) -> WorldPoint { viewport.point(at: DotPoint(middleOf: cell)) }

    /// A place on the plane, in the copy of the world that is in view; the south pole is in its last row.
    func point(of place: Coordinate) -> WorldPoint {
        let point = WebMercator.project(place)
        return viewport.point(at: viewport.dot(of: WorldPoint(x: point.x, y: min(point.y, 1 - 1e-12))))
    }

    /// A place moved by cells, and by how much the map must move to show it.
    func moved(
        _ place: Coordinate, _ columns: Int, _ rows: Int
    ) -> (place: Coordinate, columns: Int, rows: Int) {
        let dot = viewport.dot(of: WebMercator.project(place))
        let next = viewport.coordinate(
            at: DotPoint(
                x: dot.x + Double(columns * Viewport.dotsPerColumn),
                y: dot.y + Double(rows * Viewport.dotsPerRow)))
        let cell = cell(of: next)
        let east = max(cell.column - area.endColumn + 1, 0) + min(cell.column - area.column, 0)
        let south = max(cell.row - area.endRow + 1, 0) + min(cell.row - area.row, 0)
        return (next, east, south)
    }

    /// The cell of a place, in sight or not.
    func cell(of place: Coordinate) -> CellPoint {
        let point = WebMercator.project(place)
        return viewport.dot(of: WorldPoint(x: point.x, y: min(point.y, 1 - 1e-12))).cell
    }
}

/// What a tool wants done.
package enum ToolOutcome: Equatable, Sendable {
    case nothing
    /// Marks the rows in some cells, and ends.
    case marks(CellRect)
    /// Shows what lies in some cells on the whole map, and ends.
    case shows(CellRect)
    /// Marks the rows inside the shape, and ends.
    case marksInside
    /// Adds a test to the filter, and ends.
    case filters(String)
    /// Says that a shape needs three corners.
    case lacksCorners
    /// Moves the map, by cells.
    case pans(columns: Int, rows: Int)
    /// Selects the row nearest to a place; once the tool is at a row, the next one.
    case selects(forward: Bool, near: Coordinate, isAtRow: Bool)
    /// Opens its list.
    case lists
    /// Copies a text that is called by a name.
    case copies(String, DisplayText)
    case says(DisplayText)
    /// Says what is missing, and which key adds it.
    case lacks(DisplayText)
}

/// What the status line says of a tool.
package enum ToolStatus: Equatable, Sendable {
    /// How many rows lie in some cells.
    case rows(in: CellRect)
    /// How many lie inside the shape.
    case rowsInside
    case figure(DisplayText)
}
