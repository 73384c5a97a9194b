import Platform
import Streams

extension PositionSource {
    /// Reads a log to its end on the caller's thread and reports all its events; does nothing for other
    /// sources.
    ///
    /// - Throws: when it cannot be read.
    package func readLog(onEvent: (PositionEvent) -> Void) throws(SourceError) {
        guard case .log(let path, let format, _) = origin else { return }
        let wakePipe: WakePipe
        do throws(FileError) { wakePipe = try WakePipe.opened() } catch { throw .file(error) }
        try LogReplay(speed: nil, wakePipe: wakePipe).run(path: path, format: format, onEvent: onEvent)
    }
}
