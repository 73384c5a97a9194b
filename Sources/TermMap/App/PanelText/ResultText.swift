import CellGraphics
import MapModel
import Streams

/// What a result says, wrapped to the width of the list, with the matches marked.
package struct ResultText {
    /// A very long text ends after so many rows, with an ellipsis.
    private static let mostLines = 6

    package private(set) var title: [EmphasizedLine] = []
    /// At the right of the first row.
    package private(set) var code = DisplayText.empty
    package private(set) var detail: [EmphasizedLine] = []
    /// Distance and direction, at the right of the first row of the details.
    package private(set) var remark = DisplayText.empty

    package var height: Int { title.count + detail.count }

    package init(_ result: SearchResult, state: AppState, width: Int) {
        guard let search = state.search.session else { return }
        switch result {
        case .row(let match):
            let coordinate = state.data.tree.coordinate(at: match.index)
            remark = Self.remark(on: coordinate, state)
            guard let summary = state.texts.summaries[match.row] else {
                title = [EmphasizedLine("…")]
                detail = [EmphasizedLine(.empty)]
                return
            }
            let name = summary.title.isEmpty ? state.title(ofRow: match.row) : summary.title
            code = summary.code.width <= width / 2 ? summary.code : .empty
            fill(name, summary.detail, search.query, width)
        case .street(let match):
            remark = Self.remark(on: match.coordinate, state)
            let kind = match.kind + " in view"
            fill(DisplayText(sanitising: match.name), DisplayText(sanitising: kind), search.query, width)
        case .place(let match):
            guard let place = state.shipped.atlas?.gazetteer.place(match.place) else { return }
            remark = Self.remark(on: place.coordinate, state)
            let also = match.matchedName.map { " (\($0))" } ?? ""
            let line = PlaceText.line(of: place)
            fill(
                "\(place.name + also)", match.kind == .similar ? "similar name · " + line : line,
                search.query, width)
        }
    }

    private mutating func fill(_ name: DisplayText, _ more: DisplayText, _ query: SearchQuery, _ width: Int) {
        let beside = code.isEmpty ? 0 : code.width + 2
        title = Self.lines(name, query, width, beside: beside)
        let remarkWidth = remark.isEmpty ? 0 : remark.width + 2
        detail = more.isEmpty && remark.isEmpty ? [] : Self.lines(more, query, width, beside: remarkWidth)
    }

    /// The first line leaves room for what stands beside it.
    private static func lines(
        _ text: DisplayText, _ query: SearchQuery, _ width: Int, beside: Int
    ) -> [EmphasizedLine] {
        let ranges = MatchRanges.ranges(of: query, in: text.text)
        let lines = text.wrapped(to: max(width, 1), first: width - beside, emphasizing: ranges)
        guard lines.count > mostLines else { return lines }
        return lines.prefix(mostLines - 1) + [
            EmphasizedLine("… \((lines.count - mostLines + 1).grouped) more lines")
        ]
    }

    private static func remark(on coordinate: Coordinate, _ state: AppState) -> DisplayText {
        guard let center = state.searchCenter else { return .empty }
        return DistanceLine.text(from: center, to: coordinate, unit: state.screen.distanceUnit)
    }
}
