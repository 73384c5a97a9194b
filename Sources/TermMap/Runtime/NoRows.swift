import Rows
import Streams

/// The rows of a map that is opened alone: there are none.
struct NoRows: SourceLoader {
    let name: String

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        throw .empty(file: name, hasHeader: false)
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        throw .refused(name: name, words: "tiles have no columns (expected a file of rows)")
    }
}
