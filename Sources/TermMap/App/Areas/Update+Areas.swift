import CellGraphics
import DataSets
import MapModel
import RowValues

/// Which areas are shown, and what lies above them.
extension AppState {
    // MARK: - Choosing a set

    /// `A`: opens the list of sets.
    mutating func chooseAreas() -> [Effect] {
        guard data.origin.can(.areas) else {
            report("Areas need rows in memory; they do not work with servers yet", .warning)
            return []
        }
        guard !data.areaSets.isEmpty else {
            report(
                data.isReading ? "Still loading" : "There are no areas: start with --areas FILE", .warning)
            return []
        }
        panels.areaSets = AreaPicker(data.areaSets, used: shownSet)
        return open(.areaSets, over: panels.stack.filter { $0 != .areaSets && $0 != .areas })
    }

    /// Letters narrow the list.
    mutating func typeInAreaSets(_ edit: TextEdit) -> [Effect] {
        guard let picker = panels.areaSets else { return [] }
        switch edit {
        case .accept: return takeAreas()
        case .cancel: return closePanel()
        case .deleteBackward where picker.field.text.isEmpty: return closePanel()
        case .previous, .next: return moveCursor(by: edit == .previous ? -1 : 1)
        default: panels.areaSets?.type(edit)
        }
        return []
    }

    /// Shows the set under the cursor, or none.
    mutating func takeAreas() -> [Effect] {
        guard let picker = panels.areaSets else { return [] }
        let lines = picker.lines(of: data.areaSets)
        guard lines.indices.contains(picker.cursor.index) else {
            let text = DisplayText(sanitising: picker.field.text, limit: 40)
            // Without areas there is nothing to put away.
            if picker.field.text.lowercased() == AreaPicker.none { return closePanel() }
            let isFile = TypedFile.isMeant(by: picker.field.text)
            report(
                isFile
                    ? "No file is read now: start with --areas \(text)"
                    : "No set of areas contains “\(text)”",
                .warning)
            return []
        }
        let name = lines[picker.cursor.index].map { data.areaSets[$0].name }
        var query = data.query
        if shownSet != name { query.areas = name.map { RowQuery.Areas(set: $0) } }
        annotations.showsLegend = true
        areas.awaitsReport = name != nil
        return closePanel() + ask(query)
    }

    /// The name of the set that is shown, or is being counted; an option may have left it open which one.
    private var shownSet: String? {
        data.query.areas.map { $0.set.isEmpty ? areaAnswer?.set.name ?? "" : $0.set }
    }

    /// Esc: rows are shown again as they were before; areas that are being counted are not waited for.
    mutating func putAreasAway() -> [Effect] { ask(data.query.without(.areas)) }

    /// Areas that a key has asked for are being counted.
    package var awaitsAreas: Bool {
        areas.awaitsReport && data.query.areas != nil && areaAnswer == nil && data.isReadable
    }

    /// Areas are shown, or are being counted.
    var hasAreas: Bool { areaAnswer != nil || data.query.areas != nil }

    // MARK: - What came

    /// Other rows are known, perhaps with areas, or without those of before.
    mutating func followAreas() {
        guard let set = areaAnswer?.set else {
            guard let display = areas.displayBefore else { return }
            map.display = display
            areas = AreaState()
            panels.stack.removeAll { $0 == .areas }
            if panels.members?.area != nil || panels.showsDetails && selection.current == nil {
                panels.stack.removeAll { $0 == .members || $0 == .details }
            }
            map.makeRoom(layout.visibleMap)
            return
        }
        if areas.displayBefore == nil {
            areas.begin(replacing: map.display)
            map.display = areas.covering.display
        }
        areas.follow(set)
    }

    /// Says how many rows lie in the areas that were asked for.
    mutating func reportAreas(after former: AreaSet?) {
        guard let answer = areaAnswer, former?.name != answer.set.name else { return }
        let isAwaited = areas.awaitsReport
        areas.awaitsReport = false
        let name = DisplayText(sanitising: answer.set.name, limit: 60)
        guard answer.rowsInside > 0 || answer.total == 0 else {
            return report(wordsOfMissedAreas(answer), .warning)
        }
        guard isAwaited else { return }
        report(
            "\(name): \(answer.rowsInside.grouped) of \(answer.total.counted("row")) in \(answer.filledCount.grouped) of \(answer.set.count.counted("area"))"
        )
    }

