import App
import DataSets
import MapSources
import Platform
import RowValues
import Rows
import Runtime
import Streams

/// What changed between two sources, printed.
extension Program {
    /// The two sources of `--diff` as one; nil without it.
    func openDifference(
        _ paths: [String], _ open: (_ path: String, _ isNew: Bool) throws(SourceError) -> OpenedSource
    ) throws(UsageError) -> OpenedSource? {
        guard var question = try options.changes.question(id: options.id) else { return nil }
        question.zone = try options.time.question(always: true).readZone
        guard paths.count == 2 else {
            throw UsageError("--diff needs two sources: \(options.files.count) given")
        }
        if paths.allSatisfy(SourceOpener.isStandardInput) {
            throw UsageError("--diff: standard input can be read once (use a file for one)")
        }
        if let path = paths.first(where: {
            FileStatus(path: $0)?.kind == .characterDevice && $0 != "/dev/null"
        }) {
            throw UsageError("--diff: \(printable(path)) is a device, which never ends")
        }
        do throws(SourceError) {
            return .loader(try Self.differenceLoader(paths, question, open), finder: nil)
        } catch {
            throw UsageError(error)
        }
    }

    /// What reads both sources.
    static func differenceLoader(
        _ paths: [String], _ question: DifferenceOptions,
        _ open: (_ path: String, _ isNew: Bool) throws(SourceError) -> OpenedSource
    ) throws(SourceError) -> any SourceLoader {
        DifferenceLoader(
            old: wholeLoader(try open(paths[0], false)), new: wholeLoader(try open(paths[1], true)),
            options: question)
    }

    /// What reads all rows, also those of a server.
    private static func wholeLoader(_ source: OpenedSource) -> any SourceLoader {
        switch source {
        case .loader(let loader, _): loader
        case .server(let server): QueriedLoader(server)
        }
    }

    /// Prints the classes with their counts, or the rows with `-o`, and ends with 1 where there are any.
    func writeChanges(with printer: RowPrinter) throws(UsageError) {
        guard let dataSet = printer.dataSet as? LoadedDataSet else { return }
        let others = [
            ("--bbox", options.bbox != nil), ("--near", options.near != nil),
            ("--within", options.within != nil), ("--with-area", options.area.withArea != nil),
            ("--utc", options.time.utc),
        ]
        if let option = others.first(where: \.1)?.0 {
            throw UsageError("--diff prints all that changed: \(option) cannot be combined with it")
        }
        let classes = try options.changes.classes()
        // Rows without a place are compared like all others.
        let demand = RowDemand { note in
            switch note {
            case .skipped(_, let notices), .misfits(let notices): Output.report(notices)
            case .shapes, .noPlaces: break
            }
        }
        let limit = try options.rowLimit()
        let filter = try printer.filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        let changed = try printer.filtering { () throws(FilterFailure) in
            try dataSet.changedRows(classes, matching: filter, limit: limit, demand)
        }
        guard let changed else { return }
        if options.output != nil {
            try printer.asking { () throws(SourceError) in
                try changed.rows.write(by: options.rowWriter, to: RowPrinter.standardOutput)
            }
        } else {
            Output.write(Self.report(changed, classes, isFiltered: filter != nil))
        }
        // What was not read is no difference, and no equality.
        if changed.difference.isTorn { ExitCode.usage.end() }
        if changed.counts.differences > 0 { ExitCode.nothing.end() }
    }

    /// Ends a run that printed a list or a picture as diff does: with 2 where a source could not be read to its end, with 1 where
    /// rows of the classes that were asked for differ.
    func endAsDiff(_ state: AppState) throws(UsageError) {
        guard options.changes.diff, let changes = state.data.rows.changes else { return }
        if changes.difference.isTorn { ExitCode.usage.end() }
        let classes = try options.changes.classes().subtracting([.unchanged])
        let count = classes.reduce(0) { $0 + changes.difference.counts[$1] }
        let isNarrowed = !state.data.query.filter.isEmpty || state.data.query.time != nil
        if isNarrowed ? state.data.rowTotal > 0 : count > 0 { ExitCode.nothing.end() }
    }

    /// `class⇥rows` for each class, then what was compared.
    private static func report(
        _ changed: ChangedRows, _ classes: Set<ChangeClass>, isFiltered: Bool
    ) -> String {
        let counts = isFiltered ? changed.counts : changed.difference.counts
        let shown = ChangeClass.allCases.filter {
            classes.contains($0) || $0 == .unchanged && !isFiltered && classes.count == 4
        }
        let verdict = changed.counts.differences == 0 ? "no difference · " : ""
        let lines = shown.map { "\($0.name)\t\(counts[$0])" } + ["# \(verdict)\(changed.difference.summary)"]
        return lines.map { $0 + "\n" }.joined()
    }
}
