import MapModel
import Platform
import Rows
import Streams
import Synchronization

/// What a source held when it was read last, and the time before: what is kept to say what changed.
final class LoadedReadings: Sendable {
    /// Rows as they were read, with their values in memory.
    struct Reading: Sendable {
        let table: RememberedTable
        let tree: QuadTree
        let shapes: ShapeIndex
        /// The same shapes in the order of their rows; none where they were restored or are many.
        let buffer: ShapeBuffer
        /// Where they were asked for; nil where the rows were restored.
        let heights: VertexHeights?
    }

    private struct Kept: Sendable {
        var limit = LoadedReadings.usualLimit
        /// The source as it is now; nil until it is remembered, and where it is too large.
        var now: Reading?
        var before: Reading?
        /// What was read last, without what was removed from it.
        var plain: (data: LoadedData, rows: LoadedRows)?
        var buffer = ShapeBuffer()
        var heights: VertexHeights?
        var difference: RowDifference?
        var isShown = false
    }

    private let kept = Mutex(Kept())

    /// Bytes of values that are kept of a source that may never be read again, and of one that is watched.
    private static let (usualLimit, watchedLimit) = (32 << 20, 1 << 30)
    /// Vertices of shapes that are kept a second time.
    private static let mostVertices = 2_000_000

    /// The source will be read again: more is kept of it, up to a quarter of what is free.
    func expectMore() {
        let free = AvailableMemory.byteCount ?? Self.watchedLimit
        kept.withLock { $0.limit = max(min(Self.watchedLimit, free / 4), Self.usualLimit) }
    }

    /// Keeps the values of what was read last, unless they are kept already.
    func remember(_ loaded: LoadedRows) throws(SourceError) {
        let (limit, isKnown) = kept.withLock { ($0.limit, $0.now != nil || $0.isShown) }
        guard !isKnown, let table = try RememberedTable(loaded.table, limit: limit) else { return }
        kept.withLock { kept in
            kept.now = Reading(
                table: table, tree: loaded.tree, shapes: loaded.shapes, buffer: kept.buffer,
                heights: kept.heights)
        }
    }

    /// The source was read for the first time, or again: what was kept of it is now what it held before.
    func note(_ source: LoadedSource, isOther: Bool) {
        let shapes = source.shapes
        kept.withLock { kept in
            kept.before = isOther ? nil : kept.now
            (kept.now, kept.plain, kept.difference, kept.isShown) = (nil, nil, nil, false)
            kept.buffer = shapes.vertexCount > Self.mostVertices ? ShapeBuffer() : shapes
            kept.heights = source.heights
        }
    }

    /// What was read last, as it is shown without a comparison.
    func note(_ data: LoadedData, _ rows: LoadedRows) { kept.withLock { $0.plain = (data, rows) } }

    /// What changed from the reading before, by the key of the source or one that is found; nil where that one was not kept.
    func compare(isCancelled: () -> Bool) throws(SourceError) -> RowDifference? {
        let (before, plain, heights) = kept.withLock { ($0.before, $0.plain, $0.heights) }
        guard let before, let rows = plain?.rows else { return nil }
        let old = Self.compared(before)
        let new = ComparedSource(rows.table, rows.tree, rows.shapes, heights)
        var options = DifferenceOptions()
        if let id = rows.table.roles.id, let name = Self.name(of: id, in: rows.table) {
            options.key = .columns([name])
        }
        var found: RowDifference?
        for key in [options.key, .found, .none] where found == nil {
            options.key = key
            // A column of keys may be none any more.
            do throws(SourceError) {
                found = try DifferenceLoader.difference(old, new, options, isCancelled)
            } catch .cancelled {
                throw .cancelled
            } catch {
                if case .none = key { throw error }
            }
        }
        let difference = found
        kept.withLock { $0.difference = difference }
        return difference
    }

    private static func name(of column: Int, in table: any RowTable) -> String? {
        column < table.columnNames.count ? table.columnNames[column] : nil
    }

    private static func compared(_ reading: Reading) -> ComparedSource {
        ComparedSource(reading.table, reading.tree, reading.shapes, reading.heights)
    }

    /// The rows of both readings as one source; nil where they were not compared.
    func joined() throws(SourceError) -> LoadedSource? {
        let (before, plain, difference, buffer) = kept.withLock {
            ($0.before, $0.plain, $0.difference, $0.buffer)
        }
        guard let before, let rows = plain?.rows, let difference else { return nil }
        // The difference has the heights.
        let old = Self.compared(before)
        let new = ComparedSource(rows.table, rows.tree, rows.shapes, VertexHeights())
        let after = LoadedSource(
            points: new.points, shapes: buffer, table: rows.table, skipped: rows.skipped, notices: [])
        let source = try DifferenceLoader.joined(difference, old, new, before.buffer, after)
        kept.withLock { $0.isShown = true }
        return source
    }

    /// What was shown before the comparison was.
    func takePlain() -> (data: LoadedData, rows: LoadedRows)? {
        kept.withLock { kept in
            guard kept.isShown else { return nil }
            kept.isShown = false
            return kept.plain
        }
    }
}

extension LoadedDataSet {
    /// The source will be read again.
    package func expectReloads() { readings.expectMore() }

    /// What changed from the reading before to the last one; nil where the one before was not kept. What is kept of the last one
    /// is gathered first.
    package func compareReadings(isCancelled: () -> Bool) throws(SourceError) -> RowDifference? {
        if let current { try readings.remember(current) }
        return try readings.compare(isCancelled: isCancelled)
    }

    /// Shows the rows of the last two readings with what changed, or those of the last one; nil where that is so already.
    package func showReadings(_ isShown: Bool) throws(SourceError) -> LoadedData? {
        if isShown {
            guard let before = current, let source = try readings.joined() else { return nil }
            let removed = source.table.recordCount - before.table.recordCount
            return adopt(source, reload: true, before.identities?.followed(by: removed))
        }
        guard let (data, rows) = readings.takePlain(), let before = current else { return nil }
        return adopt(data, rows, after: before)
    }

    /// What was shown before is shown again, under new numbers of generations.
    private func adopt(_ data: LoadedData, _ rows: LoadedRows, after before: LoadedRows) -> LoadedData {
        var (data, rows) = (data, rows)
        let generation = before.rows.generation + 1
        (data.rows.generation, data.rows.numbering) = (generation, before.rows.numbering + 1)
        (rows.rows, rows.reading) = (data.rows, generation)
        show(rows)
        return data
    }
}
