import MapModel
import RowValues
import Rows
import Streams

/// Loads FlatGeobuf in degrees: the features in the order of the file; the index is passed over.
///
/// What is damaged or unusual (other coordinate systems, dates, JSON, curves, features without a place) is left to GDAL, from
/// the beginning: there are no rows of two readers.
package struct FlatGeobufLoader: SourceLoader {
    private let input: SourceInput
    private let options: FeatureOptions
    private let other: GDALLoader

    init(_ input: SourceInput, options: SourceOptions) {
        self.input = input
        self.options = GDALLoader.readOptions(options)
        other = GDALLoader(path: input.path, layer: options.layer, options: options)
    }

    /// The path.
    package var name: String { input.name }

    /// Reads the features to their end.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let file = try input.open()
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        let feed = ByteFeed(file, keepsBytes: false)
        var run = FlatGeobufRun(feed, options: options)
        let isRead = try run.read(isCancelled: isCancelled) { rows, bytesRead throws(SourceError) in
            try rows.collector.checkMemory(bytesRead: bytesRead, totalBytes: feed.totalBytes)
            let count = rows.collector.recordCount
            progress(
                LoadProgress(
                    bytesRead: bytesRead, totalBytes: feed.totalBytes, recordCount: count,
                    part: moments.isDue(count: count) ? rows.collector.part() : nil))
            return true
        }
        guard isRead, var rows = run.rows else {
            do throws(SourceError) {
                return try other.read(isCancelled: isCancelled, progress: progress)
            } catch .empty where run.featureCount > 0 {
                // GDAL takes a file that ends within its index for one without features.
                throw .refused(
                    name: name,
                    words: "is cut off: none of its \(grouped(run.featureCount)) features can be read")
            }
        }
        rows.collector.notes.changedWhileReading = !file.isUnchanged
        return try rows.collector.loaded()
    }

    /// Reads the first features and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var run = FlatGeobufRun(
            ByteFeed(try input.openToExplain(), keepsBytes: false), options: options)
        let isRead = try run.read(isCancelled: isCancelled) { rows, _ in
            rows.collector.recordCount < FeatureRoles.sampleLimit
        }
        guard isRead, let rows = run.rows else { return try other.explainColumns(isCancelled: isCancelled) }
        do throws(ColumnError) {
            let found = try rows.collector.roles(coordinates: []).found()
            return ["FlatGeobuf, \(rows.collector.values.columnCount) columns"] + found.reasons
        } catch {
            throw .columns(error, file: name)
        }
    }
}
