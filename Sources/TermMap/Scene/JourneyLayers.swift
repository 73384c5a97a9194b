import App
import CellGraphics
import MapModel

/// What is drawn of journeys: that of the strip, else the stops of a history.
struct JourneyLayers {
    /// The cells of the lines of the last frame: a cursor that moves changes none of them.
    struct Lines {
        fileprivate var key: Key
        fileprivate var cells: [LineCells]
    }

    fileprivate struct Key: Equatable {
        var lines: [JourneyLine]
        var viewport: Viewport
        var area: CellRect
    }

    private let journey: JourneyPainter?
    private let stays: StayPainter?

    init(_ state: AppState, keeping lines: inout Lines?) {
        let shown =
            state.journeyOnMap.map { [$0.line] } ?? (state.staysOnMap == nil ? [] : state.journeyLines)
        guard !shown.isEmpty else {
            (journey, stays, lines) = (nil, nil, nil)
            return
        }
        let key = Key(lines: shown, viewport: state.map.viewport, area: state.visibleMap)
        if lines?.key != key {
            let cells = shown.map { JourneyPainter.cells($0, nil, key.viewport, key.area, .track) }
            lines = Lines(key: key, cells: cells)
        }
        let cells = lines?.cells ?? []
        journey = cells.first.flatMap { JourneyPainter(state, line: $0) }
        stays = journey == nil ? StayPainter(state, lines: cells) : nil
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        journey?.take(from: &occupancy)
        stays?.take(from: &occupancy)
    }

    /// Draws what lies below badges.
    func drawLines(into frame: inout CellBuffer) {
        journey?.drawLines(into: &frame)
        stays?.drawLines(into: &frame)
    }

    /// Draws what lies above them.
    func drawSigns(into frame: inout CellBuffer) {
        journey?.drawSigns(into: &frame)
        stays?.drawSigns(into: &frame)
    }
}
