import CellGraphics
import MapModel
import DataSets
import RowValues

/// Colours of rows by a column, and figures on badges.
extension AppState {
    // MARK: - Choosing a column

    /// Opens the list of columns; the cursor is on the column in use.
    mutating func chooseColumn(for purpose: ColumnPicker.Purpose) -> [Effect] {
        guard !data.columnNames.isEmpty else {
            report(data.isReading ? "Still loading" : "There are no columns")
            return []
        }
        var picker = ColumnPicker(purpose: purpose, data.query)
        let used = purpose == .coloring ? data.query.coloring?.column : data.query.figure?.argument
        if let used, let index = FilterColumns(data.columnNames).index(of: used) {
            picker.cursor.index = index + 1
        } else {
            picker.begin(with: data.columns)
        }
        panels.columns = picker
        return (data.columns.isEmpty ? [.outlineColumns] : [])
            + open(.columns, over: panels.stack.filter { $0 != .columns })
    }

    /// Letters narrow the list; the arrows to the left and right are the functions of figures.
    mutating func typeInColumns(_ edit: TextEdit) -> [Effect] {
        guard var picker = panels.columns else { return [] }
        switch edit {
        case .accept where data.columns.isEmpty && picker.isUntouched:
            picker.choosesFirst = true
            panels.columns = picker
            return [.outlineColumns]
        case .accept: return choose(picker)
        case .cancel: return closePanel()
        case .deleteBackward where picker.field.text.isEmpty: return closePanel()
        case .previous, .next: return moveCursor(by: edit == .previous ? -1 : 1)
        case .left where picker.purpose == .figure: picker.changeFunction(by: -1)
        case .right where picker.purpose == .figure: picker.changeFunction(by: 1)
        case .complete: picker.changesBadges.toggle()
        default: picker.type(edit)
        }
        panels.columns = picker
        return []
    }

    /// Takes the column under the cursor.
    mutating func choose(_ picker: ColumnPicker) -> [Effect] {
        let lines = picker.lines(of: data.columnNames)
        guard lines.indices.contains(picker.cursor.index) else {
            report("No column contains “\(DisplayText(sanitising: picker.field.text, limit: 40))”", .warning)
            return []
        }
        var query = data.query
        let column = lines[picker.cursor.index].map { data.columnNames[$0] }
        switch picker.purpose {
        case .coloring:
            let before = query.coloring
            if let before, before.column == column, before.keepsApart != picker.changesBadges {
                return closePanel() + keepClassesApart()
            }
            query.coloring = column.map {
                RowQuery.Coloring(column: $0, scope: nextScope(of: $0), keepsApart: picker.changesBadges)
            }
            if query.coloring == before { return closePanel() }
            query.hiddenClasses = query.usualHiddenClasses
            annotations.showsLegend = true
        case .figure:
            query.figure = column.map { RowQuery.Figure(function: picker.function, argument: $0) }
            query.sizesByFigure = column != nil && picker.changesBadges
            annotations.showsLegend = true
        }
        let effects = closePanel() + ask(query)
        reportScope()
        if showsAreas, picker.purpose == .coloring, column != nil {
            report("Colours are shown without areas: \(key: .areas) puts them away")
        }
        if isDensity, column != nil {
            report("Colours are shown with clusters and dots: press \(key: .nextDisplay)")
        }
        return effects
    }

    /// The column in use chosen once more takes its classes from the rows in view, or again from all.
    private func nextScope(of column: String) -> RowQuery.Coloring.Scope {
        guard let used = data.query.coloring, used.column == column, data.origin.can(.classesOfView) else {
            return .usual
        }
        return used.window == nil ? .view(map.viewport.window(of: visibleMap.dots)) : .all
    }

    private mutating func reportScope() {
        switch data.query.coloring?.scope {
        case .view: report("Colours fit the rows in view: choose the column again to fit all rows")
        case .all: report("Colours of all rows")
        case .usual, nil: break
        }
    }

