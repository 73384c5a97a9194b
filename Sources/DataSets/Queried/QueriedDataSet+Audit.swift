import MapModel
import RowValues
import Rows
import Streams

extension QueriedDataSet {
    /// Counts all rows, then asks for the view of the whole world, with the filter and with its opposite.
    package func audit(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> RowAudit {
        let filter = try filter.map { (filter) throws(FilterFailure) in
            try areaSets.locating(filter, isCancelled: { false })
        }
        guard let layers = source as? LayeredSource else {
            return RowAudit([try ServerAudit(source, demand).part(filter)])
        }
        return try layers.audit(filter, demand)
    }
}

extension LayeredSource {
    /// The audits of the files, then of each server.
    func audit(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> RowAudit {
        var parts: [RowAudit.Part] = []
        let shown: [Part]
        do throws(SourceError) { shown = try shownParts { false } } catch { throw .source(error) }
        for part in shown {
            let own = try filter.map { (filter) throws(FilterFailure) in
                try self.filter(filter, for: part) { false }
            }
            if let files, part.isFiles {
                parts += try files.dataSet.audit(own, demand).parts
            } else {
                parts.append(try ServerAudit(part.source, demand).part(own))
            }
        }
        return RowAudit(parts)
    }
}

/// The audit of the rows of a server.
private struct ServerAudit {
    private let source: any ViewportSource
    private let demand: RowDemand

    init(_ source: any ViewportSource, _ demand: RowDemand) { (self.source, self.demand) = (source, demand) }

    func part(_ filter: Filter?) throws(FilterFailure) -> RowAudit.Part {
        guard let filter else { return try asking { () throws(SourceError) in try part() } }
        let matching = try source.applying(filter, isCancelled: { false })
        let opposite = try source.applying(try filter.counterpart(), isCancelled: { false })
        return try asking { () throws(SourceError) in try part(matching, opposite, filter) }
    }

    private func asking<T>(_ ask: () throws(SourceError) -> T) throws(FilterFailure) -> T {
        do throws(SourceError) { return try ask() } catch { throw .source(error) }
    }

    private func part() throws(SourceError) -> RowAudit.Part {
        let tally = try source.tally { false }
        var part = RowAudit.Part(name: try name, read: tally.rows, shown: try placesInView(of: source))
        part.add(tally.skipped)
        part.checkSum()
        part.check(part.shown, "rows with a place are on the map", of: tally.placed)
        return part
    }

    private func part(
        _ matching: any ViewportSource, _ opposite: any ViewportSource, _ filter: Filter
    ) throws(SourceError) -> RowAudit.Part {
        let tally = try source.tally { false }
        var part = RowAudit.Part(name: try name, read: tally.rows, shown: try placesInView(of: matching))
        let left = try placesInView(of: opposite)
        part.add(.filtered, "not matching", rows: left)
        let counts =
            filter.isPlain
            ? try source.rowCounts(
                matching: [filter.text, "NOT (\(filter.text))"], isCancelled: { false })
            : [max(tally.placed - part.shown - left, 0), part.shown, left]
        part.add(.filtered, "without a value that the filter tests", rows: counts.first ?? 0)
        part.add(tally.skipped)
        part.checkSum()
        part.check(counts.reduce(0, +), "rows with a place were judged by the filter", of: tally.placed)
        part.check(
            try matching.tally { false }.placed, "rows that match and have a place are on the map",
            of: part.shown)
        return part
    }

    /// With its table, where the address has several.
    private var name: String {
        get throws(SourceError) {
            let summary = try source.open(isCancelled: { false })
            demand.note(.skipped(SkippedRows(), summary.notices))
            return [source.name, summary.table].compactMap(\.self).joined(separator: "/")
        }
    }

    /// The rows in the view of the whole world: those of its clusters where they are many.
    private func placesInView(of source: any ViewportSource) throws(SourceError) -> Int {
        let question = ViewportQuestion(
            window: .world, grid: ClusterGrid(worldDots: 64, cellDots: 4), limit: 1)
        switch try source.answer(question, isCancelled: { false }).content {
        case .rows(let points): return points.count
        case .clusters(let clusters): return clusters.reduce(0) { $0 + $1.count }
        }
    }
}
