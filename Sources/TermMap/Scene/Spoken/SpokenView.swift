import App
import CellGraphics
import MapModel
import RowValues

/// What is said of the view: where its middle is, how wide it is, what is in it.
struct SpokenView: Sendable {
    private let viewport: Viewport
    private let place: DisplayText
    private let width: DisplayText
    private let rows: DisplayText?

    /// Nil while nothing new is to be said: before the rows and the names are there, while something is chosen from a list,
    /// and where only a panel has moved the map.
    init?(_ state: AppState, after former: SpokenView?) {
        let isOccupied = state.panels.list != nil || state.panels.prompt != nil || state.panels.help != nil
        let hasRows = !state.data.isReading || state.data.isStreaming && state.rowsInView > 0
        guard hasRows || former != nil, !state.shipped.isAtlasAwaited, !isOccupied else { return nil }
        viewport = state.map.home
        let hasMoved = former?.viewport != viewport
        if !hasMoved, state.panels.current != nil || state.data.isReading { return nil }
        // The map that goes along with the position says nothing that the position does not say.
        if hasMoved, former != nil, state.position?.follow == .on { return nil }
        let text = WhereText(state)
        let knownRows = text.rows
        if !hasMoved, knownRows == nil { return nil }
        place = former.flatMap { hasMoved ? nil : $0.place } ?? text.middle
        width = former.flatMap { hasMoved ? nil : $0.width } ?? text.width
        rows = knownRows
    }

    /// One line of what is other words than before.
    func lines(after former: SpokenView?) -> [DisplayText] {
        var parts: [DisplayText] = []
        if place != former?.place { parts.append(place) }
        if width != former?.width { parts.append("view " + width) }
        if let rows, rows != former?.rows { parts.append(rows) }
        return parts.isEmpty ? [] : [.list(parts, separator: "; ")]
    }
}

/// What is said of the selected row or cluster.
struct SpokenSelection {
    /// Columns of the row that are said with it.
    private static let columnCount = 4
    private let state: AppState

    init(_ state: AppState) { self.state = state }

    var words: Spoken {
        guard let selection = state.selection.current else {
            // What is chosen in its place says so itself.
            let isOther = state.selectedArea != nil || state.selection.placemark != nil
            return isOther ? .nothing : .text(.empty)
        }
        if state.panels.current != nil || state.panels.prompt != nil { return .awaited }
        if selection.isCluster, state.selectedAnnotation == nil, state.data.isReading { return .awaited }
        // Without names a cluster would be called by its coordinate, and again by its place.
        if selection.isCluster, state.shipped.isAtlasAwaited { return .awaited }
        guard let name else { return .awaited }
        let isInView: DisplayText = state.selectedAnnotation == nil ? "" : " "
        // While rows arrive the count of a cluster grows all the time.
        let figure = figure
        let identity: DisplayText =
            state.data.isReading ? "\(selection.id)" : DisplayText.list([name + isInView] + figure)
        return .text(
            .list([name] + figure + change + [offset] + columns + order, separator: "; "), about: identity)
    }

    /// The name of the row, or the place and the count of the cluster; nil while it is read.
    var name: DisplayText? {
        guard let selection = state.selection.current else { return nil }
        if let annotation = state.selectedAnnotation, !annotation.isPlace {
            let cluster: DisplayText = "cluster of \(annotation.count.grouped)"
            guard selection.isCluster else { return rowName.map { $0 + "; in a " + cluster } }
            let place = WebMercator.unproject(annotation.mean)
            return WhereText(state).place(place) + "; " + cluster
        }
        return rowName
    }

    /// "mean price 120", where badges of clusters show a figure.
    private var figure: [DisplayText] {
        guard let annotation = state.selectedAnnotation, !annotation.isPlace,
            let value = annotation.value?.figure, let figures = state.data.figures
        else { return [] }
        let (function, kind) = (figures.figure.function, figures.kind)
        let words = DisplayText(sanitising: "\(function.rawValue) \(figures.figure.argument) ", limit: 200)
        guard let number = value.number else { return [words + "not known"] }
        let isShort = function == .share
        let text = isShort ? FigureText.short(number, function, kind) : FigureText.long(number, kind)
        return [words + DisplayText(sanitising: text)]
    }

    private var rowName: DisplayText? {
        guard let selection = state.selection.current else { return nil }
        switch state.selection.record {
        case nil: return nil
        case .failure: return state.title(ofRow: selection.row)
        case .success:
            return state.texts.labels[selection.row] == nil && state.data.columnNames.count > 2
                ? nil : state.title(ofRow: selection.row)
        }
    }

    /// What became of a row of a comparison.
    private var change: [DisplayText] {
        guard let changes = state.data.rows.changes, let selection = state.selection.current,
            !selection.isCluster
        else { return [] }
        return [state.verdict(ofRow: selection.row, changes).spelled]
    }

    /// Where it is, seen from the middle of the view.
    var offset: DisplayText {
        guard let point = state.selectedPoint else { return .empty }
        let place = WhereText(state).offset(of: WebMercator.unproject(point))
        return state.selectedAnnotation == nil ? place + ", not in view" : place
    }

    /// The first columns that say something other than its name and its place.
    private var columns: [DisplayText] {
        guard state.selection.current?.isCluster == false, case .success(let record) = state.selection.record
        else { return [] }
        let fields = state.selectedFields
        let places = Set(ColumnNames(record.fields.map(\.name)).coordinateColumns)
        let name = self.name?.text
        let shown = fields.indices.filter { index in
            !places.contains(index) && !fields[index].value.isEmpty && fields[index].value != name
        }
        let parts = shown.prefix(Self.columnCount).map { fields[$0].spoken(limit: 80) }
        return parts.isEmpty ? [] : [.list(Array(parts))]
    }

    /// "3 of 41" in the order of the key that selects the next.
    private var order: [DisplayText] {
        guard let annotation = state.selectedAnnotation, !state.isDensity else { return [] }
        let ordered = state.annotations.ordered(from: state.visibleMap.middle)
        guard let index = ordered.firstIndex(where: { $0.id == annotation.id }) else { return [] }
        return ["\((index + 1).grouped) of \(ordered.count.grouped)"]
    }
}

extension PanelField {
    /// "elevation: 235", on one line.
    func spoken(limit: Int = 4096) -> DisplayText {
        let value = value.isEmpty ? "empty" : RowTexts.oneLine(value, limit: limit)
        return DisplayText(sanitising: name, limit: 200) + ": " + value
    }
}
