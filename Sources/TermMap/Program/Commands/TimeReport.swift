import App
import CellGraphics
import DataSets
import RowValues
import Rows
import Streams

/// What `termmap times --per` and `--fold` print.
struct TimeReport {
    /// How it is written.
    enum Format { case text, csv, ndjson, json }

    private let times: MatchingTimes
    private let zone: ZoneTable
    private let counts: (rows: Int, timed: Int, without: Int, misfits: Int)

    init(_ times: MatchingTimes, zone: ZoneTable) {
        (self.times, self.zone) = (times, zone)
        counts = times.counts
    }

    /// No row has a time.
    var isEmpty: Bool { counts.timed == 0 }

    /// How many rows have a time, and why the others have none.
    var totals: String {
        let others = times.times.others.map { DisplayText(sanitising: $0, limit: 60).text }
        return
            "# \(counts.timed) of \(counts.rows) rows have a time, \(counts.without) without, \(counts.misfits) "
            + "misfits, \(DisplayText(sanitising: times.times.starts.name, limit: 60).text), \(zone.name)"
            + (others.isEmpty ? "" : " (also times: \(others.joined(separator: ", ")))") + "\n"
    }

    // MARK: - By units of the calendar

    func series(_ step: CalendarStep, as format: Format) throws(UsageError) -> String {
        let found = TimeSeries(
            times.times.starts.moments, until: times.times.ends?.moments, of: times.kept, per: step, in: zone)
        guard let series = found else {
            throw UsageError("--per: more than \(TimeSeries.limit) lines: choose a larger unit")
        }
        var zones = ZoneCursor(zone)
        let edges = series.edges.map { zones.text(at: $0) }
        let most = series.counts.max() ?? 1
        let lines = series.counts.indices.map { bar in
            [edges[bar], edges[bar + 1], "\(series.counts[bar])"]
                + (format == .text ? [Self.bar(series.counts[bar], of: most)] : [])
        }
        return written(lines, header: ["from", "until", "rows"], as: format)
    }

    private static let widest = 40

