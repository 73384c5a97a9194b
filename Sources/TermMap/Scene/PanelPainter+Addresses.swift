import App
import CellGraphics
import MapModel

/// The addresses of a badge or of the view: bars in the colours of classes, and what is known of the one under the cursor.
extension PanelPainter {
    func drawAddresses(_ area: CellRect, _ frame: inout CellBuffer) {
        let isSide = state.layout.isSidePanel
        let groups = state.panels.addresses.groups
        let title: DisplayText =
            groups.map { "\($0.rowCount.grouped) " + state.rowWord + " here" } ?? "Counting …"
        drawTitle(
            title, groups.map { "\($0.addressCount.counted("address", "addresses"))" } ?? "", area, &frame)
        if isSide {
            let places = state.addressPlaces.clipped(to: area.width - 4, ellipsis: ellipsis)
            put(&frame, places, area.column + 2, area.row + 2, .panelDim)
            drawGroupings(area.column + 2, area.row + 4, area.width - 4, &frame)
            drawRule(area.row + 5, area, &frame)
        } else {
            let start = area.column + 2 + title.width + 2
            drawGroupings(start, area.row + 1, area.endColumn - 18 - start, &frame)
        }
        guard let groups else { return }
        let end = drawLines(of: groups, area, &frame)
        guard isSide, let line = state.panels.addresses.current, end + 4 < area.endRow else { return }
        drawRule(end + 1, area, &frame)
        let rest = CellRect(
            column: area.column, row: end + 2, width: area.width, height: area.endRow - end - 2)
        drawAddress(line, rest, &frame)
    }

    /// What a line can stand for; the one that it does is bright.
    private func drawGroupings(_ start: Int, _ row: Int, _ room: Int, _ frame: inout CellBuffer) {
        var column = start
        let all = AddressQuestion.Grouping.allCases
        let gap = all.reduce(0) { $0 + $1.word.count + 2 } - 2 <= room ? 2 : 1
        // Where there is no room for all, the bright one is among those that are seen.
        let current = all.firstIndex(of: state.panels.addresses.grouping) ?? 0
        let first = (0...current).first { first in
            all[first...current].reduce(-gap) { $0 + $1.word.count + gap } <= room
        }
        for grouping in all[(first ?? current)...] {
            let isCurrent = grouping == state.panels.addresses.grouping
            let word = DisplayText(sanitising: grouping.word)
            guard column + word.width <= start + room else { return }
            let isMono = state.screen.appearance.theme.mode == .mono
            let style: Attributes = isCurrent ? (isMono ? [.bold, .underline] : .bold) : []
            put(&frame, word, column, row, isCurrent ? .barKey : .panelDim, style)
            column += word.width + gap
        }
    }

    // MARK: - Lines

    /// Draws the lines and how many more there are; the row behind them.
    private func drawLines(of groups: AddressGroups, _ area: CellRect, _ frame: inout CellBuffer) -> Int {
        let list = AddressList.self
        let top = area.row + list.headCount(state)
        let shown = list.shown(state)
        let most = groups.lines.map(\.count).max() ?? 0
        for (offset, line) in groups.lines[shown].enumerated() {
            draw(
                line, isCurrent: shown.lowerBound + offset == state.panels.addresses.cursorIndex, most,
                top + offset,
                area, &frame)
        }
        var end = top + shown.count
        let rest = groups.lines[shown.upperBound...]
        if !rest.isEmpty, end < area.endRow {
            put(&frame, "\(rest.count.grouped) more", area.column + 2, end, .panelDim)
            let sum: DisplayText = "\(rest.reduce(0) { $0 + $1.count }.grouped)"
            put(&frame, sum, area.endColumn - 2 - sum.width, end, .panelDim)
        }
        if groups.lines.isEmpty { put(&frame, "No addresses here", area.column + 2, top, .panelDim) }
        end += 1
        return end
    }

    private func draw(
        _ line: AddressGroups.Line, isCurrent: Bool, _ most: Int, _ row: Int, _ area: CellRect,
        _ frame: inout CellBuffer
    ) {
        let paper: Role = isCurrent ? .currentRow : .panel
        if isCurrent {
            frame.fill(
                CellRect(column: area.column, row: row, width: area.width, height: 1), paper: paper.index)
            put(&frame, isASCII ? ">" : "▌", area.column, row, .barKey, on: paper)
        }
        let longestName = state.panels.addresses.groups?.longestName ?? 0
        let columns = AddressColumns(width: area.width, longestName: longestName)
        let name = DisplayText(sanitising: line.name.isEmpty ? "unknown" : line.name, limit: 200)
        put(
            &frame, name.clipped(to: columns.nameWidth, ellipsis: ellipsis), area.column + 2, row,
            isCurrent ? .panelStrong : line.name.isEmpty ? .panelDim : .panelText, isCurrent ? .bold : [],
            on: paper)
        if columns.ownerWidth > 0 {
            let owner = DisplayText(sanitising: remark(on: line), limit: 200)
            put(
                &frame, owner.clipped(to: columns.ownerWidth, ellipsis: ellipsis),
                area.column + columns.owner, row,
                .panelDim, on: paper)
        }
        drawBar(line, of: most, columns.barWidth, area.column + columns.bar, row, paper, &frame)
        let count: DisplayText = "\(line.count.grouped)"
        put(
            &frame, count, area.endColumn - 2 - count.width, row, isCurrent ? .panelStrong : .panelText,
            isCurrent ? .bold : [], on: paper)
    }

