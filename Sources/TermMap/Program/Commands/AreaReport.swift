import App
import CellGraphics
import DataSets
import MapModel
import Places
import RowValues
import Rows
import Streams

/// What `--by-area` prints: a line for each area.
struct AreaReport {
    private let rows: LoadedDataSet.CountedRows
    private let answer: AreaAnswer
    /// The areas with the greatest value first; those with the same in the order of the set, those without one last.
    private let order: [Int]

    init(_ rows: LoadedDataSet.CountedRows) {
        self.rows = rows
        answer = rows.answer
        let values = answer.values.map { $0 ?? -.infinity }
        order = values.indices.sorted { (values[$1], $0) < (values[$0], $1) }
    }

    // MARK: - Lines

    private var header: [String] {
        ["area", "code", "rows", "km2"] + (answer.figure == nil ? [] : ["value"])
    }

    private func fields(of area: Int) -> [String] {
        [
            answer.set.names[area], answer.set.codes[area], "\(answer.counts[area])",
            squareKilometers(of: area),
        ]
            + (answer.figure == nil ? [] : [value(of: area)])
    }

    private func squareKilometers(of area: Int) -> String {
        let size = answer.set.geometry.squareKilometers(of: area)
        return size >= 100 ? size.fixed(0) : size.trimmed(size >= 1 ? 2 : 6)
    }

    private func value(of area: Int) -> String {
        answer.values[area].map { FigureText.printed($0, rows.kind) } ?? ""
    }

    /// Tab-separated, with a header.
    func text(limit: Int?) -> String {
        let lines = [header] + order.prefix(limit ?? .max).map(fields)
        return lines.map { $0.map(Self.plain).joined(separator: "\t") + "\n" }.joined()
    }

    private static func plain(_ text: String) -> String { DisplayText(sanitising: text, limit: 200).text }

    /// The last line: all rows are in areas, outside, unmatched or skipped.
    var totals: String {
        "# \(answer.rowsInside) of \(rows.matching) rows in \(answer.filledCount) of \(answer.set.count) areas, "
            + "\(answer.outside) outside, \(answer.inSeveral) in more than one, \(answer.unmatched) unmatched, "
            + "\(rows.skipped) skipped\n"
    }

    // MARK: - Formats

    /// The same as rows: of GeoJSON with all columns of the areas.
    func write(
        as format: RowFormat, limit: Int?, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let areas = Array(order.prefix(limit ?? .max))
        guard format == .geojson else {
            let numbers = Set([2, 3] + (rows.kind == .number ? [4] : []))
            let table = NameTable(
                name: answer.set.name, columnNames: header, rows: areas.map(fields), numbers: numbers)
            return try table.write(
                count: areas.count, row: { ExportedRow(row: UInt32($0), place: Self.nowhere) }, as: format,
                adding: [], to: sink)
        }
        let columns = answer.figure == nil ? ["rows"] : ["rows", "value"]
        let lists = answer.counts.indices.map { area in
            [FieldValue(.number, "\(answer.counts[area])"), fieldValue(of: area)].prefix(columns.count)
        }
        let values = AddedValues(
            names: columns, codes: answer.counts.indices.map { UInt32($0) },
            lists: lists.map(Array.init) + [columns.map { _ in .missing }])
        let shapes = answer.set.shapes
        try ExtendedTable(answer.set.table, adding: values).writeValues(
            count: areas.count,
            row: { index in
                let place = answer.set.geometry.labelPlace(of: areas[index])
                return ExportedRow(row: UInt32(areas[index]), place: place ?? Self.nowhere) { row, _ in
                    shapes.wholeGeometry(ofRow: row) ?? (place == nil ? Array("null".utf8) : nil)
                }
            }, as: .geojson, adding: [], to: sink)
    }

    private func fieldValue(of area: Int) -> FieldValue {
        let text = value(of: area)
        return text.isEmpty ? .missing : FieldValue(rows.kind == .number ? .number : .text, text)
    }

    private static let nowhere = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)

    // MARK: - No row in any area

    /// Why no area has a row: perhaps latitude and longitude are swapped.
    var failure: String {
        if answer.unmatched > 0 { return "no code in the rows matches an area" }
        let words = rows.matching == 0 ? "no row matches" : "no row lies in an area"
        let boxes = (0..<answer.set.count).compactMap { answer.set.geometry.bounds(of: $0) }
        guard let first = boxes.first, let bounds = rows.bounds else { return words }
        let areas = boxes.reduce(first) { $0.union($1) }
        guard bounds.south > areas.north || bounds.north < areas.south, bounds.west >= -90, bounds.east <= 90
        else { return words }
        let swapped = GeoBounds(
            south: bounds.west, west: bounds.south, north: bounds.east, east: bounds.north)
        guard swapped.north >= areas.south, swapped.south <= areas.north else { return words }
        return words
            + "; areas are at \(Self.latitudes(of: areas)), rows at \(Self.latitudes(of: bounds)): --swap?"
    }

    /// `47–48° N`, in whole degrees.
    private static func latitudes(of box: GeoBounds) -> String {
        let (south, north) = (Int(box.south.rounded(.down)), Int(box.north.rounded(.up)))
        if south >= 0 { return "\(south)–\(north)° N" }
        if north <= 0 { return "\(-north)–\(-south)° S" }
        return "\(-south)° S–\(north)° N"
    }
}
