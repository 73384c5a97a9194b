import App
import CellGraphics
import DataSets
import MapModel
import MapSources
import RowValues
import Rows
import Streams

/// What `termmap summary` prints.
struct SourceReport {
    private let name: String
    private let counts: RowCounts
    private let columns: [ColumnSummary]

    /// Asks for the rows that `printer` would print.
    init(_ printer: RowPrinter) throws(UsageError) {
        name = printer.name
        let matching = try printer.matching()
        (counts, columns) = try printer.asking { () throws(SourceError) in
            (try matching.counts(), try matching.summarizeColumns())
        }
    }

    var matchingCount: Int { counts.matching }

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
            "# \(counts.matching) of \(counts.all) rows, \(counts.matching - counts.placed) without a place"
                + (counts.bounds.map { ", box \(Self.box($0))" + ($0.west > $0.east ? " across 180°" : "") }
                    ?? ""))
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
        let box = counts.bounds.map { "[\(Self.box($0))]" } ?? "null"
        let columns = columns.map(Self.object)
        return "{\"name\":\(Self.quoted(name)),\"rows\":\(counts.all),\"matching\":\(counts.matching),"
            + "\"places\":\(counts.placed),\"bbox\":\(box),\"columns\":[\(columns.joined(separator: ","))]}\n"
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
