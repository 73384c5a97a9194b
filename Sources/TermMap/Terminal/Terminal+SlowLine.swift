import CellGraphics

/// Frames on a line that takes seconds for one: a sketch first, in slices between which keys are answered.
extension Terminal {
    /// Whether frames come with a sketch.
    package var isSlow: Bool { line != nil }

    /// What is to be shown in turn: `data` and `sketch` where they are on the screen much sooner, then `whole`.
    ///
    /// What is on its way goes on, after what is new in it.
    func stages(
        of whole: Presentation, sketch: Presentation?, data: Presentation?
    ) -> [Presentation] {
        guard let line, let sketch, !isNear(whole) else { return [whole] }
        let stages = [data, sketch, whole].compactMap { $0 }
        if let news = news(in: stages, limit: line.bytesPerSecond) {
            return [news] + stages.drop { $0.stage != news.stage }
        }
        // The same view is never begun again: what differs in it is drawn in place.
        if shown != nil, !mustClear, let region = whole.region {
            if let first = waiting.first, first.region == region {
                return Array(stages.drop { $0.stage != first.stage })
            }
            if waiting.isEmpty, shownRegion == region { return [whole] }
        }
        let blank = CellBuffer(
            width: whole.frame.width, height: whole.frame.height, glyphs: whole.frame.glyphs)
        let wholeCost = Self.cost(of: whole.frame, from: shown ?? blank)
        let freshCost = Self.cost(of: sketch.frame, from: blank)
        guard wholeCost > line.bytesPerSecond, freshCost * 3 < wholeCost * 2 else { return [whole] }
        // Tints go faster by clearing the screen than cell by cell.
        if let shown, Self.cost(of: sketch.frame, from: shown) > freshCost { repaint() }
        // Where the coast before is still on the screen, erasing it would cost more than it helps.
        let isEmpty = shown == nil || mustClear
        return isEmpty ? stages : [sketch, whole]
    }

    /// What differs in `stages` from what is on its way, put upon what is shown; nil where nothing is on its way or more
    /// than `limit` bytes differ.
    private func news(in stages: [Presentation], limit: Int) -> Presentation? {
        guard let shown, let first = waiting.first,
            let current = waiting.last(where: { $0.stage == first.stage }),
            let next = stages.first(where: { $0.stage == first.stage }), next.palette == current.palette,
            next.frame.bounds == shown.bounds,
            Self.cost(of: next.frame, from: current.frame) <= limit
        else { return nil }
        // News that are still on their way go on.
        let hasNews = waiting.dropFirst().first?.stage == first.stage
        let before = colorPairs.palette == next.palette ? shown : outdated(shown)
        var news = Presentation(
            frame: hasNews ? first.frame : before, palette: next.palette, region: next.region,
            stage: next.stage)
        for run in next.frame.changes(from: current.frame) { news.frame.copy(run, of: next.frame) }
        return news
    }

    /// As much of `frame` as may be on its way at once: the rest stays as it is shown.
    func slice(of next: Presentation) -> CellBuffer {
        let frame = next.frame
        guard let line else { return frame }
        let blank = CellBuffer(width: frame.width, height: frame.height, glyphs: frame.glyphs)
        let before = shown.flatMap { $0.width == frame.width && $0.height == frame.height ? $0 : nil }
        var slice = before ?? blank
        var rest = max(line.bytesPerSecond / 32, 8)
        for run in Self.barsFirst(frame.changes(from: slice), next.region) {
            guard rest > 0 else { break }
            guard let piece = frame.pieces(of: run, length: rest).first else { continue }
            slice.copy(piece, of: frame)
            rest -= piece.columns.count
        }
        return slice
    }

    /// What stands above and below the map says what the map shows: it comes first.
    private static func barsFirst(_ runs: [CellRun], _ region: ScrollRegion?) -> [CellRun] {
        guard let map = region?.rect else { return runs }
        let isOnMap = { (run: CellRun) in run.row >= map.row && run.row < map.endRow }
        return runs.filter { !isOnMap($0) } + runs.filter(isOnMap)
    }

    /// What was shown in other colours: each cell differs from every cell that is to be shown.
    func outdated(_ frame: CellBuffer) -> CellBuffer {
        var outdated = frame
        outdated.fill(frame.bounds, paper: PaletteIndex(rawValue: .max))
        return outdated
    }

    /// Whether the terminal gets from what is shown to `next` by scrolling.
    func isNear(_ next: Presentation) -> Bool {
        guard let old = shownRegion, let new = next.region, old.rect == new.rect, old.scale == new.scale,
            !mustClear
        else { return false }
        let (columns, rows) = (abs(new.column - old.column), abs(new.row - old.row))
        return (columns == 0) != (rows == 0) && columns * 2 <= new.rect.width && rows * 2 <= new.rect.height
    }

    /// About how many bytes it takes to get from one frame to another.
    private static func cost(of frame: CellBuffer, from shown: CellBuffer) -> Int {
        frame.changes(from: shown).reduce(0) { $0 + 8 + 4 * $1.columns.count }
    }
}

extension CellBuffer {
    /// Takes over the cells of a run from a frame of the same size.
    fileprivate mutating func copy(_ run: CellRun, of frame: CellBuffer) {
        for column in run.columns { self[column, run.row] = frame[column, run.row] }
    }
}
