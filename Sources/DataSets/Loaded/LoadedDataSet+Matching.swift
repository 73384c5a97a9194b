import MapModel
import Rows
import RowValues
import Streams

// Rows in memory, as commands ask for them.
extension LoadedDataSet: DataSet {
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader.explainColumns(isCancelled: isCancelled)
    }

    package func columnNames(_ demand: RowDemand) throws(SourceError) -> [String] {
        try table(demand).columnNames
    }

    /// The table of what was read, or is read now; no tree is made for it.
    func table(_ demand: RowDemand) throws(SourceError) -> any RowTable {
        if let source = try unsortedSource(demand) { return source.table }
        return try rows(demand).table
    }

    package func matching(
        _ filter: Filter?, _ demand: RowDemand
    ) throws(FilterFailure) -> any MatchingRows {
        MatchingRowsInMemory(match: try match(filter, demand), withShapes: demand.withShapes)
    }

    /// No tree is made for them, if there is none.
    package func rows(
        matching filter: Filter?, limit: Int?, _ demand: RowDemand
    ) throws(FilterFailure) -> WrittenRows {
        let found: LoadedSource?
        do throws(SourceError) {
            // Places are tested on a tree.
            found = filter?.places.isEmpty == false ? nil : try unsortedSource(demand)
        } catch { throw .source(error) }
        guard let source = found else {
            if demand.withUnplaced { return try unplacedRows(matching: filter, limit: limit, demand) }
            return MatchingRowsInMemory(match: try match(filter, demand), withShapes: demand.withShapes)
                .rows(in: .everywhere, limit: limit)
        }
        var rows =
            demand.withUnplaced
            ? RowSet(capacity: source.table.recordCount) { _ in true } : source.points.rows
        if let filter {
            var matching = try filter.rows(
                of: source.table, isCancelled: { false },
                note: { demand.note(.misfits($0)) })
            rows.grow(to: matching.capacity)
            matching.grow(to: rows.capacity)
            rows.formIntersection(matching)
        }
        if let limit { rows = rows.prefix(limit) }
        let shapes = demand.withShapes ? source.writtenShapes : nil
        if demand.withUnplaced {
            return WrittenRows(
                withUnplaced: rows, in: source.points, shapes, table: source.table)
        }
        return WrittenRows(rows, in: source.points, shapes, table: source.table)
    }

    /// All rows that match, with a place or without, of what was read before.
    private func unplacedRows(
        matching filter: Filter?, limit: Int?, _ demand: RowDemand
    ) throws(FilterFailure) -> WrittenRows {
        let match = try match(filter, demand)
        var rows = match.kept ?? RowSet(capacity: match.loaded.table.recordCount) { _ in true }
        if let limit { rows = rows.prefix(limit) }
        return WrittenRows(withUnplaced: rows, in: match.tree, table: match.loaded.table)
    }

    /// What was read, without a tree; the source is read the first time, and what is to be known of that is noted.
    private func unsortedSource(_ demand: RowDemand) throws(SourceError) -> LoadedSource? {
        try unsortedSource { source in
            demand.note(.skipped(source.skipped, source.notices))
            guard !source.shapes.isEmpty else { return }
            demand.note(.shapes(ShapeIndex(source.shapes), areCopied: source.table.writesShapes))
        }
    }

    package var findsNearby: Bool { finder != nil }

    /// All rows are read for tests that an index of the source cannot answer.
    package func applying(
        _ filter: Filter, to found: any NearbySource, _ demand: RowDemand
    ) throws(FilterFailure) -> any NearbySource {
        let source = filter.needsAllRows ? LoadedNeighbors(dataSet: self, demand: demand) : found
        return try source.applying(filter, isCancelled: { false })
    }

    package func nearbySource(_ demand: RowDemand) throws(SourceError) -> any NearbySource {
        do throws(SourceError) {
            return try finder?() ?? LoadedNeighbors(dataSet: self, demand: demand)
        } catch {
            // Rows without coordinates may be found by their names.
            guard loader is any PlaceFixing else { throw error }
            return LoadedNeighbors(dataSet: self, demand: demand)
        }
    }

    /// What was read; the source is read the first time, and what is to be known of that is noted.
    func rows(_ demand: RowDemand) throws(SourceError) -> LoadedRows {
        if let current { return current }
        let isNoted = try unsortedSource(demand) != nil
        let rows = try wholeRows { false }
        if isNoted { return rows }
        demand.note(.skipped(rows.skipped, rows.notices))
        if !rows.shapes.isEmpty { demand.note(.shapes(rows.shapes, areCopied: rows.table.writesShapes)) }
        return rows
    }

    func match(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> LoadedMatch {
        let rows: LoadedRows
        do throws(SourceError) { rows = try self.rows(demand) } catch { throw .source(error) }
        return try LoadedMatch(filter, of: rows, columns, isCancelled: { false }) {
            demand.note(.misfits($0))
        }
    }
}

