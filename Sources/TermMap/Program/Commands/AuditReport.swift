import App
import CellGraphics
import DataSets
import Platform
import Runtime
import Streams

/// What `--audit` prints: a line for each source, why rows of it are not on the map, and the total.
struct AuditReport {
    private let audit: RowAudit

    init(_ audit: RowAudit) { self.audit = audit }

    /// - Throws: where options ask for something else than what became of all rows.
    static func check(_ options: Options) throws(UsageError) {
        let asked = [
            ("--columns", options.columns), ("--unplaced", options.place.unplaced),
            ("--explain", options.source.explain), ("--watch", options.source.watchSeconds != nil),
        ]
        if let option = (asked + printed(options) + shown(options)).first(where: \.1)?.0 {
            throw UsageError("--audit and \(option) cannot be combined")
        }
    }

    /// What prints rows, some of them, or something beside them.
    private static func printed(_ options: Options) -> [(String, Bool)] {
        let (picker, area) = (options.picker, options.area)
        return [
            ("-o", options.output != nil), ("--limit", options.limit != nil), ("--utc", options.time.utc),
            ("--near", options.near != nil && options.nearFile == nil), ("--by-area", area.byArea != nil),
            ("--with-area", area.withArea != nil), ("--pick", picker.pick), ("--multi", picker.multi),
            ("--select-1", picker.selectOne), ("--exit-0", picker.exitZero), ("--print0", picker.endsInNull),
        ]
    }

    /// What is seen on the map; settings that a file may have say nothing here.
    private static func shown(_ options: Options) -> [(String, Bool)] {
        let (colors, position) = (options.colors, options.position)
        return [
            ("--bbox", options.bbox != nil), ("--at", options.at != nil), ("--center", options.center != nil),
            ("--zoom", options.zoom != nil), ("--density", options.density), ("--by", colors.by != nil),
            ("--value", colors.value != nil), ("--separate", colors.separate), ("--sizes", colors.sizes),
            ("--gps", position.gps != nil), ("--nmea", position.nmea != nil), ("--once", options.once),
            ("--list", options.list), ("--spoken", options.spoken), ("--size", options.size != nil),
            ("--keys", options.keys != nil), ("--frames", options.film.frames != nil),
            ("--measure", options.measure),
        ]
    }

    /// Prints it, with columns that line up on a terminal; ends the program with 2 where something is wrong.
    func print() throws(UsageError) {
        Output.write(Descriptor.isTerminal(Descriptor.output) ? aligned : text)
        guard let fault = audit.faults.first else { return }
        Output.report(audit.faults.dropFirst().prefix(Self.mostFaults))
        throw UsageError("\(fault) (the audit failed)")
    }

    /// Why rows are not on the map, then what is wrong.
    private static func reasons(_ part: RowAudit.Part) -> [String] {
        part.others.map(reason) + part.faults.map { DisplayText(sanitising: $0, limit: 1_000).text }
    }

    /// More faults than one and these are not worth a line.
    private static let mostFaults = 2

    private static let header = ["source", "rows", "shown", "filtered", "skipped"]

    private static func counts(_ part: RowAudit.Part) -> [Int] {
        [part.read, part.shown, part.count(of: .filtered), part.count(of: .skipped)]
    }

    private static func reason(_ outcome: RowAudit.Outcome) -> String {
        let lines = outcome.firstLines.map { "\($0)" }.joined(separator: ", ")
        return "\(grouped(outcome.rows)) \(outcome.words)" + (lines.isEmpty ? "" : " (first: \(lines))")
    }

    private static func name(_ part: RowAudit.Part) -> DisplayText {
        DisplayText(sanitising: part.name, limit: 200)
    }

    // MARK: - Tab-separated

    /// A line for each source, with a header and a last line of totals.
    var text: String {
        let lines = audit.parts.map { part in
            [Self.name(part).text] + Self.counts(part).map { "\($0)" }
                + [Self.reasons(part).joined(separator: "; ")]
        }
        return ([Self.header + ["reasons"]] + lines).map { $0.joined(separator: "\t") + "\n" }.joined()
            + "# \(totals)\n"
    }

    /// `1,000 rows read: 990 shown, 0 filtered, 10 skipped`
    private var totals: String {
        let total = audit.total
        let counts = Self.counts(total).map { grouped($0) }
        let words = zip(counts.dropFirst(), Self.header.dropFirst(2)).map { "\($0) \($1)" }
        return "\(total.read.counted("row")) read: \(words.joined(separator: ", "))"
            + (audit.faults.isEmpty ? "" : "; \(audit.faults.count.counted("fault"))")
    }

    // MARK: - For a terminal

    /// The same with a line for each reason under its source.
    var aligned: String {
        let parts = audit.parts
        let total = audit.total
        let nameWidth = ([Self.name(total)] + parts.map(Self.name)).map(\.width).max() ?? 0
        let widths = zip(Self.header.dropFirst(), Self.counts(total)).map { max($0.count, grouped($1).count) }
        func line(_ name: DisplayText, _ fields: [String]) -> String {
            let padding = String(repeating: " ", count: max(nameWidth - name.width, 0))
            let numbers = zip(fields, widths).map {
                String(repeating: " ", count: max($1 - $0.count, 0) + 2) + $0
            }
            return name.text + padding + numbers.joined() + "\n"
        }
        func line(of part: RowAudit.Part) -> String {
            line(Self.name(part), Self.counts(part).map { grouped($0) })
        }
        var text = line(DisplayText(sanitising: Self.header[0]), Array(Self.header.dropFirst()))
        for part in parts {
            text += line(of: part) + Self.reasons(part).map { "  \($0)\n" }.joined()
        }
        return text + line(of: total)
    }
}
