import MapModel
import Rows
import RowValues
import Streams

/// Rows that stay on servers, and those of files beside them.
package struct QueriedDataSet: DataSet {
    let source: any ViewportSource
    /// The areas that filters name.
    let areaSets: AreaSets

    /// The rows of a source.
    package init(_ source: any ViewportSource, areaSets: AreaSets = AreaSets()) {
        (self.source, self.areaSets) = (source, areaSets)
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try source.explainColumns(isCancelled: isCancelled)
    }

    package func columnNames(_ demand: RowDemand) throws(SourceError) -> [String] {
        try source.columnNames(isCancelled: { false })
    }

    package func matching(
        _ filter: Filter?, _ demand: RowDemand
    ) throws(FilterFailure) -> any MatchingRows {
        var matching = source
        if let filter {
            matching = try source.applying(
                try areaSets.locating(filter, isCancelled: { false }), isCancelled: { false })
        }
        return QueriedRows(all: source, source: matching, demand: demand)
    }

    package func times(
        _ question: TimeQuestion, matching filter: Filter?, per milliseconds: Int64?, _ demand: RowDemand
    ) throws(FilterFailure) -> MatchingTimes {
        var matching = source
        if let filter {
            matching = try source.applying(
                try areaSets.locating(filter, isCancelled: { false }), isCancelled: { false })
        }
        do throws(SourceError) {
            let times = try matching.times(question, per: milliseconds ?? 1, isCancelled: { false })
            return MatchingTimes(times: times, kept: nil, rowCount: times.starts.moments.count)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
    }

    package var findsNearby: Bool { true }
    package func nearbySource(_ demand: RowDemand) throws(SourceError) -> any NearbySource { source }

    package func applying(
        _ filter: Filter, to found: any NearbySource, _ demand: RowDemand
    ) throws(FilterFailure) -> any NearbySource {
        try found.applying(try areaSets.locating(filter, isCancelled: { false }), isCancelled: { false })
    }
}

private struct QueriedRows: MatchingRows {
    let all: any ViewportSource
    /// Those that match.
    let source: any ViewportSource
    let demand: RowDemand

    func bounds() throws(SourceError) -> GeoBounds? {
        let summary = try source.open(isCancelled: { false })
        // Their reasons are counted only where there are any.
        let isCounted = summary.skipped != nil || summary.skippedCount == 0
        let skipped = isCounted ? summary.skippedRows : try source.tally { false }.skipped
        demand.note(.skipped(skipped, summary.notices))
        return summary.bounds
    }

    func counts() throws(SourceError) -> RowCounts {
        let all = try all.open(isCancelled: { false })
        let some = try source.open(isCancelled: { false })
        demand.note(.skipped(SkippedRows(), all.notices))
        return RowCounts(
            all: all.rowCount + all.skippedCount, matching: some.rowCount + some.skippedCount,
            placed: some.rowCount, bounds: some.bounds)
    }

    private static let fewRows = 1_000

    func rows(in area: RowArea, limit: Int?) throws(SourceError) -> WrittenRows {
        let tree = try source.allRows(in: area.window, isCancelled: { false })
        let count = min(tree.count, limit ?? tree.count)
        // A few are fetched by their keys sooner than all of the window.
        let isFew = count <= Self.fewRows || count < tree.count / 4
        let table =
            isFew ? source.table : try source.table(of: tree, in: area.window, isCancelled: { false })
        return WrittenRows(area.indices(in: tree), in: tree, limit: limit, nil, table: table)
    }

    func few(_ count: Int) throws(SourceError) -> WrittenRows? {
        let summary = try source.open(isCancelled: { false })
        if summary.rowCount > count, !summary.isEstimate { return nil }
        let found = try source.members(of: [.world], after: nil, limit: count, isCancelled: { false }).matches
        return WrittenRows(
            count: found.count, row: { ExportedRow(row: found[$0].row, place: found[$0].place) },
            table: source.table)
    }

    func summarizeColumns() throws(SourceError) -> [ColumnSummary] {
        try source.summarizeColumns(
            in: nil, listing: ColumnSummary.listedValues, isCancelled: { false })
    }
}