private struct MatchingRowsInMemory: MatchingRows {
    let match: LoadedMatch
    let withShapes: Bool

    private var loaded: LoadedRows { match.loaded }
    private var tree: QuadTree { match.tree }
    private var kept: RowSet? { match.kept }
    private var shapes: WrittenShapes? { loaded.writtenShapes(withShapes) }

    func bounds() -> GeoBounds? { tree.bounds }

    func counts() -> RowCounts {
        RowCounts(
            all: loaded.table.recordCount, matching: kept?.count ?? loaded.table.recordCount,
            placed: tree.count,
            bounds: tree.bounds.map { loaded.shapes.bounds(around: $0) { kept?.contains($0) ?? true } })
    }

    func rows(in area: RowArea, limit: Int?) -> WrittenRows {
        WrittenRows(area.indices(in: tree), in: tree, limit: limit, shapes, table: loaded.table)
    }

    func few(_ count: Int) -> WrittenRows? {
        WrittenRows(0..<min(count, tree.count), in: tree, shapes, table: loaded.table)
    }

    func summarizeColumns() throws(SourceError) -> [ColumnSummary] {
        try loaded.table.summarizeAllColumns(of: kept, isCancelled: { false })
    }
}

/// Finds the rows near a place among all rows, by their lines and areas.
private struct LoadedNeighbors: NearbySource {
    let dataSet: LoadedDataSet
    let demand: RowDemand
    /// Nil for all rows, which are read when they are asked for.
    var match: LoadedMatch?

    var table: any RowTable { dataSet.current?.table ?? EmptyTable(name: dataSet.loader.name) }

    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try dataSet.columnNames(demand)
    }

    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        var next = self
        next.match = try dataSet.match(filter, demand)
        return next
    }

    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow] {
        let match = if let known = self.match { known } else { try all() }
        if match.tree.isEmpty, match.kept == nil { demand.note(.noPlaces) }
        let shapes = match.loaded.writtenShapes(demand.withShapes)
        return match.tree.neighbors(
            of: question.center, limit: question.limit, within: question.radiusMeters ?? .infinity,
            shapes: match.loaded.shapes
        ).neighbors.map { neighbor in
            ExportedRow(
                row: match.tree.row(at: neighbor.index),
                place: match.tree.fixedCoordinate(at: neighbor.index),
                distanceMeters: neighbor.distanceMeters, shape: shapes?.geometry)
        }
    }

    private func all() throws(SourceError) -> LoadedMatch {
        do throws(FilterFailure) {
            return try dataSet.match(nil, demand)
        } catch .source(let error) {
            throw error
        } catch {
            throw .cancelled
        }
    }

    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] { [] }
}

extension LoadedRows {
    /// The lines, areas and heights that are written; nil for none.
    func writtenShapes(_ areWanted: Bool) -> WrittenShapes? {
        guard areWanted, !(shapes.isEmpty && heights.isEmpty) else { return nil }
        let (shapes, heights) = (shapes, heights)
        return WrittenShapes(heightMeters: { heights.ofPoint($0) }) { shapes }
    }
}

extension LoadedSource {
    /// The lines, areas and heights that are written; nil for none. They are indexed once a row is asked for: features are mostly
    /// copied as they stood.
    fileprivate var writtenShapes: WrittenShapes? {
        let (buffer, heights) = (shapes, heights)
        if buffer.isEmpty, heights.isEmpty { return nil }
        return WrittenShapes(heightMeters: { heights.ofPoint($0) }) { ShapeIndex(buffer) }
    }
}
