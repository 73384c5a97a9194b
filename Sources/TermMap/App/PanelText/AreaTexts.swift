import CellGraphics
import DataSets
import MapModel
import RowValues

/// Where the columns of a table of areas stand, from the left of its panel.
package struct AreaTableColumns {
    /// A column and its cells.
    package struct Place: Equatable, Sendable {
        /// What stands in it.
        package let column: AreaColumn
        /// Columns of the screen from the left edge of the panel.
        package let start: Int
        /// Columns of the screen.
        package let width: Int
    }

    /// From left to right.
    package let places: [Place]

    private static let gap = 2
    private static let leastName = 14

    /// The columns that there is room for, the most useful ones first; the bar takes what is left.
    package init(_ answer: AreaAnswer, width: Int) {
        let widths: [(column: AreaColumn, width: Int)] = [
            (.rows, 10), (.figure, 15), (.share, 8), (.code, 8), (.density, 15),
        ]
        // A bar of the current row and a swatch are before the name, the thumb is after all.
        var room = width - 6 - Self.leastName
        var chosen: Set<AreaColumn> = [.name]
        for (column, width) in widths where answer.has(column) && room >= width + Self.gap {
            chosen.insert(column)
            room -= width + Self.gap
        }
        let name = Self.leastName + min(max(room, 0), 12)
        room -= name - Self.leastName
        if room >= 6 + Self.gap { chosen.insert(.bar) }
        var start = 3
        places = AreaColumn.allCases.filter(chosen.contains).map { column in
            let width =
                column == .name
                ? name : column == .bar ? room - Self.gap : widths.first { $0.column == column }?.width ?? 0
            defer { start += width + Self.gap }
            return Place(column: column, start: start, width: width)
        }
    }
}

extension AreaAnswer {
    /// Whether there is anything in a column of the table.
    package func has(_ column: AreaColumn) -> Bool {
        switch column {
        case .figure: figure != nil || isDensity
        case .code: set.codes.contains { !$0.isEmpty }
        default: true
        }
    }

    /// The least size for which rows are counted per 1,000 km² and not per km².
    private static let largeArea = 1_000.0

    /// Areas are as large as countries or regions, and not as districts.
    package var areLarge: Bool {
        let first = (0..<min(set.count, 1_000)).map { set.geometry.squareKilometers(of: $0) }
        return first.reduce(0, +) >= Self.largeArea * Double(first.count)
    }

    /// The place of an area among those with a value, the greatest first.
    package func rank(of area: Int) -> (rank: Int, count: Int)? {
        guard let value = values[area] else { return nil }
        return (values.count { $0 ?? -.infinity > value } + 1, values.count { $0 != nil })
    }
}

/// What is said of areas.
extension AppState {
    /// The name of a column of their table.
    package func title(of column: AreaColumn, _ answer: AreaAnswer) -> DisplayText {
        switch column {
        case .name: DisplayText(sanitising: answer.set.noun, limit: 40)
        case .code: "code"
        case .rows: "rows"
        case .bar: .empty
        case .share: "share"
        case .density: answer.areLarge ? "per 1,000 km²" : "per km²"
        case .figure:
            DisplayText(
                sanitising: answer.isDensity ? areaText?.measure ?? "" : answer.figure ?? "", limit: 60)
        }
    }

    /// What stands in a column for an area; of a bar nothing.
    package func text(of column: AreaColumn, area: Int, _ answer: AreaAnswer) -> DisplayText {
        switch column {
        case .name: return name(ofArea: area)
        case .code: return DisplayText(sanitising: answer.set.codes[area], limit: 40)
        case .rows: return DisplayText(sanitising: answer.counts[area].grouped)
        case .bar: return .empty
        case .share: return share(of: answer.counts[area], among: answer.total)
        case .density:
            let scale = answer.areLarge ? 1_000.0 : 1
            return answer.rowsPerSquareKilometer(of: area).map { Self.rate($0 * scale) } ?? "–"
        case .figure:
            if answer.isDensity, let scale = areaText?.perSquareKilometers {
                return answer.values[area].map { Self.rate($0 * scale) } ?? "–"
            }
            let kind = data.figures?.kind ?? .number
            return answer.values[area].map { DisplayText(sanitising: FigureText.long($0, kind)) } ?? "–"
        }
    }