    /// What stands beside the name where there is room.
    private func remark(on line: AddressGroups.Line) -> String {
        switch state.panels.addresses.grouping {
        case .address, .network: line.fact.owner.isEmpty ? line.fact.place : line.fact.owner
        case .organisation: line.fact.place
        case .country: ""
        }
    }

    /// As long as the count, in the colours of its classes.
    private func drawBar(
        _ line: AddressGroups.Line, of most: Int, _ width: Int, _ column: Int, _ row: Int, _ paper: Role,
        _ frame: inout CellBuffer
    ) {
        guard most > 0, width > 0 else { return }
        let length = max(line.count * width / most, 1)
        let palette = ClassPalette(state)
        let isOrdered = palette?.isOrdered == true
        let cells = palette == nil ? [] : BadgeValue.cells(line.tally, width: length, ordered: isOrdered)
        for cell in 0..<length {
            let ink = cell < cells.count ? palette?.color(of: cells[cell]) ?? .histogram : .histogram
            put(&frame, isASCII ? "=" : "▄", column + cell, row, ink, on: paper)
        }
    }

    // MARK: - The line under the cursor

    /// What is known of it, and its newest rows.
    private func drawAddress(_ line: AddressGroups.Line, _ area: CellRect, _ frame: inout CellBuffer) {
        let last = line.newest.first.flatMap { state.clock(ofRow: $0) }.map { "last \($0)" } ?? ""
        let name = DisplayText(sanitising: line.name.isEmpty ? "unknown" : line.name, limit: 200)
        // A long address says more than when it was last seen, which its newest row says as well.
        let fits = name.width + 2 + last.count <= area.width - 4
        let remark = fits ? DisplayText(sanitising: last) : .empty
        put(
            &frame, name.clipped(to: area.width - 4, ellipsis: ellipsis), area.column + 2, area.row,
            .panelStrong, .bold)
        put(&frame, remark, area.endColumn - 2 - remark.width, area.row, .good)
        var row = area.row + 1
        for field in state.fields(of: line) where row < area.endRow {
            let text =
                isASCII ? field.value.replacing("±", with: "+-").replacing(" · ", with: " - ") : field.value
            put(&frame, DisplayText(sanitising: field.name), area.column + 2, row, .panelDim)
            put(
                &frame,
                DisplayText(sanitising: text, limit: 200).clipped(to: area.width - 14, ellipsis: ellipsis),
                area.column + 13, row, .panelText)
            row += 1
        }
        row += 1
        for newest in line.newest where row < area.endRow {
            drawRow(newest, row, area, &frame)
            row += 1
        }
    }

    /// Its clock, what came of it in the colour of its class, and what it says.
    private func drawRow(_ number: UInt32, _ row: Int, _ area: CellRect, _ frame: inout CellBuffer) {
        let (status, text) = state.brief(ofRow: number)
        var column = area.column + 2
        if let clock = state.clock(ofRow: number) {
            put(&frame, DisplayText(sanitising: clock), column, row, .panelDim)
            column += clock.count + 2
        }
        if !status.isEmpty {
            put(&frame, status, column, row, ink(ofRow: number), .bold)
            column += max(status.width, 3) + 2
        }
        let shown = text.clipped(to: max(area.endColumn - 2 - column, 0), ellipsis: ellipsis)
        put(&frame, shown, column, row, .panelText)
        for escape in shown.escapes {
            put(&frame, escape.text, column + escape.column, row, .warning)
        }
    }

    private func ink(ofRow row: UInt32) -> Role {
        guard let classes = state.data.coloring?.classes.byRow, row < classes.count,
            let palette = ClassPalette(state)
        else { return .panelText }
        return palette.hue(of: Int(classes[Int(row)])).line
    }
}

/// Where things stand in a line of addresses.
private struct AddressColumns {
    let nameWidth: Int
    var owner = 0
    var ownerWidth = 0
    let bar: Int
    let barWidth: Int

    /// Columns for the count at the right.
    private static let countWidth = 9
    /// Of the longest address.
    private static let addressWidth = 39

    init(width: Int, longestName: Int) {
        let longest = min(longestName, Self.addressWidth)
        guard width >= 60 else {
            let most = width - Self.countWidth - 3 - Self.leastBar
            nameWidth = max(min(max(longest, 16), most), 8)
            bar = nameWidth + 3
            barWidth = max(min(16, width - bar - Self.countWidth), 1)
            return
        }
        nameWidth = max(longest, width >= 90 ? 24 : 16)
        owner = nameWidth + 3
        let usualOwner = width >= 90 ? 26 : 21
        let room = width - owner - 2 - Self.countWidth
        barWidth = min(max(room - usualOwner, Self.leastBar), 22)
        ownerWidth = max(min(room - barWidth, usualOwner), 0)
        bar = owner + ownerWidth + 2
    }

    private static let leastBar = 8
}
