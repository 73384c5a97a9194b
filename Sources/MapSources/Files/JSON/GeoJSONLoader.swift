/// Loads JSON with places in it, handing out what is there while it reads.
///
/// GeoJSON (RFC 7946) as a document, one record a line, or a text sequence (RFC 8142); plain objects, one a line or in
/// an array, by the names of their members. Everything happens on the caller's thread: call it from a task of its own.
public struct GeoJSONLoader: SourceLoader {
    public let path: String
    public let options: FeatureOptions

    /// - Parameter path: a file, a pipe, or "-" for the standard input.
    public init(path: String, options: FeatureOptions = FeatureOptions()) {
        self.path = path
        self.options = options
    }

    public var name: String { path == "-" ? "stdin" : path }

    public func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var run = try JSONRun(FileBytes.opened(path), options: options, isCancelled: isCancelled)
        return try run.read(isCancelled: isCancelled, progress: progress)
    }

    public func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let run = try JSONRun(FileBytes.opened(path), options: options, isCancelled: isCancelled)
        return run.explanation()
    }
}
