import ArgumentParser
import App
import RowValues
import Streams

/// When rows are, and which times are meant.
struct TimeOptions: ParsableArguments {
    @Option(
        name: .customLong("time"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Keep only rows of this time: 2025, 2025-06, 2025-06-01/2025-06-30, 2025-06-01T08:00/PT2H, \
            "last 7d" (before the newest row), "fri-sat 22-04". Given more than once, all must hold.
            """, valueName: "window"))
    var windows: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Column with the times of rows, or two with their beginnings and ends (default: detected).",
            valueName: "column[,column]"))
    var timeColumn: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How times are written: dmy, mdy, s, ms, us, ns, excel or a pattern such as %d.%m.%Y.",
            valueName: "format"))
    var timeFormat: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time zone of times without one, and of windows; two: read in the first, shown in the second (default: UTC).",
            valueName: "zone[,zone]"))
    var zone: String?
    @Flag(help: "With -o, add the time of each row in UTC as time_utc.")
    var utc = false

    /// What is asked of the times of rows; nil where nothing is.
    func question() throws(UsageError) -> TimeQuestion? {
        let question = try question(always: true)
        return windows.isEmpty ? nil : question
    }

    /// How times are read; what is wrong with the options is said where the question is asked.
    var reading: TimeQuestion { (try? question(always: true)) ?? TimeQuestion() }

    /// The same, also for all times.
    func question(always: Bool) throws(UsageError) -> TimeQuestion {
        var question = TimeQuestion()
        (question.readZone, question.shownZone) = try zones()
        question.columns = try columns()
        if let timeFormat {
            guard let format = TimeFormat(timeFormat) else {
                throw UsageError(
                    "--time-format: not a format: \(quoted(timeFormat)) (expected dmy, mdy, s, ms, us, ns, "
                        + "excel or a pattern such as %d.%m.%Y)")
            }
            question.format = format
        }
        for window in windows {
            do throws(TimeWindowFault) {
                question.windows.append(try TimeWindow(window, zone: question.shownZone))
            } catch {
                throw UsageError("--time: \(error)")
            }
        }
        question.text = windows.joined(separator: ", ")
        return question
    }

    private func columns() throws(UsageError) -> [String] {
        guard let timeColumn else { return [] }
        let names = timeColumn.split(separator: ",").map { String($0.trimmingPrefix(" ")) }
        guard (1...6).contains(names.count) else {
            throw UsageError(
                "--time-column: expected a column, two, or those of year, month, day and so on: \(quoted(timeColumn))"
            )
        }
        return names
    }

    private func zones() throws(UsageError) -> (read: ZoneTable, shown: ZoneTable) {
        guard let zone else { return (.utc, .utc) }
        var found: [ZoneTable] = []
        for name in zone.split(separator: ",", omittingEmptySubsequences: false) {
            if name.isEmpty { throw UsageError("--zone: a zone is missing: \(quoted(zone))") }
            guard let zone = ZoneTable.named(String(name)) else {
                throw UsageError(
                    "--zone: no zone \(printable(String(name), limit: 60)) here; offsets such as +02:00 work")
            }
            found.append(zone)
        }
        guard found.count <= 2, let read = found.first, let shown = found.last else {
            throw UsageError("--zone: expected a zone, or two: \(quoted(zone))")
        }
        return (read, shown)
    }
}
