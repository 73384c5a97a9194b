import MapModel
import RowValues
import Rows
import Streams

/// A loader that finds the places of rows without coordinates, by their names and codes.
///
/// A source with coordinates passes through unchanged.
package struct PlacedLoader: SavableLoader, PlaceFixing {
    package let base: any SourceLoader
    private let places: Places
    /// Nil for what is read to its end before it is shown.
    private let stream: StreamedPlaces?

    /// Rows that `base` reads, whose places `places` finds.
    ///
    /// - Parameters:
    ///   - isStream: they are placed as they come.
    ///   - replacesRows: a later record may replace an earlier one.
    package init(base: any SourceLoader, places: Places, isStream: Bool = false, replacesRows: Bool = false) {
        (self.base, self.places) = (base, places)
        stream = isStream ? StreamedPlaces(places, replacesRows: replacesRows) : nil
    }

    package var name: String { base.name }
    package var isStream: Bool { base.isStream }
    package var fixes: PlaceFixes? { places.fixes }
    /// What the loader below reads, with the places of its rows.
    package var savable: SavableInput? {
        guard stream == nil, places.canBeSaved else { return nil }
        return (base as? any SavableLoader)?.savable?.wrapped(SavedPlaces.table)
    }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let source = try base.read(isCancelled: isCancelled) { step in
            guard let part = step.part, part.table.placeRoles != nil else { return progress(step) }
            // Names are understood when all of them are known; those of a stream as they come.
            let placed = try? stream?.placed(part, isEnd: false, isCancelled: isCancelled)
            progress(
                LoadProgress(
                    bytesRead: step.bytesRead, totalBytes: step.totalBytes, recordCount: step.recordCount,
                    part: placed))
        }
        if let stream { return try stream.placed(source, isEnd: true, isCancelled: isCancelled) }
        let recordCount = source.table.recordCount
        return try places.placed(consume source, isCancelled: isCancelled) { share in
            progress(
                LoadProgress(
                    bytesRead: Int(share * 1_000), totalBytes: 1_000, recordCount: recordCount, part: nil))
        }
    }

    package func readInPassing(
        withSameColumns: Bool, isCancelled: () -> Bool, _ body: (LoadedSource) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        try base.readInPassing(withSameColumns: withSameColumns, isCancelled: isCancelled) {
            (part) throws(SourceError) in
            try body(try places.placed(part, isCancelled: isCancelled) { _ in })
        }
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try base.explainColumns(isCancelled: isCancelled)
    }
}
