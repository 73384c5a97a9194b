import CellGraphics
import MapModel

/// The legs of what is measured, then how long all of them are.
enum LegList: LineList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.legs }

    private static func tool(_ state: AppState) -> MeasureTool? { state.map.tool as? MeasureTool }

    static func count(_ state: AppState) -> Int { tool(state)?.legs.count ?? 0 }

    static func hints(_ state: AppState) -> [CommandHint] {
        [
            .choose, CommandHint(.open, says: "show it"),
            CommandHint(.toolStep(.copyFigures), says: "copy all figures"), .close,
        ]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }

    /// The map shows the leg.
    static func open(_ state: inout AppState) -> [Effect] {
        guard let tool = tool(state), state.panels.legs.index < tool.legs.count else { return [] }
        let ends = tool.points[state.panels.legs.index...].prefix(2).map { GeoBounds(at: $0) }
        let bounds = ends.dropFirst().reduce(ends[0]) { $0.union($1) }
        state.show(state.fitted(to: bounds, maximumZoom: Viewport.maximumZoom), by: .jump)
        return []
    }

    static func head(_ state: AppState) -> ListHead {
        guard let tool = tool(state) else { return ListHead(title: "Measure") }
        let unit = state.screen.distanceUnit
        let area = tool.polygon.map { ", " + unit.figure(squareMeters: $0.areaSquareMeters) } ?? ""
        return ListHead(
            title: "Measure", remark: KeyedText(unit.figure(meters: tool.meters)),
            note: DisplayText(sanitising: tool.points.count.counted("point") + area))
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let tool = tool(state) else { return [] }
        return tool.legs[rows].enumerated().map { offset, leg in
            let first = rows.lowerBound + offset + 1
            let length = state.screen.distanceUnit.figure(meters: leg.meters, decimals: 2)
            let bearing = leg.meters > 0 ? "   " + MeasureTool.bearing(leg.startAzimuth) : DisplayText.empty
            return ListLine(
                text: "\(first) – \(first + 1)", remark: DisplayText(sanitising: length) + bearing)
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "Nothing is measured yet" }
}
