import CNcurses
import CellGraphics

extension Terminal {
    /// Shows `frame`; only what changed is sent, and nothing if nothing did.
    ///
    /// While the terminal still takes the frame before, `frame` waits and replaces the one that waited: frames are
    /// dropped, never queued. `wait` sends it on.
    ///
    /// - Parameters:
    ///   - next: where its region moved sideways since the frame before, what stays is shifted by the terminal.
    ///   - sketch: the same in fewer bytes, which a slow line shows first.
    ///   - data: the sketch without the terrain, which an empty screen shows before that.
    package func present(_ next: Presentation, sketch: Presentation? = nil, data: Presentation? = nil) {
        waiting = stages(of: next, sketch: sketch, data: data)
        continuePresenting()
    }

    /// Sends what waits, as far as the terminal takes it.
    func continuePresenting() {
        guard isActive else { return }
        while flush(), let next = waiting.first {
            if send(next) { waiting.removeFirst() }
        }
    }

    /// Hands the frame to the terminal, on a slow line a slice of it; true if that is all.
    private func send(_ next: Presentation) -> Bool {
        if colorPairs.use(next.palette) {
            // On a slow line the sketch stays until it is drawn over.
            shown = isSlow ? shown.map(outdated) : nil
            if colorPairs.forgetColors() { repaint() }
        }
        if handsWholeFrames { shown = nil }
        // What is scrolled must be handed over as a whole, or it would not be recognised.
        let part = isNear(next) ? next.frame : slice(of: next)
        let isWhole = !isSlow || next.frame.changes(from: part).isEmpty
        let shift = shiftBytes(to: next.region, frame: next.frame)
        var drawing = draw(part, shifted: shift.rows)
        shown = part
        shownRegion = isWhole && next.stage == .whole && waiting.count <= 1 ? next.region : nil
        if !handsWholeFrames { drawing = renditions.filtered(drawing, directColors: colorPairs.directColors) }
        let bytes = shift.bytes + drawing
        unsent = ArraySlice(
            isWorthOneUpdate(bytes) ? TerminalModes.beginFrame + bytes + TerminalModes.endFrame : bytes)
        return isWhole
    }

    /// A small change is seen at once anyway; on a slow line one wants to see it come.
    private func isWorthOneUpdate(_ bytes: [UInt8]) -> Bool {
        keys.decoder.answers.offersSynchronizedOutput && !isSlow && bytes.count > 1_024
    }

    /// Clears the screen and redraws everything with the next frame.
    package func repaint() {
        shown = nil
        renditions.forget()
        mustClear = true
    }

    /// What ncurses says to the terminal so that it shows `frame`.
    private func draw(_ frame: CellBuffer, shifted: Range<Int>) -> [UInt8] {
        guard let window = ncursesStandardWindow() else { return [] }
        hasDrawn = true
        var drawing: [UInt8] = []
        if mustClear {
            mustClear = false
            werase(window)
            clearok(window, true)
            if cellsAtOnce < columns * rows { drawing += refresh(window) }
        }
        if frame.width != columns || frame.height != rows { werase(window) }
        let runs = frame.changes(from: shown ?? CellBuffer(width: 0, height: 0, glyphs: frame.glyphs))
        var waiting = 0
        func draw(_ run: CellRun) {
            for piece in frame.pieces(of: run, length: cellsAtOnce) {
                if waiting + piece.columns.count > cellsAtOnce {
                    drawing += refresh(window)
                    waiting = 0
                }
                self.draw(piece, of: frame, window)
                waiting += piece.columns.count
            }
        }
        if shifted.isEmpty, cellsAtOnce == .max, let groups = styleGroups(of: runs, in: frame) {
            // One by one: ncurses would rewrite a few cells in between, in their colours.
            for run in groups.flatMap(\.runs) where run.row < rows {
                draw(run)
                drawing += refresh(window)
                waiting = 0
            }
            return drawing
        }
        lastStyle = nil
        for run in runs where run.row < rows && !shifted.contains(run.row) { draw(run) }
        // The window does not know of the shift: these rows are handed over whole, ncurses finds what differs.
        for row in shifted { draw(CellRun(row: row, columns: 0..<frame.width)) }
        return drawing + refresh(window)
    }

    /// A few changed cells by their colours; nil where row by row is better.
    private func styleGroups(of runs: [CellRun], in frame: CellBuffer) -> [StyleGroup]? {
        guard let shown, shown.width == frame.width, shown.height == frame.height, !handsWholeFrames else {
            return nil
        }
        let groups = frame.styleGroups(of: runs, from: shown, after: lastStyle)
        lastStyle = groups?.last?.style ?? lastStyle
        return groups
    }

    /// Cells whose drawing fits into the file in memory: each may need its colours, its place and five scalars.
    private var cellsAtOnce: Int { drawingLimit == .max ? .max : drawingLimit / 64 }

    func refresh(_ window: UnsafeMutablePointer<WINDOW>) -> [UInt8] {
        wnoutrefresh(window)
        doupdate()
        return takeDrawing()
    }

    private func draw(_ run: CellRun, of frame: CellBuffer, _ window: UnsafeMutablePointer<WINDOW>) {
        var cells: [cchar_t] = []
        cells.reserveCapacity(run.columns.count)
        for column in run.columns where column < columns {
            let cell = frame[column, run.row]
            if cell.glyph == .covered { continue }
            append(cell, in: frame, CellPoint(column: column, row: run.row), to: &cells)
        }
        mvwadd_wchnstr(window, Int32(run.row), Int32(run.columns.lowerBound), cells, Int32(cells.count))
    }

    private func append(
        _ cell: Cell, in frame: CellBuffer, _ point: CellPoint, to cells: inout [cchar_t]
    ) {
        // Blanks show no ink: with the standard one a run of them is erased instead of written.
        let isPlainBlank = cell.glyph == .space && !colorPairs.inkShowsOnBlanks(cell.style)
        let style = isPlainBlank ? Style(paper: cell.style.paper) : cell.style
        let look = colorPairs.look(of: style)
        let isWide = point.column + 1 < frame.width && frame[point.column + 1, point.row].glyph == .covered
        if let scalar = cell.glyph.scalar {
            let shown = drawable(scalar, columns: isWide ? 2 : 1)
            cells.append(ncursesScalarCell(wchar_t(bitPattern: shown.value), look.attributes, look.pair))
            if isWide, shown == "?" { cells.append(ncursesScalarCell(0x20, look.attributes, look.pair)) }
            return
        }
        var scalars = frame.glyphs.text(of: cell.glyph).unicodeScalars.prefix(5).map { $0 }
        if let base = scalars.first { scalars[0] = drawable(base, columns: isWide ? 2 : 1) }
        if !capabilities.isUnicode { scalars = Array(scalars.prefix(1)) }
        cells.append(
            ncursesCell(scalars.map { wchar_t(bitPattern: $0.value) } + [0], look.attributes, look.pair))
        if isWide, scalars.first == "?" { cells.append(ncursesScalarCell(0x20, look.attributes, look.pair)) }
    }

    /// The scalar, or `?` where ncurses or the terminal would not agree about it.
    private func drawable(_ scalar: Unicode.Scalar, columns: Int) -> Unicode.Scalar {
        if (0x20..<0x7F).contains(scalar.value) { return scalar }
        guard capabilities.isUnicode else { return AsciiFallback.character(for: scalar) }
        return Int(ncursesWidth(wchar_t(bitPattern: scalar.value))) == columns ? scalar : "?"
    }
}
