import MapModel
import Rows
import Streams
import Synchronization

extension LayeredSource {
    /// Where servers may be left out, those that fail are named, unless all do.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var lines: [String] = []
        var failures: [SourceError] = []
        let sources = [files].compactMap { $0 as (any ViewportSource)? } + servers
        for source in sources {
            lines.append("\(printable(source.name)):")
            do throws(SourceError) {
                lines += try source.explainColumns(isCancelled: isCancelled).map { "  " + $0 }
            } catch {
                guard showsWhatAnswers, error != .cancelled else { throw error }
                failures.append(error)
                lines.append("  \(error.words)")
            }
        }
        if let failure = failures.first, failures.count == sources.count { throw failure }
        return lines
    }

    package func open(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> SourceSummary {
        try files?.read(isCancelled: isCancelled, progress: progress)
        return try open(isCancelled: isCancelled)
    }

    /// Opens all parts that are shown; a server that failed before is tried again.
    package func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        if let files { _ = try files.columnNames(isCancelled: isCancelled) }
        let shown = parts.filter { !$0.isHidden }
        let opened = try summaries(of: shown, isCancelled)
        var whole = SourceSummary(rowCount: 0, isEstimate: false, bounds: nil, notices: [])
        for part in parts {
            let summary = opened[part.firstLayer]
            if let summary { whole.add(summary) }
            if let files, part.isFiles {
                whole.layers += files.layers
            } else {
                whole.layers.append(layer(part, summary))
            }
        }
        whole.failures = shown.compactMap { part in
            let words = tables.failures.withLock { $0[part.firstLayer] }
            return words.map { "\(printable(part.source.name)): \($0)" }
        }
        return whole
    }

    /// The rows of all parts that are shown.
    package func tally(isCancelled: () -> Bool) throws(SourceError) -> RowTally {
        let tallies = try asking(shownParts(isCancelled), isCancelled) {
            (_, source, isCancelled) throws(SourceError) in
            try source.tally(isCancelled: isCancelled)
        }
        return RowTally(joining: tallies)
    }

    /// What the parts hold, by the number of their first layer.
    private func summaries(
        of shown: [Part], _ isCancelled: () -> Bool
    ) throws(SourceError) -> [Int: SourceSummary] {
        let answers = try asking(shown, isCancelled) {
            [showsWhatAnswers] (number, source, isCancelled) throws(SourceError) in
            do throws(SourceError) {
                return Result<SourceSummary, SourceError>.success(try source.open(isCancelled: isCancelled))
            } catch {
                guard showsWhatAnswers, !shown[number].isFiles, error != .cancelled else { throw error }
                return .failure(error)
            }
        }
        var opened: [Int: SourceSummary] = [:]
        var failed: [Int: SourceError] = [:]
        for (part, answer) in zip(shown, answers) {
            switch answer {
            case .success(let summary): opened[part.firstLayer] = summary
            case .failure(let error): failed[part.firstLayer] = error
            }
        }
        if opened.isEmpty, let part = shown.first(where: { failed[$0.firstLayer] != nil }),
            let error = failed[part.firstLayer]
        {
            throw .refused(name: name, words: "\(printable(part.source.name)): \(error.words)")
        }
        tables.failures.withLock { failures in
            for part in shown { failures[part.firstLayer] = failed[part.firstLayer]?.words }
        }
        return opened
    }

    private func layer(_ part: Part, _ summary: SourceSummary?) -> SourceLayer {
        let table = tables.names.withLock { names in
            if let table = summary?.table { names[part.firstLayer] = table }
            return names[part.firstLayer]
        }
        return SourceLayer(
            name: [part.source.name, table].compactMap(\.self).joined(separator: "/"),
            firstRow: part.firstRow, recordCount: Int(part.rowCount),
            placeCount: summary?.rowCount ?? 0, skipped: summary?.skippedRows ?? SkippedRows())
    }
}
