import RowValues
import Rows
import MapModel
import Streams

/// Reads several sources, one after the other, as the layers of one; streams in parallel, since one that
/// never ends would keep the next one waiting.
package struct LayeredLoader: PlaceFixing {
    package let loaders: [any SourceLoader]

    /// Sources in the order of their rows.
    package init(loaders: [any SourceLoader]) {
        self.loaders = loaders
    }

    /// Those of the first that has any: all share them.
    package var fixes: PlaceFixes? { loaders.lazy.compactMap { ($0 as? any PlaceFixing)?.fixes }.first }
    package var isStream: Bool { loaders.contains(where: \.isStream) }
    package var name: String { loaders.map(\.name).joined(separator: ", ") }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let streams = loaders.filter(\.isStream)
        let files = streams.count > 1 ? loaders.filter { !$0.isStream } : loaders
        var joined: LoadedSource?
        for (index, loader) in files.enumerated() {
            let before = joined
            if let before, loader.isStream { Self.show(before, progress) }
            let part = try loader.readWhole(isCancelled: isCancelled) { part in
                // Each source is an equal share of the work: their sizes are not known before they are opened.
                let share = part.totalBytes.map { Double(part.bytesRead) / Double(max($0, 1)) }
                progress(
                    LoadProgress(
                        bytesRead: Int((Double(index) + (share ?? 0)) * 1000),
                        totalBytes: share.map { _ in 1000 * loaders.count },
                        recordCount: (before?.table.recordCount ?? 0) + part.recordCount,
                        part: part.part.flatMap { try? Self.joined(before, $0) }))
            }
            joined = try Self.joined(before, part)
        }
        if streams.count > 1 {
            if let joined { Self.show(joined, progress) }
            joined = try ParallelStreams(streams).read(
                after: joined, isCancelled: isCancelled, progress: progress)
        }
        guard let joined else { throw .empty(file: name, hasHeader: false) }
        return joined
    }

    /// A stream may be silent for long: the files are shown meanwhile.
    private static func show(_ files: LoadedSource, _ progress: (LoadProgress) -> Void) {
        progress(
            LoadProgress(
                bytesRead: 0, totalBytes: nil, recordCount: files.table.recordCount, part: files))
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var lines: [String] = []
        for loader in loaders {
            lines.append("\(printable(loader.name)):")
            do throws(SourceError) {
                lines += try loader.explainColumns(isCancelled: isCancelled).map { "  " + $0 }
            } catch .empty {
                lines.append("  no rows")
            }
        }
        return lines
    }

    /// The messages of the rows of both, as far as either has things.
    private static func heard(_ first: LoadedSource, _ next: LoadedSource) -> [UInt32]? {
        let (known, added) = (first.heardRows, next.heardRows)
        guard known != nil || added != nil else { return nil }
        func none(_ source: LoadedSource) -> [UInt32] {
            [UInt32](repeating: 0, count: source.table.recordCount)
        }
        return (known ?? none(first)) + (added ?? none(next))
    }

    /// The rows of `first`, then those of `next`.
    ///
    /// - Throws: `.refused` when there are more rows than numbers.
    package static func joined(_ first: LoadedSource?, _ next: LoadedSource) throws(SourceError)
        -> LoadedSource
    {
        let recordCount = (first?.table.recordCount ?? 0) + next.table.recordCount
        guard recordCount <= LoadedSource.rowLimit else { throw .tooManyRows(in: next.table.name) }
        guard var all = first else {
            var only = next
            only.skipped = SkippedRows()
            only.skipped.add(next.skipped, from: next.table.name)
            return only
        }
        let offset = UInt32(all.table.recordCount)
        all.heard = Self.heard(all, next)
        all.messages += next.messages.map { $0.moved(by: offset) }
        all.points.append(contentsOf: next.points, rowOffset: offset)
        all.shapes.append(contentsOf: next.shapes, rowOffset: offset)
        all.heights.append(next.heights, rowOffset: offset)
        all.isOfPlacesAlone = all.isOfPlacesAlone || next.isOfPlacesAlone
        all.journeys += next.journeys.map { journey in
            var journey = journey
            journey.row = journey.row.map { $0 + offset }
            return journey
        }
        all.vague = VagueRows.joined(all.vague, next.vague, offset: offset, capacity: recordCount)
        all.addresses = RowAddresses.joined(
            all.addresses, next.addresses, offset: offset, capacity: recordCount)
        let tables = (all.table as? LayeredTable)?.tables ?? [all.table]
        all.table = LayeredTable(tables + [next.table])
        all.skipped.add(next.skipped, from: next.table.name)
        all.notices += next.notices
        all.layers += next.layers.map { layer in
            var layer = layer
            layer.firstRow += offset
            return layer
        }
        return all
    }
}
