import App
import CellGraphics
import MapModel
import Rows

/// What is called out of things: those that have entered an alert, and emergencies, which nothing hides.
struct ThingCallouts {
    private struct Callout {
        let cell: CellPoint
        let thing: Thing
        let text: DisplayText
        let isEmergency: Bool
    }

    private let state: AppState
    private let painter: ThingPainter
    private var callouts: [Callout] = []
    private var rects: [CellRect?] = []

    /// Nil where nothing is called out.
    init?(_ state: AppState) {
        guard !state.things.callouts.isEmpty, let painter = ThingPainter(state), !state.isDensity else {
            return nil
        }
        self.state = state
        self.painter = painter
        let selected = state.selection.current.flatMap { $0.hasRow ? $0.row : nil }
        for row in state.things.callouts.sorted() where row != selected {
            guard let thing = painter.palette.thing(ofRow: row) else { continue }
            let cell = state.map.viewport.dot(of: thing.place.worldPoint).cell
            guard state.visibleMap.contains(cell) else { continue }
            let name = (state.texts.labels[row] ?? .empty).clipped(to: 22)
            let isEmergency = thing.emergency != .none
            let what = isEmergency ? thing.emergency.words : words(of: row)
            callouts.append(
                Callout(
                    cell: cell, thing: thing, text: name.isEmpty ? what : name + " " + what,
                    isEmergency: isEmergency))
        }
        guard !callouts.isEmpty else { return nil }
        place()
    }

    /// "entered 14:03".
    private func words(of row: UInt32) -> DisplayText {
        guard let event = state.things.alerts.callouts[row]?.event else { return .empty }
        let verb = event.kind == .match ? "matches " : "entered "
        return DisplayText(sanitising: verb + state.clockText(of: event).prefix(5))
    }

    /// Beside their things, emergencies first, none over another.
    private mutating func place() {
        callouts.sort { $0.isEmergency && !$1.isEmergency }
        var occupancy = CellOccupancy(area: state.visibleMap)
        for callout in callouts {
            occupancy.take(CellRect(column: callout.cell.column, row: callout.cell.row, width: 1, height: 1))
        }
        for callout in callouts {
            let mark = CellRect(column: callout.cell.column, row: callout.cell.row, width: 1, height: 1)
            let rect = SelectionPainter.places(for: callout.text.width + 2, beside: mark)
                .first { occupancy.isFree($0) }
            if let rect { occupancy.take(rect) }
            rects.append(rect)
        }
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        for case let rect? in rects { occupancy.take(rect) }
    }

    func draw(into frame: inout CellBuffer) {
        let isASCII = state.screen.appearance.charset == .ascii
        let mode = state.screen.appearance.theme.mode
        for (callout, rect) in zip(callouts, rects) {
            let rectOfCell = PlacedAnnotation(
                parts: [],
                rect: CellRect(column: callout.cell.column, row: callout.cell.row, width: 1, height: 1))
            if callout.isEmergency {
                painter.draw(
                    callout.thing, at: rectOfCell, mark: .none, highlight: .plain, into: &frame,
                    isFree: { _ in false })
            }
            guard let rect else { continue }
            let (ink, paper): (Role, Role) =
                callout.isEmergency ? (.placemarkText, .placemarkLabel) : (.layerText, .ring)
            let style =
                mode == .mono ? Style(.text, [.reverse, .bold]) : Style(ink, on: paper, .bold)
            if isASCII || !mode.isTinted {
                frame.put(
                    " " + callout.text + " ", at: CellPoint(column: rect.column, row: rect.row), style: style)
                continue
            }
            let edge = Style(paper)
            frame.put("▐", at: CellPoint(column: rect.column, row: rect.row), style: edge, keepingPaper: true)
            frame.put(callout.text, at: CellPoint(column: rect.column + 1, row: rect.row), style: style)
            frame.put(
                "▌", at: CellPoint(column: rect.endColumn - 1, row: rect.row), style: edge, keepingPaper: true
            )
        }
    }
}

/// The circle of how far off the place of the selected thing may be.
struct AccuracyPainter {
    private static let smallestRadiusDots = 3.0
    private let charset: Charset
    private let lines: LineCells

    /// Nil where none is known, or it is smaller than its sign.
    init?(_ state: AppState) {
        guard let thing = state.selectedThing, thing.accuracy.isFinite, thing.accuracy > 0 else { return nil }
        let viewport = state.map.viewport
        let place = WebMercator.unproject(thing.place.worldPoint)
        guard Double(thing.accuracy) >= Self.smallestRadiusDots * viewport.metersPerDot(at: place.latitude),
            let circle = try? GeoCircle(center: place, radiusMeters: Double(thing.accuracy))
        else { return nil }
        charset = state.screen.appearance.charset
        var dots = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        dots.draw(circle, in: viewport)
        lines = LineCells(in: state.visibleMap) { (dots.brailleBits(x: $0, y: $1), .accuracyCircle) }
    }

    func draw(into frame: inout CellBuffer) { lines.draw(into: &frame, charset) }
}