    /// Where fewer than half of the rows in view have one of the colours of all rows, those of the view are taken.
    mutating func colorView() -> [Effect] {
        guard var coloring = data.answeredQuery.coloring, coloring.scope == .usual,
            data.answeredQuery == data.query, data.origin.can(.classesOfView), !isDensity
        else { return [] }
        let tally = annotations.placed.reduce(ClassCounts.Tally.zero) { $0 &+ ($1.value?.tally ?? .zero) }
        let others = Int(tally[RowClasses.categoryLimit + 1])
        let valued = Int(tally.wrappedSum()) - Int(tally[0])
        guard valued > 0, (valued - others) * 2 < valued, rowsInView < data.tree.count else { return [] }
        coloring.scope = .view(map.viewport.window(of: visibleMap.dots))
        var query = data.query
        query.coloring = coloring
        let effects = ask(query)
        reportScope()
        return effects
    }

    /// Esc on a map where nothing else is to be closed: badges are counts again.
    mutating func clearColors() -> [Effect] { ask(data.query.without(.coloring).without(.figure)) }

    // MARK: - Forms of badges

    /// Gives each class badges of its own, or lets badges mix classes again.
    mutating func keepClassesApart() -> [Effect] {
        var query = data.query
        guard let keepsApart = query.coloring?.keepsApart else {
            report("Press \(key: .colorBy) to colour rows by a column")
            return []
        }
        query.coloring?.keepsApart = !keepsApart
        let effects = ask(query)
        report(
            keepsApart
                ? "A badge shows the shares of its classes"
                : data.origin.can(.separateCounts)
                    ? "Each class has badges of its own"
                    : "Each class has badges of its own where the server sends rows, not counts: zoom in")
        return effects
    }

    /// Badges are as large as their figures, or again as their counts.
    mutating func sizeByFigure() -> [Effect] {
        var query = data.query
        guard query.figure != nil else {
            report("Press \(key: .figure) to show a figure on badges")
            return []
        }
        query.sizesByFigure.toggle()
        let effects = ask(query)
        report(
            query.sizesByFigure
                ? "Badges are as large as their figures" : "Badges are as large as their counts")
        return effects
    }

    // MARK: - Classes

    /// Hides or shows the rows of a line of the legend, counted from 1.
    mutating func toggleClass(_ line: Int) -> [Effect] {
        if areaAnswer != nil {
            toggleAreaClass(line)
            return []
        }
        guard let name = className(ofLine: line) else { return [] }
        var query = data.query
        query.hiddenClasses.toggle(name)
        return ask(query)
    }

    /// Shows the rows of one line of the legend alone; all of them again when it is alone already.
    mutating func showOnlyClass(_ line: Int) -> [Effect] {
        if areaAnswer != nil {
            toggleAreaClass(line, isOnly: true)
            return []
        }
        guard let name = className(ofLine: line) else { return [] }
        var query = data.query
        query.hiddenClasses.toggleOnly(name)
        if query.hiddenClasses.isEmpty { query.hiddenClasses = query.usualHiddenClasses }
        return ask(query)
    }

    private mutating func className(ofLine line: Int) -> HiddenClasses.Name? {
        guard let classes = data.coloring?.classes, let entries = wholeLegend?.entries else {
            let isCovered = isDensity && data.coloring != nil
            report(
                isCovered
                    ? "Classes are shown with clusters and dots: press \(key: .nextDisplay)"
                    : "Press \(key: .colorBy) to colour rows by a column")
            return nil
        }
        return entries.indices.contains(line - 1) ? classes.name(ofClass: entries[line - 1].classNumber) : nil
    }

    /// Divides numbers in another way.
    mutating func changeClassMethod() -> [Effect] {
        if areaAnswer != nil { return changeAreaClasses() }
        var query = data.query
        let method: ClassMethod
        if let coloring = query.coloring {
            method = coloring.method.next
            query.coloring?.method = method
            query.hiddenClasses = HiddenClasses()
        } else {
            method = query.figureMethod.next
            query.figureMethod = method
        }
        guard wholeLegend?.ranges != nil else {
            report("Only colours by numbers can be divided in other ways")
            return []
        }
        report("Classes: \(DisplayText(sanitising: method.words))")
        return ask(query)
    }
}

extension ClassMethod {
    fileprivate var words: String {
        switch self {
        case .quantiles: "quantiles, as many rows in each"
        case .equalIntervals: "equal intervals"
        case .naturalBreaks: "natural breaks"
        }
    }
}
