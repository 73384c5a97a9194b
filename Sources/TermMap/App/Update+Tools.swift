import CellGraphics
import MapModel

extension AppState {
    // MARK: - Tools

    private var toolContext: ToolContext {
        ToolContext(
            viewport: map.viewport, area: visibleMap, isCovered: panels.help != nil,
            found: selection.current?.coordinate.coordinate ?? selection.placemark?.coordinate,
            unit: screen.distanceUnit)
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
            return report("The map has no room for \(kind.type.noun): \(key: .cancel) closes the panel")
        }
        map.tool = tool
        map.toolYields = false
        map.remains = nil
    }

    /// Leaves the tool in use; what it drew may stay.
    mutating func leaveTool() {
        map.remains = map.tool?.remains(toolContext)
        map.tool = nil
    }

    /// A key of the tool in use.
    mutating func carryOut(_ step: ToolStep) -> [Effect] {
        let context = toolContext
        switch map.tool?.take(step, context) {
        case .nothing: break
        case .marks(let cells): return mark(rowsIn: cells)
        case .shows(let cells): show(cells)
        case .marksInside: return markInside()
        case .filters(let test): return filterInside(test)
        case .lacksCorners:
            report("A lasso needs three corners: \(key: .toolStep(.corner)) sets one", .warning)
        case .pans(let columns, let rows): pan(columns: columns, rows: rows)
        case .selects(let forward, let place, let isAtRow):
            if !isAtRow { selection.clear() }
            return selectNext(forward: forward || !isAtRow, near: place)
        case .lists: return open(.legs)
        case .copies(let text, let name): return copy(Array(text.utf8), name)
        case .says(let text): report(KeyedText(text))
        case .lacks(let text): report("\(text): \(key: .toolStep(.accept)) adds a point")
        case nil: report("This is a key of a tool on the map: press \(key: .help) for help")
        }
        return []
    }

    /// What a click on a cell sets: a row at the place that it has, else the middle of the cell; nil where a click is for the
    /// map.
    func clickForTool(on cell: CellPoint) -> ToolStep? {
        guard map.tool?.kind.type.takesClicks == true, layout.showsMap(at: cell) else { return nil }
        if !isDensity, let hit = annotations.annotation(at: cell), hit.isPlace {
            return .click(Selection(hit.leader, in: data.tree).coordinate.coordinate)
        }
        return .click(map.viewport.coordinate(at: DotPoint(middleOf: cell)))
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
        var overlay = nearby?.overlay ?? Overlay()
        overlay.lines += alertOverlay
        if panels.prompt?.purpose == .rows {
            // The places of the filter that is typed.
            overlay.lines += data.rows.outlines.map { Overlay.Line(Overlay.Path($0)) }
        }
        if let circle = addressCircle {
            var line = Overlay.Line(.circle(circle))
            line.isQuiet = true
            overlay.lines.append(line)
        }
        if let remains = map.remains { overlay = overlay.joined(remains) }
        return map.tool.map { overlay.joined($0.overlay(toolContext)) } ?? overlay
    }

    /// What the status line says of the tool.
    package var toolStatus: (text: DisplayText, role: Role)? {
        switch map.tool?.status(toolContext) {
        case .rows(let cells): ("\(rowCount(in: cells).grouped) in the box", .barStrong)
        case .rowsInside: (map.inside.points.map { "\($0.count.grouped) in the lasso" } ?? "…", .mark)
        case .figure(let text): (text, .ring)
        case nil: nil
        }
    }

    /// How many rows have their places in some cells of the map.
    package func rowCount(in cells: CellRect) -> Int {
        let window = window(of: cells)
        return data.tree.count(in: window) + data.rows.countedRows(in: window)
    }

    func window(of cells: CellRect) -> WorldWindow {
        map.viewport.window(of: cells.intersection(visibleMap).dots)
    }

    // MARK: - What they do

    /// The rows in some cells become marked; where all of them are, unmarked.
    private mutating func mark(rowsIn cells: CellRect) -> [Effect] {
        guard allowsMarks else { return [] }
        map.tool = nil
        let window = window(of: cells)
        if data.rows.countedRows(in: window) > 0 { return toggle(countedIn: window) }
        return toggle(.cells(cells.intersection(visibleMap), map.viewport))
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
