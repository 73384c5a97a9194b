extension PositionSource {
    /// Reads a log to its end, here and now, and tells all that happens in it; nothing for other sources.
    ///
    /// - Throws: when it cannot be read.
    public func readLog(onEvent: (PositionEvent) -> Void) throws(SourceError) {
        guard case .log(let path, let format, _) = origin else { return }
        try LogReplay(speed: nil, wakePipe: WakePipe()).run(path: path, format: format, onEvent: onEvent)
    }
}
