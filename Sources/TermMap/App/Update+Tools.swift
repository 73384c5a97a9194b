import CellGraphics
import MapModel

extension AppState {
    // MARK: - Tools

    private var toolContext: ToolContext {
        ToolContext(viewport: map.viewport, area: visibleMap, isCovered: panels.help != nil)
    }

    /// The tool whose keys come before all others.
    package var toolWithKeys: ToolKind? { map.toolYields ? nil : map.tool?.kind }

    /// Takes a tool, or leaves it.
    mutating func toggle(_ kind: ToolKind) {
        guard map.tool?.kind != kind else {
            map.tool = nil
            return
        }
        guard let tool = kind.type.init(toolContext) else {
            return report("The map has no room for \(kind.type.noun): Esc closes the panel")
        }
        map.tool = tool
        map.toolYields = false
    }

    /// A key of the tool in use.
    mutating func carryOut(_ step: ToolStep) {
        let context = toolContext
        switch map.tool?.take(step, context) {
        case .nothing: break
        case .marks(let cells): mark(rowsIn: cells)
        case .shows(let cells): show(cells)
        case nil: report("This is a key of a tool on the map: press ? for help")
        }
    }

    /// The tool follows what changed. A panel that was opened over it has the keys until it closes.
    mutating func followWithTool(hadPanel: Bool) {
        map.toolYields = panels.current != nil && (map.toolYields || !hadPanel)
        let context = toolContext
        if map.tool?.follow(context) == false { map.tool = nil }
    }

    // MARK: - What they show

    /// What lies over the map.
    package var overlay: Overlay {
        let overlay = nearby?.overlay ?? Overlay()
        return map.tool.map { overlay.joined($0.overlay(toolContext)) } ?? overlay
    }

    /// What the status line says of the tool.
    package var toolStatus: DisplayText? {
        switch map.tool?.status(toolContext) {
        case .rows(let cells): "\(rowCount(in: cells).grouped) in the box"
        case nil: nil
        }
    }

    /// How many rows have their places in some cells of the map.
    package func rowCount(in cells: CellRect) -> Int {
        let window = window(of: cells)
        return data.tree.count(in: window) + data.origin.countedRows(in: window)
    }

    private func window(of cells: CellRect) -> WorldWindow {
        map.viewport.window(of: cells.intersection(visibleMap).dots)
    }

    // MARK: - What they do

    /// The rows in some cells become marked; where all of them are, unmarked.
    private mutating func mark(rowsIn cells: CellRect) {
        guard allowsMarks else { return }
        map.tool = nil
        if data.origin.countedRows(in: window(of: cells)) > 0 { return report(Self.countedAlone, .warning) }
        toggle(.cells(cells.intersection(visibleMap), map.viewport))
    }

    /// The map shows what is in some cells.
    private mutating func show(_ cells: CellRect) {
        map.tool = nil
        let dots = cells.dots
        let northWest = map.viewport.coordinate(at: DotPoint(x: Double(dots.x), y: Double(dots.y)))
        let southEast = map.viewport.coordinate(
            at: DotPoint(x: Double(dots.x + dots.width), y: Double(dots.y + dots.height)))
        let bounds = GeoBounds(
            south: southEast.latitude, west: northWest.longitude, north: northWest.latitude,
            east: southEast.longitude)
        show(fitted(to: bounds, maximumZoom: Viewport.maximumZoom), by: .jump)
    }
}
