import CellGraphics
import DataSets
import MapModel
import TerminalInput

extension AppState {
    // MARK: - What is shown

    /// Shows rows in another way.
    mutating func show(_ display: MapDisplay) {
        map.display = display
        report(display.message)
        refreshAnnotations(animated: false)
    }

    mutating func showNextDisplay() {
        areaAnswer == nil ? show(map.display.next) : showAbove(areas.covering.next)
    }

    /// The next way from counts to shades.
    mutating func changeScale() {
        guard isDensity else { return report("Scales are for density: press \(key: .nextDisplay)") }
        annotations.density.kind = annotations.density.kind.next
        refreshAnnotations(animated: false)
        report("Scale: \(annotations.density.kind.message)")
    }

    mutating func changeRamp() {
        if let answer = areaAnswer {
            areas.usesOtherPalette.toggle()
            let palette = AreaPalette(of: answer, isOther: areas.usesOtherPalette)
            return report("Palette: \(palette.rawValue)")
        }
        let name = screen.appearance.theme.nextRamp()
        // Another ramp may have another number of shades.
        if isDensity { refreshAnnotations(animated: false) }
        report(isDensity ? "Palette: \(name)" : "Palette: \(name) (\(key: .nextDisplay) shows density)")
    }

    mutating func changeTheme() {
        screen.nextTheme()
        if let name = screen.appearance.theme.own?.name { report(KeyedText("Theme: \(name)")) }
        // Among 256 colours the themes have different numbers of shades.
        if isDensity { refreshAnnotations(animated: false) }
    }

    /// A theme that was chosen by key meanwhile stays.
    mutating func adopt(_ found: Appearance, _ former: Appearance) {
        if screen.appearance == former {
            screen.appearance = found
        } else {
            screen.appearance.theme.mode = found.theme.mode
        }
        if isDensity { refreshAnnotations(animated: false) }
    }

    package var isDensity: Bool { map.display == .density }

    /// Rows that the map shows.
    package var rowsInView: Int {
        if showsAreasAlone { return rowCount(in: visibleMap) }
        return densityRows ?? annotations.rowsInView
    }

    /// The same rows: what else is said of them counts neither more nor fewer.
    var rowsThatAreInView: RowsInView {
        let window = map.viewport.window(of: visibleMap.dots)
        guard map.layers.data, map.display == .clusters, !showsAreasAlone else { return .window(window) }
        let (counted, set) = (annotations.counted, annotations.set)
        // No panel and no band covers any of them.
        if counted.count == annotations.placed.count + annotations.covered.count {
            return .window(set.window)
        }
        return .badges(counted.flatMap(\.parts), seenIn: set.window)
    }

    private var densityRows: Int? { annotations.density.picture?.count(in: visibleMap) }

    // MARK: - Counting

    var densityForm: DensityForm {
        let appearance = screen.appearance
        if appearance.charset == .ascii { return .signs }
        return appearance.theme.mode.isTinted ? .shades(levelCount: appearance.theme.densityLevels) : .dots
    }

    /// Counts what lies in view.
    mutating func refreshDensity() {
        guard isDensity, map.layers.data else { return annotations.density.hide() }
        annotations.density.show(
            data.tree,
            counted: data.rows.counted?.clusters(in: map.viewport.window(of: layout.map.dots)),
            generation: data.generation, viewport: map.viewport, area: layout.map, form: densityForm)
        showCursor(at: cellOfSelection)
    }

    /// The cell of the map in which the selected row lies.
    private var cellOfSelection: CellPoint? {
        guard let selected = selection.current, data.isShown(selected) else { return nil }
        let cell = map.viewport.dot(of: selected.point).cell
        return layout.map.contains(cell) ? cell : nil
    }

    /// The cursor follows the selection, whatever changed it.
    mutating func alignCursor() {
        guard annotations.density.picture != nil, annotations.density.cursor != cellOfSelection else {
            return
        }
        showCursor(at: cellOfSelection)
    }

    /// Makes the rows of a cell what can be selected: they are grouped as finely as dots are.
    private mutating func showCursor(at cell: CellPoint?) {
        annotations.density.cursor = cell
        let rect = cell.map { CellRect(column: $0.column, row: $0.row, width: 1, height: 1) }
        let window = rect.map { map.viewport.window(of: $0.dots) } ?? map.viewport.window(of: layout.map.dots)
        let set =
            rect == nil
            ? AnnotationSet(annotations: [], window: window, grid: map.grid)
            : data.rows.counted?.annotations(in: window)
                ?? AnnotationSet(of: data.tree, in: window, grid: map.grid)
        let parts = set.annotations.sorted { $0.count > $1.count }
        var placed: [PlacedAnnotation] = []
        if let rect, !parts.isEmpty { placed.append(PlacedAnnotation(parts: parts, rect: rect)) }
        annotations.show(set, placed, of: data, in: visibleMap, animatedAt: nil)
        highlightRows()
    }

    // MARK: - Cursor

    /// Puts the cursor on a cell that holds rows.
    mutating func select(densityCell cell: CellPoint) -> [Effect] {
        showCursor(at: cell)
        return annotations.placed.first.map { select($0) } ?? []
    }

    /// The next place where rows are dense, the densest first.
    mutating func selectNextPeak(forward: Bool) -> [Effect] {
        guard let peaks = annotations.density.picture?.peaks(in: visibleMap), let densest = peaks.first else {
            report(reasonForEmptyView, .warning)
            return []
        }
        guard let current = annotations.density.cursor.flatMap({ peaks.firstIndex(of: $0) }) else {
            return select(densityCell: densest)
        }
        return select(densityCell: peaks[(current + (forward ? 1 : peaks.count - 1)) % peaks.count])
    }

    /// Two levels nearer to the cell under the cursor; nil where nothing is nearer.
    func viewNearer(to annotation: PlacedAnnotation) -> Viewport? {
        let target = map.viewport.zoomed(
            to: map.viewport.zoom + 2, around: map.viewport.dot(of: annotation.leader.anchor))
        return target.zoom > map.viewport.zoom ? target : nil
    }
}

extension DensityScale.Kind {
    /// What is said of it.
    fileprivate var message: KeyedText {
        switch self {
        case .balanced: "balanced (\(key: .classMethod) for equalised)"
        case .equalised: "equalised: as many cells in each shade (\(key: .classMethod) for logarithmic)"
        case .logarithmic: "logarithmic (\(key: .classMethod) for balanced)"
        }
    }
}