    /// A bar of at most 40 cells, in eighths; of any rows at least one.
    private static func bar(_ count: Int, of most: Int) -> String {
        let eighths = count == 0 ? 0 : max(count * widest * 8 / max(most, 1), 1)
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    // MARK: - By two parts

    func fold(_ parts: (TimeFold.Part, TimeFold.Part), as format: Format) throws(UsageError) -> String {
        guard let fold = TimeFold(times.times.starts, of: times.kept, parts.0, parts.1, in: zone) else {
            throw UsageError("--fold: more than \(TimeSeries.limit) lines")
        }
        var lines: [[String]] = []
        for (index, count) in fold.counts.enumerated() {
            let outer = fold.outer.lowerBound + index / fold.inner.count
            let inner = fold.inner.lowerBound + index % fold.inner.count
            lines.append([parts.0.text(outer), parts.1.text(inner), "\(count)"])
        }
        return written(lines, header: [parts.0.rawValue, parts.1.rawValue, "rows"], as: format)
    }

    // MARK: - Lines

    private func written(_ lines: [[String]], header: [String], as format: Format) -> String {
        switch format {
        case .text:
            return ([header] + lines).map { $0.joined(separator: "\t") + "\n" }.joined() + totals
        case .csv: return ([header] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
        case .ndjson: return lines.map { Self.object($0, header) + "\n" }.joined()
        case .json:
            let slices = lines.map { Self.object($0, header) }.joined(separator: ",")
            return "{\"column\":\(Self.quoted(times.times.starts.name)),\"zone\":\(Self.quoted(zone.name)),"
                + "\"rows\":\(counts.rows),\"timed\":\(counts.timed),\"without\":\(counts.without),"
                + "\"misfits\":\(counts.misfits),\"slices\":[\(slices)]}\n"
        }
    }

    /// Numbers stand without quotes.
    private static func object(_ fields: [String], _ names: [String]) -> String {
        let members = zip(names, fields).map { name, field in
            "\"\(name)\":\(Int(field) == nil ? quoted(field) : field)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(Array(text.utf8), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What `termmap times` prints: a line for each column of times.
struct TimeColumnList {
    private let columns: [Result<TimeColumn, TimeFault>]
    private let zone: ZoneTable

    init(_ columns: [Result<TimeColumn, TimeFault>], zone: ZoneTable) {
        (self.columns, self.zone) = (columns, zone)
    }

    /// Why there is nothing to print.
    var problem: String? {
        let faults = columns.compactMap { if case .failure(let fault) = $0 { fault } else { nil } }
        if faults.count < columns.count { return nil }
        return faults.first?.description ?? "no column of times (--time-column names one)"
    }

    private static let header = [
        "column", "form", "zone", "rows", "without", "misfits", "from", "until", "longest gap",
    ]

    func text(as format: TimeReport.Format) -> String {
        var lines: [[String]] = []
        var notes: [String] = []
        for column in columns {
            switch column {
            case .success(let column):
                lines.append(fields(of: column, forPeople: format == .text))
                notes += column.notices
            case .failure(let fault): notes.append(fault.description)
            }
        }
        let comments = notes.map { "# \(DisplayText(sanitising: $0, limit: 300).text)\n" }.joined()
        switch format {
        case .text:
            return ([Self.header] + lines).map { $0.joined(separator: "\t") + "\n" }.joined() + comments
        case .csv:
            return ([Self.header] + lines).map { $0.map(Self.field).joined(separator: ",") + "\n" }.joined()
        case .ndjson: return lines.map { Self.object($0) + "\n" }.joined()
        case .json:
            let notes = notes.map(TimeReport.quoted).joined(separator: ",")
            return "{\"columns\":[\(lines.map(Self.object).joined(separator: ","))],\"notes\":[\(notes)]}\n"
        }
    }

    private static func field(_ text: String) -> String {
        text.contains(",") || text.contains("\"")
            ? "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                + "\""
            : text
    }

    private static func object(_ fields: [String]) -> String {
        let members = zip(header, fields).map { name, field in
            if name == "longest gap" {
                return "\"gap\":" + (field.isEmpty ? "null" : TimeReport.quoted(field))
            }
            return "\"\(name)\":" + (Int(field) == nil || name == "column" ? TimeReport.quoted(field) : field)
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func fields(of column: TimeColumn, forPeople: Bool) -> [String] {
        var zones = ZoneCursor(zone)
        let range = column.range.map { [zones.text(at: $0.lowerBound), zones.text(at: $0.upperBound)] }
        return [
            DisplayText(sanitising: column.name, limit: 200).text, column.form.words, zone.name,
            "\(column.count)", "\(column.missingCount)", "\(column.misfitCount)",
        ] + (range ?? ["", ""]) + [gap(of: column, forPeople: forPeople)]
    }

    /// The longest time without a row: how long it is and when it begins, or as an interval of ISO 8601.
    private func gap(of column: TimeColumn, forPeople: Bool) -> String {
        guard let gap = column.longestGap else { return "" }
        var zones = ZoneCursor(zone)
        if !forPeople { return "\(zones.text(at: gap.lowerBound))/\(zones.text(at: gap.upperBound))" }
        return "\(Self.words(gap.upperBound - gap.lowerBound)) from \(zones.text(at: gap.lowerBound))"
    }

    private static func words(_ milliseconds: Int64) -> String {
        let units: [(Int64, String)] = [
            (31_556_952_000, "years"), (86_400_000, "days"), (3_600_000, "hours"), (60_000, "minutes"),
            (1000, "seconds"),
        ]
        for (size, name) in units where milliseconds >= size * 2 { return "\(milliseconds / size) \(name)" }
        return "\(milliseconds) ms"
    }
}