    /// "1.7 %".
    package func share(of count: Int, among all: Int) -> DisplayText {
        let percent = Double(count) / Double(max(all, 1)) * 100
        return count > 0 && percent < 0.05
            ? "< 0.1 %" : DisplayText(sanitising: percent.fixed(1) + " %")
    }

    /// Below 1 with two decimals, below 10 with one.
    package static func rate(_ value: Double) -> DisplayText {
        guard value < 1e15 else { return "–" }
        let text =
            value < 0.995 ? value.fixed(2) : value < 9.95 ? value.fixed(1) : Int(value.rounded()).grouped
        return DisplayText(sanitising: text)
    }

    // MARK: - Status

    /// What the status line says of the rows, and of how many: "28,024 in areas", " of 28,298".
    package var areaStatus: (rows: DisplayText, rest: DisplayText)? {
        guard let answer = areaAnswer else { return nil }
        let unmatched = answer.unmatched > 0 ? ", \(answer.unmatched.grouped) unmatched" : ""
        return ("\(answer.rowsInside.grouped) in areas", " of \(answer.total.grouped)\(unmatched)")
    }

    /// What the status line says beside the table of areas: "area 6 of 232", " of 250".
    package var areaTableStatus: (row: DisplayText, rest: DisplayText)? {
        guard panels.current == .areas, let answer = areaAnswer else { return nil }
        let table = panels.areas
        let row = table.listing == nil ? "…" : (table.cursor.index + 1).grouped
        let filled = answer.filledCount
        return filled == answer.set.count
            ? ("area \(row) of \(filled.grouped)", .empty)
            : ("area \(row) of \(answer.set.count.grouped)", ", \(filled.grouped) with rows")
    }

    /// "28,024 in areas + 274 outside = 28,298 rows": below the table.
    ///
    /// - Parameter room: columns for it; where it is too long only the numbers are said.
    package func areaSum(in room: Int) -> DisplayText {
        guard let answer = areaAnswer else { return .empty }
        let whole = wholeAreaSum(answer)
        if whole.width <= room { return whole }
        let numbers = [answer.rowsInside, answer.outside] + (answer.unmatched > 0 ? [answer.unmatched] : [])
        let short = numbers.map(\.grouped).joined(separator: " + ") + " = \(answer.total.grouped)"
        // The rows outside stand beside it.
        return DisplayText(sanitising: short.count <= room ? short : "of \(answer.total.grouped)")
    }

    private func wholeAreaSum(_ answer: AreaAnswer) -> DisplayText {
        let unmatched = answer.unmatched > 0 ? " + \(answer.unmatched.grouped) unmatched" : ""
        let several = answer.inSeveral > 0 ? ", \(answer.inSeveral.grouped) in more than one" : ""
        return
            "\(answer.rowsInside.grouped) in areas + \(answer.outside.grouped) outside\(unmatched) = \(answer.total.counted("row"))\(several)"
    }

    // MARK: - Summary

    /// What the summary of the selected area begins with.
    package var areaFields: [PanelField] {
        guard let area = selectedArea, let answer = areaAnswer else { return [] }
        let count = answer.counts[area]
        let percent = share(of: count, among: answer.total).text
        var fields = [
            PanelField(name: "rows", value: "\(count.grouped), \(percent) of \(answer.total.grouped)")
        ]
        let size = answer.set.geometry.squareKilometers(of: area)
        if size > 0 {
            let unit = screen.distanceUnit
            fields.append(PanelField(name: "size", value: unit.figure(squareMeters: size * 1e6)))
            let density =
                text(of: .density, area: area, answer).text + " " + title(of: .density, answer).text
            fields.append(PanelField(name: "density", value: density))
        }
        if let figure = answer.figure {
            fields.append(
                PanelField(name: figure, value: text(of: .figure, area: area, answer).text))
        }
        if let (rank, ranked) = answer.rank(of: area) {
            fields.append(PanelField(name: "rank", value: "\(rank.ordinal) of \(ranked.grouped)"))
        }
        guard case .success(let record) = selection.record else { return fields }
        return fields
            + record.fields.filter { !$0.value.text.isEmpty }
            .map { PanelField(name: $0.name, value: $0.value.text) }
    }
}
