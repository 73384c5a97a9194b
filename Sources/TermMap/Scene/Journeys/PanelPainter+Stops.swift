import App
import CellGraphics
import MapModel

/// The list of the stops of a history: by days, with a bar for the length of each, and below it the chosen one.
extension PanelPainter {
    private static let barWidth = 6
    private static let timeWidth = 7
    private static let stayWidth = 11

    func drawStops(_ area: CellRect, _ frame: inout CellBuffer) {
        guard let stays = state.map.journeys.stays else {
            drawTitle("Stops", words(state.staysText), area, &frame)
            return
        }
        let unit = state.screen.distanceUnit
        let way = DisplayText(sanitising: ", " + unit.text(meters: stays.meters))
        drawTitle(
            DisplayText(sanitising: stays.stays.count.counted("stop")), stays.period + way, area, &frame)
        let moving = DisplayText(
            sanitising: stays.movingSeconds.map { JourneyWords.stay($0) + " moving" } ?? "")
        put(&frame, moving, area.endColumn - 2 - moving.width, area.row + 2, .panelDim)
        // As long as the moving time lets it be.
        let least = (isASCII ? ">= " : "≥ ") + JourneyWords.stay(stays.leastSeconds)
        let rules = [" within ", " in "].map {
            DisplayText(sanitising: least + $0 + unit.text(meters: stays.reachMeters))
        }
        let room = area.width - 5 - moving.width
        if let rule = rules.first(where: { $0.width <= room }) {
            put(&frame, rule, area.column + 2, area.row + 2, .panelDim)
        }
        if stays.stays.isEmpty {
            put(&frame, words(state.staysText), area.column + 2, area.row + 4, .panelDim)
            return
        }
        let (top, page) = (state.panels.stops.top, StopList.pageRows(state))
        for (row, index) in (top..<min(top + page, stays.lines.count)).enumerated() {
            draw(stays, line: index, area, area.row + StopList.headRows + row, &frame)
        }
        drawChosenStay(stays, area, &frame)
    }

    private func draw(
        _ stays: Stays, line index: Int, _ area: CellRect, _ row: Int, _ frame: inout CellBuffer
    ) {
        guard let number = stays.stay(atLine: index) else {
            if case .day(let name) = stays.lines[index] { drawDay(name, area, row, &frame) }
            return
        }
        let stay = stays.stays[number]
        let isCurrent = index == state.panels.stops.index
        let paper: Role = isCurrent ? .currentRow : .panel
        frame.fill(CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
        if isCurrent { put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper) }
        put(&frame, stays.moment(of: stay), area.column + 2, row, .panelDim, on: paper)
        let length = DisplayText(sanitising: JourneyWords.stay(stay.seconds))
        put(
            &frame, length, area.endColumn - 2 - length.width, row, isCurrent ? .panelStrong : .panelText,
            isCurrent ? .bold : [], on: paper)
        let start = area.column + 2 + Self.timeWidth
        let barStart = max(area.endColumn - 3 - Self.stayWidth - Self.barWidth, start + 6)
        let room = max(barStart - 1 - start, 4)
        put(
            &frame, state.name(of: stay).clipped(to: room, ellipsis: ellipsis), start, row,
            isCurrent ? .panelStrong : .panelText, isCurrent ? .bold : [], on: paper)
        guard area.width >= Self.roomyWidth, stays.longestSeconds > 0 else { return }
        let cells = max(Int((stay.seconds / stays.longestSeconds * Double(Self.barWidth)).rounded()), 1)
        let bar = DisplayText(sanitising: String(repeating: isASCII ? "=" : "▄", count: cells))
        put(&frame, bar, barStart, row, .histogram, on: paper)
    }

    private func drawDay(_ name: DisplayText, _ area: CellRect, _ row: Int, _ frame: inout CellBuffer) {
        put(&frame, name, area.column + 2, row, .panelDim, .bold)
        let start = area.column + 3 + name.width
        let line = String(repeating: isASCII ? "-" : "─", count: max(area.endColumn - 2 - start, 0))
        put(&frame, DisplayText(sanitising: line), start, row, .panelRule)
    }

    /// From, to, the points and the way before it.
    private func drawChosenStay(_ stays: Stays, _ area: CellRect, _ frame: inout CellBuffer) {
        guard StopList.showsDetails(in: area), let number = stays.stay(atLine: state.panels.stops.index)
        else { return }
        let stay = stays.stays[number]
        let top = area.row + StopList.headRows + min(StopList.pageRows(state), stays.lines.count) + 1
        drawRule(top, area, &frame)
        let remark: DisplayText = "stop \((number + 1).grouped)"
        let name = stay.area.isEmpty ? state.name(of: stay) : state.name(of: stay) + ", " + stay.area
        put(
            &frame, name.clipped(to: area.width - 6 - remark.width, ellipsis: ellipsis), area.column + 2,
            top + 1, .panelStrong, .bold)
        put(&frame, remark, area.endColumn - 2 - remark.width, top + 1, .panelDim)
        let fields = state.fields(of: number, stays, width: area.width - 12)
        for (index, field) in fields.enumerated() where top + 2 + index < area.endRow {
            put(&frame, field.name, area.column + 2, top + 2 + index, .panelDim)
            put(
                &frame, field.value.clipped(to: area.width - 12, ellipsis: ellipsis), area.column + 10,
                top + 2 + index, .panelText)
        }
    }
}
