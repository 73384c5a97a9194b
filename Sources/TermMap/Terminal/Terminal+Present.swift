import CNcurses
import CellGraphics

extension Terminal {
    /// Shows `frame`; only what changed is sent, and nothing if nothing did.
    ///
    /// While the terminal still takes the frame before, `frame` waits and replaces the one that waited: frames are
    /// dropped, never queued. `wait` sends it on.
    ///
    /// - Parameter region: what part of the frame shows a plane that scrolls, and where; where that moved sideways
    ///   since the frame before, what stays is shifted by the terminal.
    func present(_ frame: CellBuffer, palette: Palette, region: ScrollRegion? = nil) {
        guard flush() else {
            waiting = (frame, palette, region)
            return
        }
        waiting = nil
        if colorPairs.use(palette) { shown = nil }
        if handsWholeFrames { shown = nil }
        let shift = shiftBytes(to: region, frame: frame)
        draw(frame, shifted: shift.rows)
        shown = frame
        shownRegion = region
        var drawing = takeDrawing()
        if !handsWholeFrames { drawing = renditions.filtered(drawing, directColors: colorPairs.directColors) }
        unsent = ArraySlice(shift.bytes + drawing)
        flush()
    }

    /// True if the terminal has everything that was presented.
    var isSettled: Bool { unsent.isEmpty && waiting == nil }

    /// Clears the screen and draws everything anew with the next frame.
    func repaint() {
        shown = nil
        renditions.forget()
        mustClear = true
    }

    /// Sends what waits, as far as the terminal takes it.
    func continuePresenting() {
        guard flush(), let (frame, palette, region) = waiting else { return }
        present(frame, palette: palette, region: region)
    }

    private func draw(_ frame: CellBuffer, shifted: Range<Int>) {
        guard let window = ncursesStandardWindow() else { return }
        if mustClear {
            mustClear = false
            werase(window)
            clearok(window, true)
        }
        if frame.width != columns || frame.height != rows { werase(window) }
        let runs = frame.changes(from: shown ?? CellBuffer(width: 0, height: 0, glyphs: frame.glyphs))
        for run in runs where run.row < rows && !shifted.contains(run.row) { draw(run, of: frame, window) }
        // The window does not know of the shift: these rows are handed over whole, ncurses finds what differs.
        for row in shifted { draw(CellRun(row: row, columns: 0..<frame.width), of: frame, window) }
        wnoutrefresh(window)
        doupdate()
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