    /// Why no row lies in an area; swapped coordinates are seen by where both are.
    private func wordsOfMissedAreas(_ answer: AreaAnswer) -> KeyedText {
        let boxes = (0..<answer.set.count).compactMap { answer.set.geometry.bounds(of: $0) }
        guard let south = boxes.map(\.south).min(), let north = boxes.map(\.north).max(),
            let rows = data.bounds
        else { return "No row lies in an area of \(answer.set.name)" }
        let words: KeyedText =
            "No row lies in an area: areas are at \(Self.latitudes(south, north)), rows at \(Self.latitudes(rows.south, rows.north))"
        let areSwapped =
            (rows.south > north || rows.north < south)
            && boxes.contains { box in
                box.south <= rows.east && box.north >= rows.west && box.west <= rows.north
                    && box.east >= rows.south
            }
        return areSwapped && data.origin.can(.swap) ? words + " (\(key: .swapCoordinates)?)" : words
    }

    /// "8–9° N".
    private static func latitudes(_ south: Double, _ north: Double) -> DisplayText {
        let (first, last) = (Int(abs(south).rounded(.down)), Int(abs(north).rounded(.up)))
        guard south < 0 else { return "\(first)–\(last)° N" }
        return north <= 0
            ? "\(Int(abs(north).rounded(.down)))–\(Int(abs(south).rounded(.up)))° S"
            : "\(Int(abs(south).rounded(.up)))° S – \(last)° N"
    }

    // MARK: - Above them

    /// `d`: clusters above the areas, dots above them, the areas alone.
    mutating func showAbove(_ covering: AreaState.Covering) {
        areas.covering = covering
        map.display = covering.display
        refreshAnnotations(animated: false)
        switch covering {
        case .nothing: report("Areas alone (\(key: .nextDisplay) for clusters above)")
        case .clusters: report("Clusters above the areas (\(key: .nextDisplay) for dots)")
        case .dots: report("Dots above the areas (\(key: .nextDisplay) for areas alone)")
        }
    }

    /// The same by a name.
    mutating func showAbove(_ display: MapDisplay) {
        switch display {
        case .clusters: showAbove(AreaState.Covering.clusters)
        case .dots: showAbove(AreaState.Covering.dots)
        case .density: report("Density is not shown with areas: \(key: .areas) puts them away")
        }
    }

    /// Of rows that areas cover only the selected one is drawn.
    mutating func showSelectedRowAlone() {
        let cell = selection.current.flatMap { selected -> CellPoint? in
            guard selected.hasRow, data.isShown(selected) else { return nil }
            let cell = map.viewport.dot(of: selected.point).cell
            return layout.map.contains(cell) ? cell : nil
        }
        let rect = cell.map { CellRect(column: $0.column, row: $0.row, width: 1, height: 1) }
        let window = map.viewport.window(of: (rect ?? layout.map).dots)
        let grid = ClusterGrid.points(of: map.viewport)
        let set =
            rect == nil
            ? AnnotationSet(annotations: [], window: window, grid: grid)
            : AnnotationSet(of: data.tree, in: window, grid: grid)
        let parts = set.annotations.sorted { $0.count > $1.count }
        let placed =
            rect.flatMap { parts.isEmpty ? nil : [PlacedAnnotation(parts: parts, rect: $0)] } ?? []
        annotations.legendPlace = nil
        annotations.show(set, placed, of: data, in: visibleMap, animatedAt: nil)
        areas.drawnRow = selection.current?.id
        highlightRows()
    }

    /// The selected row is drawn, whatever selected it.
    mutating func alignSelectedRow() {
        guard showsAreasAlone, areas.drawnRow != selection.current?.id else { return }
        showSelectedRowAlone()
    }

    // MARK: - Classes

    /// Divides the values of areas in another way.
    mutating func changeAreaClasses() -> [Effect] {
        guard let answer = areaAnswer, data.query.areas != nil else { return [] }
        var query = data.query
        let method = (query.areas?.method ?? answer.classes.method).next
        query.areas?.method = method
        report("Classes: \(method.words) (\(key: .classMethod) for \(method.next.rawValue))")
        return ask(query)
    }

    /// A digit: the areas of a class are drawn as land, or filled again.
    mutating func toggleAreaClass(_ number: Int, isOnly: Bool = false) {
        guard let count = areaAnswer?.classes.count, number <= count else { return }
        if isOnly { areas.toggleOnly(class: number, of: count) } else { areas.toggle(class: number) }
    }
}

extension AreaMethod {
    fileprivate var words: DisplayText {
        switch self {
        case .steps: "steps of equal ratios"
        case .quantiles: "quantiles, as many areas in each"
        case .equal: "equal intervals"
        case .natural: "natural breaks"
        }
    }
}
