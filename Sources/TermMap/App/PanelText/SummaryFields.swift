import CellGraphics
import MapModel
import RowValues
import Streams

/// What a cluster's rows, or all rows, have in common.
extension AppState {
    /// The rows that an open panel summarizes.
    package var summarySubject: SummarySubject? {
        if panels.current == .summary {
            // The rows of a server that are known change with each view.
            return .all(
                generation: data.rows.coversWorld ? data.generation : 0, filter: data.answeredQuery.filter)
        }
        if panels.showsDetails, selectedArea != nil { return listOfArea.map { .cluster($0) } }
        return summarizedCluster.map { .cluster($0) }
    }

    /// The cluster whose details are open, as a list of its rows; nil for a row.
    private var summarizedCluster: MemberList? {
        guard panels.showsDetails, let selected = selection.current, selected.isCluster,
            let annotation = annotations.annotation(showing: selected, evenIfCovered: true),
            !annotation.isPlace
        else { return nil }
        return memberList(of: annotation)
    }

    /// What is asked of a subject: all its rows.
    func summarizedRows(of subject: SummarySubject) -> SummarizedRows {
        guard data.rows.coversWorld else {
            return .elsewhere(summarizedTotal(of: subject), in: subject.windows)
        }
        switch subject {
        case .cluster(let list): return .known(question(of: list.rows(of: data.tree)))
        case .all: return .known(question(of: allListedRows))
        }
    }

    /// Rows of a subject.
    package func summarizedTotal(of subject: SummarySubject) -> Int {
        switch subject {
        case .cluster(let list): list.total
        case .all: data.rowTotal
        }
    }

    /// "412 × 305 km": what the rows cover, west to east and north to south.
    package func summaryExtent(of subject: SummarySubject) -> DisplayText {
        guard let bounds = summaryBounds(of: subject) else { return .empty }
        let middle = (bounds.south + bounds.north) / 2
        let half = bounds.longitudeSpan / 2
        let center = Coordinate(latitude: middle, longitude: 0)
        let width = 2 * GreatCircle.distance(from: center, to: Coordinate(latitude: middle, longitude: half))
        let height = GreatCircle.distance(
            from: Coordinate(latitude: bounds.south, longitude: 0),
            to: Coordinate(latitude: bounds.north, longitude: 0))
        let unit = screen.distanceUnit
        return width < 1 && height < 1
            ? "at one place"
            : "\(unit.text(meters: width)) wide, \(unit.text(meters: height)) high"
    }

    private func summaryBounds(of subject: SummarySubject) -> GeoBounds? {
        if case .all = subject { return data.bounds }
        guard let selected = selection.current,
            let annotation = annotations.annotation(showing: selected, evenIfCovered: true)
        else { return nil }
        return annotations.bounds(of: annotation, in: data.tree)
    }

    // MARK: - Lines

    /// The lines of the open summary; empty until it is read.
    package var summaryLines: [SummaryLine] {
        let head = panels.showsDetails ? areaFields.map { SummaryLine(field: $0) } : []
        let lines = columnLines
        return head + (head.isEmpty || lines.isEmpty ? [] : [lines[0].blank]) + lines
    }

    private var columnLines: [SummaryLine] {
        guard case .success(let summary) = selection.summary else { return [] }
        let colored = [data.query.coloring?.column, data.query.figure?.argument].compactMap { $0 }
        // Where the rows are is on the map.
        let places = Set(ColumnNames(summary.columns.map(\.name)).coordinateColumns)
        func key(_ index: Int, _ column: ColumnSummary) -> (Int, Int, Int) {
            (
                places.contains(index) || column.isIdentifier ? 3 : column.rank(colored), column.valueCount,
                index
            )
        }
        let ordered = summary.columns.enumerated().sorted {
            key($0.offset, $0.element) < key($1.offset, $1.element)
        }
        return ordered.map(\.element).enumerated().flatMap { index, column in
            (index == 0 || column.isOneLine ? [] : [SummaryLine(column: column, content: .blank)])
                + SummaryLine.lines(of: column)
        }
    }
}

