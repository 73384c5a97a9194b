import MapModel
import RowValues
import Rows
import Streams

/// Reads two sources as one: the rows of the new one and those that were removed from the old one, with what changed.
package struct DifferenceLoader: SourceLoader {
    package let old: any SourceLoader
    package let new: any SourceLoader
    package let options: DifferenceOptions

    /// What changed from `old` to `new`.
    package init(
        old: any SourceLoader, new: any SourceLoader, options: DifferenceOptions = DifferenceOptions()
    ) {
        (self.old, self.new, self.options) = (old, new, options)
    }

    package var name: String { "\(old.name) → \(new.name)" }
    package var isStream: Bool { old.isStream || new.isStream }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let before = try readOld(isCancelled, progress)
        let after = try Self.read(new, half: 1, isCancelled, progress)
        return try Self.joined(before, after, options, isCancelled)
    }

    /// Reads the old source, unless both would not fit into memory.
    private func readOld(
        _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var memory = DifferenceMemory(old: old.name, new: new.name)
        do throws(SourceError) {
            return try Self.read(old, half: 0, { isCancelled() || memory.refusal != nil }) { part in
                progress(part)
            } looking: {
                memory.look(bytesRead: $0.bytesRead, totalBytes: $0.totalBytes, recordCount: $0.recordCount)
            }
        } catch {
            throw memory.refusal ?? error
        }
    }

    /// Each source is half of the work: their sizes are not known before they are opened.
    private static func read(
        _ loader: any SourceLoader, half: Int, _ isCancelled: () -> Bool, _ progress: (LoadProgress) -> Void,
        looking: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedSource {
        try loader.readWhole(isCancelled: isCancelled) { part in
            looking(part)
            let share = part.totalBytes.map { Double(part.bytesRead) / Double(max($0, 1)) }
            progress(
                LoadProgress(
                    bytesRead: Int((Double(half) + (share ?? 0)) * 1_000),
                    totalBytes: share.map { _ in 2_000 }, recordCount: part.recordCount, part: nil))
        }
    }

    /// Two sources that were read, as one with what changed.
    package static func joined(
        _ before: LoadedSource, _ after: LoadedSource, _ options: DifferenceOptions,
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> LoadedSource {
        let (old, new) = (ComparedSource(before), ComparedSource(after))
        var difference = try difference(old, new, options, isCancelled)
        let earlyEnd = (before.layers + after.layers).lazy.compactMap(\.earlyEnd).first
        difference.isTorn = earlyEnd != nil
        var joined = try joined(difference, old, new, before.shapes, after)
        let torn = (before.layers + after.layers).compactMap { $0.earlyEnd?.notice(file: $0.name) }
        joined.notices = Self.different(torn + difference.notices + before.notices + after.notices)
        // Its notice is among those above.
        joined.layers[0].earlyEnd = earlyEnd
        return joined
    }

    /// What changed between two sources.
    static func difference(
        _ old: ComparedSource, _ new: ComparedSource, _ options: DifferenceOptions, _ isCancelled: () -> Bool
    ) throws(SourceError) -> RowDifference {
        let difference = try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            var builder = try DifferenceBuilder(old, new, options, isCancelled: isCancelled)
            return try builder.build()
        }
        guard difference.rowCount <= LoadedSource.rowLimit else { throw .tooManyRows(in: new.table.name) }
        return difference
    }

    /// The rows of the new source with those that were removed from the old one.
    static func joined(
        _ difference: RowDifference, _ old: ComparedSource, _ new: ComparedSource, _ oldShapes: ShapeBuffer,
        _ after: LoadedSource
    ) throws(SourceError) -> LoadedSource {
        var points = after.points
        var removedPlaces = 0
        for (index, row) in difference.removed.enumerated() {
            guard let place = old.place(row) else { continue }
            points.append(place, row: UInt32(new.count + index))
            removedPlaces += 1
        }
        var shapes = after.shapes
        shapes.append(contentsOf: oldShapes.renumbered(difference.removed), rowOffset: UInt32(new.count))
        var skipped = after.skipped
        skipped.add(.noPlace, count: difference.removed.count - removedPlaces)
        let table = DifferenceTable(
            difference, old, new, shapes: shapes.isEmpty ? ShapeIndex() : ShapeIndex(shapes))
        return LoadedSource(
            points: points, shapes: shapes, table: table, skipped: skipped, notices: difference.notices)
    }

    /// Both sources may say the same.
    private static func different(_ notices: [String]) -> [String] {
        var met: Set<String> = []
        return notices.filter { met.insert($0).inserted }
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var lines: [String] = []
        for loader in [old, new] {
            lines.append("\(printable(loader.name)):")
            lines += try loader.explainColumns(isCancelled: isCancelled).map { "  " + $0 }
        }
        return lines
    }
}
