import App
import Rows
import Streams

/// The rows of a map that is opened alone: there are none.
package struct NoRows: SourceLoader {
    package let name: String

    package init(name: String) {
        self.name = name
    }

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        throw .empty(file: name, hasHeader: false)
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        throw .refused(name: name, words: "tiles have no columns (expected a file of rows)")
    }
}
