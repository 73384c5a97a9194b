import App
import CellGraphics
import MapModel
import MapSources
import RowValues
import Rows
import Runtime
import Streams

/// What `termmap summary` prints.
struct SourceReport {
    /// So many values are read at once, but at least so many columns; a value may take 8 bytes and its text.
    private static let (valuesAtOnce, columnsAtOnce) = (1 << 22, 16)

    private let name: String
    /// Rows, with a place or without.
    private let rowCount: Int
    let matchingCount: Int
    /// Rows that match and have a place.
    private let placeCount: Int
    private let bounds: GeoBounds?
    private var columns: [ColumnSummary] = []

    /// Reads the rows that `printer` would print.
    init(_ printer: RowPrinter) throws(UsageError) {
        do throws(SourceError) {
            let loaded = try printer.source.read(isCancelled: { false })
            Output.reportSkipped(loaded.skipped, loaded.notices, name: printer.name)
            let table = loaded.table
            let kept: RowSet?
            do throws(UsageError) { kept = try printer.matchingRows(of: table) } catch {
                Output.fail(error.description, code: .usage, excerpt: error.excerpt)
            }
            let tree = QuadTree(QuadTree(loaded.points), keeping: kept)
            name = printer.name
            rowCount = table.recordCount
            matchingCount = kept?.count ?? table.recordCount
            placeCount = tree.count
            bounds = tree.bounds.map {
                ShapeIndex(loaded.shapes).bounds(around: $0) { kept?.contains($0) ?? true }
            }
            try readColumns(of: table, kept)
        } catch .empty(let file, let hasHeader) {
            Output.fail(SourceError.empty(file: file, hasHeader: hasHeader).description, code: .nothing)
        } catch {
            throw UsageError(error.description)
        }
    }

    /// Asks a server about the rows that `printer` would print.
    init(_ printer: RowPrinter, asking server: any ViewportSource) throws(UsageError) {
        let matching = try printer.matching(server)
        do throws(SourceError) {
            let all = try server.open(isCancelled: { false })
            let some = try matching.open(isCancelled: { false })
            Output.report(all.notices.prefix(3))
            name = printer.name
            rowCount = all.rowCount + all.skippedCount
            matchingCount = some.rowCount + some.skippedCount
            placeCount = some.rowCount
            bounds = some.bounds
            columns = try matching.summarizeColumns(
                in: nil, listing: ColumnSummary.listedValues, isCancelled: { false })
        } catch {
            throw UsageError(error.description)
        }
    }

    private mutating func readColumns(of table: any RowTable, _ kept: RowSet?) throws(SourceError) {
        let all = Array(table.columnNames.indices)
        let length = max(Self.valuesAtOnce / max(table.recordCount, 1), Self.columnsAtOnce)
        for start in stride(from: 0, to: all.count, by: length) {
            let some = Array(all[start..<min(start + length, all.count)])
            for values in try table.readColumns(some, isCancelled: { false }) {
                columns.append(ColumnSummary(values, rows: kept))
            }
        }
    }

    // MARK: - Text

    private static let header = [
        "column", "type", "rows", "missing", "misfits", "distinct", "min", "max", "mean", "median",
        "frequent",
    ]

    /// Tab-separated, with a header and a last line of totals.
    var text: String {
        var lines = [Self.header.joined(separator: "\t")]
        for column in columns {
            let figures = column.figures.map { $0 ?? "" }
            let words = column.frequent.map { "\(Self.plain($0.value)) (\($0.count))" }.joined(
                separator: "; ")
            let counts = [column.rowCount, column.missingCount, column.misfitCount, column.distinctCount]
            let fields =
                [Self.plain(column.name), column.kind.title] + counts.map { $0.map { "\($0)" } ?? "" }
                + figures
                + [words]
            lines.append(fields.joined(separator: "\t"))
        }
        lines.append(
            "# \(matchingCount) of \(rowCount) rows, \(matchingCount - placeCount) without a place"
                + (bounds.map { ", box \(Self.box($0))" + ($0.west > $0.east ? " across 180°" : "") } ?? ""))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Without tabs, line ends and other control characters.
    private static func plain(_ text: String) -> String { DisplayText(sanitising: text, limit: 200).text }

    private static func box(_ bounds: GeoBounds) -> String {
        [bounds.west, bounds.south, bounds.east, bounds.north].map { $0.fixed(6) }.joined(separator: ",")
    }

    // MARK: - JSON

    /// One object on one line.
    var json: String {
        let box = bounds.map { "[\(Self.box($0))]" } ?? "null"
        let columns = columns.map(Self.object)
        return "{\"name\":\(Self.quoted(name)),\"rows\":\(rowCount),\"matching\":\(matchingCount),"
            + "\"places\":\(placeCount),\"bbox\":\(box),\"columns\":[\(columns.joined(separator: ","))]}\n"
    }

    private static func object(_ column: ColumnSummary) -> String {
        var fields = [
            "\"name\":\(quoted(column.name))", "\"type\":\"\(column.kind.title)\"",
            "\"rows\":\(column.rowCount)",
            "\"missing\":\(column.missingCount)", "\"misfits\":\(column.misfitCount)",
        ]
        if let count = column.distinctCount { fields.append("\"distinct\":\(count)") }
        for (name, figure) in zip(["min", "max", "mean", "median"], column.figures) {
            guard let figure else { continue }
            fields.append("\"\(name)\":\(column.kind == .number ? figure : quoted(figure))")
        }
        if !column.frequent.isEmpty {
            let values = column.frequent.map { "{\"value\":\(quoted($0.value)),\"count\":\($0.count)}" }
            fields.append("\"frequent\":[\(values.joined(separator: ","))]")
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(Array(text.utf8), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ColumnSummary {
    /// Least, greatest, mean and median as text; nil for words.
    fileprivate var figures: [String?] {
        guard let range else { return [nil, nil, nil, nil] }
        return [range.least, range.greatest, range.mean, range.median as Double?].map {
            $0.map { FigureText.printed(kind == .time ? $0.rounded() : $0, kind) }
        }
    }
}

extension ColumnKind {
    /// Its name in one word.
    fileprivate var title: String {
        switch self {
        case .number: "number"
        case .time: "date"
        case .boolean: "boolean"
        case .text: "text"
        }
    }
}