/// A line of a summary.
package struct SummaryLine: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case blank
        /// What is said of an area.
        case field(PanelField)
        /// The name of the column, and what it is.
        case head
        /// A row of the histogram, counted from the top.
        case bars(row: Int)
        /// Least, mean, median and greatest number.
        case axis
        /// A frequent word.
        case word(ColumnSummary.Frequency)
        /// How many other words there are, where that is known, and their rows.
        case others(count: Int?, rows: Int)
    }

    /// Rows of a histogram.
    package static let barRows = 3

    package let column: ColumnSummary
    package let content: Content

    /// What a key on the line is about: a column, perhaps one of its values; nil where there is nothing to choose.
    package var target: ValueTarget? {
        switch content {
        case .head: ValueTarget(column: column.name, kind: column.kind, value: nil)
        case .word(let word): ValueTarget(column: column.name, kind: column.kind, value: word.value)
        case .blank, .field, .bars, .axis, .others: nil
        }
    }

    fileprivate init(column: ColumnSummary, content: Content) {
        (self.column, self.content) = (column, content)
    }

    /// A line about no column of the rows.
    fileprivate init(field: PanelField) {
        let column = ColumnSummary(
            name: field.name, kind: .text, rowCount: 0, missingCount: 0, misfitCount: 0, distinctCount: nil,
            range: nil, frequent: [])
        self.init(column: column, content: .field(field))
    }

    fileprivate var blank: SummaryLine { SummaryLine(column: column, content: .blank) }

    fileprivate static func lines(of column: ColumnSummary) -> [SummaryLine] {
        let head = SummaryLine(column: column, content: .head)
        if column.isOneLine { return [head] }
        if let range = column.range {
            // A server sends no histogram.
            let bars = range.histogram.isEmpty ? 0 : barRows
            return [head] + (0..<bars).map { SummaryLine(column: column, content: .bars(row: $0)) }
                + [SummaryLine(column: column, content: .axis)]
        }
        // One more word takes no more room than the line that says so.
        let words = column.frequent
        let hasOthers = column.distinctCount.map { $0 > words.count } ?? true
        let listed = hasOthers ? words.dropLast() : words[...]
        let rest = column.distinctCount.map { $0 - listed.count }
        let rows = column.filledCount - listed.reduce(0) { $0 + $1.count }
        return [head] + listed.map { SummaryLine(column: column, content: .word($0)) }
            + (hasOthers ? [SummaryLine(column: column, content: .others(count: rest, rows: rows))] : [])
    }
}

extension ColumnSummary {
    /// A list of its values would say nothing.
    fileprivate var isOneLine: Bool {
        if let range { return range.least == range.greatest }
        return frequent.first.map { $0.count == 1 } ?? true
    }

    /// Its numbers are names.
    fileprivate var isIdentifier: Bool {
        let name = name.lowercased()
        return name == "id" || name == "fid" || name.hasSuffix("_id")
    }

    /// Different words; columns of numbers have no such count.
    fileprivate var valueCount: Int {
        range == nil ? distinctCount ?? .max : 0
    }

    /// What is in use first, then numbers, words with few values, and what differs in each row.
    fileprivate func rank(_ colored: [String]) -> Int {
        if colored.contains(name) { return 0 }
        if isOneLine { return 4 }
        return range == nil ? 2 : 1
    }

    /// What the values are, for the right of its head.
    package func remark() -> String {
        let emptyCount = missingCount - misfitCount
        let missing =
            missingCount == 0
            ? ""
            : (emptyCount == 0 ? "" : ", \(emptyCount.grouped) without")
                + (misfitCount == 0 ? "" : ", \(misfitCount.grouped) other")
        if filledCount == 0 { return "no values" }
        if let range {
            if range.least == range.greatest {
                return FigureText.long(range.least, kind) + " everywhere" + missing
            }
            return kind.noun + (missing.isEmpty ? ", all rows" : missing)
        }
        if distinctCount == 1 { return (frequent.first?.value ?? "") + " everywhere" + missing }
        let values = distinctCount.map { "\($0.grouped) values" } ?? "many values"
        return (isAllDifferent ? "all different" : values) + missing
    }
}
