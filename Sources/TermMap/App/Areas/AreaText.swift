import DataSets
import MapModel
import RowValues

/// What areas are said to be worth.
package struct AreaText: Sendable {
    private let answer: AreaAnswer
    private let function: RowQuery.Figure.Function
    private let kind: ColumnKind
    /// Densities are shown per so many km².
    package let perSquareKilometers: Double

    /// Below this many rows per km², they are counted per 1,000 km².
    private static let leastDensity = 0.1

    /// - Parameter figures: the figure of the rows; nil for counts.
    package init(_ answer: AreaAnswer, _ figures: RowFigures?) {
        self.answer = answer
        function = figures?.figure.function ?? .count
        kind = figures?.kind ?? .number
        let edges = answer.classes.edges
        let middle = edges.isEmpty ? 1 : abs(edges[edges.count / 2])
        perSquareKilometers = answer.isDensity && middle < Self.leastDensity ? 1_000 : 1
    }

    /// Rows are counted, whatever the areas are divided by.
    package var isCount: Bool { answer.figure == nil || answer.figure == "count" + Self.division }

    private static let division = " / km2"

    /// A value as it is shown.
    package func short(_ value: Double) -> String {
        FigureText.short(value * perSquareKilometers, answer.isDensity ? .mean : function, kind)
    }

    /// The value of an area in at most four cells; nil where it has none.
    package func figure(of area: Int) -> String? {
        guard answer.values.indices.contains(area) else { return nil }
        return answer.values[area].map { short($0) }
    }

    /// What is counted or worked out: `rows`, `mean(price)`, `rows per 1,000 km²`.
    package var measure: String {
        var measure = isCount ? "rows" : answer.figure ?? "rows"
        guard answer.isDensity else { return measure }
        if measure.hasSuffix(Self.division) { measure.removeLast(Self.division.count) }
        return measure
            + (perSquareKilometers == 1 ? " per km²" : " per \(Int(perSquareKilometers).grouped) km²")
    }

    /// One area of the set: `country` of `countries`.
    package var noun: String { answer.set.noun }

    /// The ends of the classes, distinguishable.
    package var edges: [String] {
        let edges = answer.classes.edges
        let texts = edges.map { short($0) }
        let areApart = zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 }
        return areApart || edges.count < 3
            ? texts : FigureText.edges(edges.map { $0 * perSquareKilometers }, kind)
    }

    /// What is said beside a selected area: `Brazil · 2,823 rows · 2nd of 232`, `Südbahn · 476 · 332 rows`.
    ///
    /// - Parameter isShort: there is little room.
    package func callout(of area: Int, isShort: Bool) -> String {
        guard answer.counts.indices.contains(area), answer.set.names.indices.contains(area) else { return "" }
        let (name, rows) = (answer.set.names[area], answer.counts[area])
        let isPlainCount = isCount && !answer.isDensity
        let value = isPlainCount ? rows.grouped : figure(of: area) ?? "–"
        if isShort { return name + " · " + value }
        guard isPlainCount else { return "\(name) · \(value) · \(rows.counted("row"))" }
        guard rows > 0 else { return "\(name) · no rows" }
        let larger = answer.counts.count { $0 > rows }
        return
            "\(name) · \(rows.counted("row")) · \((larger + 1).ordinal) of \(answer.filledCount.grouped)"
    }
}

extension AppState {
    /// What the areas on the map are worth, in words; nil without areas.
    package var areaText: AreaText? { areaAnswer.map { AreaText($0, data.figures) } }

    /// Areas are all that is drawn of the rows.
    package var showsAreasAlone: Bool { showsAreas && areas.covering == .nothing }

    /// The annotations that are drawn: over areas alone the selected row, below stops none.
    package var drawnAnnotations: [PlacedAnnotation] {
        if showsAreasAlone && areas.drawnRow == nil || hidesRows { return [] }
        // The sign of the track in the strip would stand somewhere on its line.
        guard let track = strip?.shown?.journey.row else { return annotations.placed }
        return annotations.placed.filter { !($0.isPlace && $0.row == track) }
    }

    /// Areas are drawn.
    package var showsAreas: Bool { areaAnswer != nil && map.layers.data }
}
