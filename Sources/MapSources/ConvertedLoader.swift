import FileSources
import Rows
import Streams

/// Loads a file by its own reader or, where its coordinates are in a system that this does not read, by GDAL, which
/// converts them.
struct ConvertedLoader: SavableLoader {
    let base: any SourceLoader
    let options: SourceOptions

    var name: String { base.name }
    var savable: SavableInput? { (base as? any SavableLoader)?.savable }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        do throws(SourceError) {
            return try base.read(isCancelled: isCancelled, progress: progress)
        } catch {
            return try converter(error).read(isCancelled: isCancelled, progress: progress)
        }
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        do throws(SourceError) {
            return try base.explainColumns(isCancelled: isCancelled)
        } catch {
            return try converter(error).explainColumns(isCancelled: isCancelled)
        }
    }

    /// - Throws: `error` where it is not about a coordinate system, or the file is inside an archive.
    private func converter(_ error: SourceError) throws(SourceError) -> GDALLoader {
        guard case .otherSystem(let path, let layer, _) = error, FileIdentity(path: path) != nil else {
            throw error
        }
        return GDALLoader(path: path, layer: layer ?? options.layer, options: options)
    }
}
