import App
import CellGraphics

extension FramePainter {
    /// Draws the band of time, or the grid in its place, where it is open.
    func drawBand(_ state: AppState, _ frame: inout CellBuffer) {
        if let fold = state.foldPicture {
            FoldPainter(fold, state.screen.appearance).draw(into: &frame)
        } else if let band = state.bandPicture {
            let palette = ClassPalette(state)
            let hues = palette.map { palette in state.bandClasses.map { palette.hue(of: $0) } } ?? []
            BandPainter(band, state.screen.appearance, hues: hues).draw(into: &frame)
        }
    }

    // MARK: - Two windows

    /// Two maps with one view: A from the left edge on, B from a column on, and a gap between them.
    mutating func paintMaps(
        _ first: AppState, _ second: AppState, secondAt column: Int, _ now: Duration,
        _ frame: inout CellBuffer
    ) {
        let map = second.layout.map
        var right = CellBuffer(width: frame.width, height: frame.height, glyphs: frame.glyphs)
        paintMap(second, now, &right)
        drawChip(isFirst: false, second, &right)
        var painter = painterOfOtherMap.first ?? FramePainter(keyMap: keyMap, sharing: self)
        painter.paintMap(first, now, &frame)
        drawChip(isFirst: true, first, &frame)
        painterOfOtherMap = [painter]
        frame.fill(
            CellRect(column: map.endColumn, row: map.row, width: column - map.endColumn, height: map.height),
            paper: Role.panel.index)
        for row in map.row..<map.endRow {
            for offset in 0..<map.width { frame[column + offset, row] = right[map.column + offset, row] }
        }
    }

    /// Says which window a map shows, where the legend leaves room.
    private func drawChip(isFirst: Bool, _ state: AppState, _ frame: inout CellBuffer) {
        guard let band = state.map.band, let window = isFirst ? band.other : band.window else { return }
        let words = DisplayText(sanitising: BandWords(band.zone).window(window))
        WindowChip(isFirst: isFirst, window: words, rows: state.rowsInView)
            .draw(into: &frame, in: state.visibleMap, besides: covered(state))
    }

    /// What the colours of a difference mean.
    func drawDifferenceLegend(_ state: AppState, _ frame: inout CellBuffer) {
        guard let scale = state.annotations.differenceScale, let band = state.map.band,
            let first = band.other,
            let second = band.window, let rows = state.rowsOfWindows, state.annotations.showsLegend
        else { return }
        let words = BandWords(band.zone)
        let steps = state.annotations.placed.compactMap { $0.difference?.step }
        DifferenceLegend(
            first: (DisplayText(sanitising: words.window(first)), rows.first),
            second: (DisplayText(sanitising: words.window(second)), rows.second), scale: scale,
            badges: (steps.count { $0 > 0 }, steps.count { $0 < 0 }), appearance: state.screen.appearance
        ).draw(into: &frame, in: state.visibleMap, besides: covered(state))
    }

    /// What a box on the map should not hide.
    private func covered(_ state: AppState) -> [CellRect] {
        let density = state.annotations.showsLegend ? DensityPainter(state)?.legend(state).rect : nil
        return state.annotations.placed.map(\.rect)
            + [state.legend?.rect, state.areaLegend?.rect, density].compactMap { $0 }
    }
}
