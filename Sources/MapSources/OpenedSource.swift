import DataSets
import Rows
import Streams

/// What the user named, ready to be read or queried.
package enum OpenedSource: Sendable {
    /// All rows are read; `finder` finds those near a place without that, where there is an index.
    case loader(any SourceLoader, finder: LoadedDataSet.Finder?)
    /// Rows stay on the server, which is queried.
    case server(any ViewportSource)

    /// The rows, for a command.
    package var dataSet: any DataSet { dataSet(countedIn: AreaSets()) }

    /// The same with areas that they can be counted in.
    package func dataSet(countedIn areaSets: AreaSets) -> any DataSet {
        switch self {
        case .loader(let loader, let finder):
            LoadedDataSet(loader: loader, finder: finder, areaSets: areaSets)
        case .server(let server): QueriedDataSet(server, areaSets: areaSets)
        }
    }

    /// What reads all rows; nil for a server.
    package var loader: (any SourceLoader)? { if case .loader(let loader, _) = self { loader } else { nil } }

    /// The rows in memory beside those of servers; nil where there are none.
    package var files: LoadedDataSet? {
        guard case .server(let layers as LayeredSource) = self else { return nil }
        return layers.files?.dataSet
    }

    /// The same for a screen, where a server that cannot be opened hides nothing beside it and is tried again.
    package var onScreen: OpenedSource {
        guard case .server(let layers as LayeredSource) = self else { return self }
        return .server(layers.showingWhatAnswers())
    }

    /// Whether all of it can be read again: no stream is part of it.
    package var isRereadable: Bool {
        loader?.isStream != true
    }

    /// Its name on the screen and in messages.
    package func name(of paths: [String]) -> String {
        guard case .server(let server) = self else {
            if let difference = loader as? DifferenceLoader { return difference.name }
            return paths.count == 1 ? paths[0] : "\(paths.count) files"
        }
        return server is LayeredSource ? "\(paths.count) sources" : server.name
    }

    /// Reads everything; a server is not read.
    package func read(isCancelled: () -> Bool) throws(SourceError) -> LoadedSource {
        guard let loader else { throw .cancelled }
        return try loader.read(isCancelled: isCancelled, progress: { _ in })
    }
}
