import Streams

extension SourceError {
    /// The error in one line, with the name of its source; throws where the job was cancelled.
    ///
    /// What was cancelled by something else, such as the server's administrator, is a failure like any other.
    func descriptionUnlessCancelled() throws(CancellationError) -> String {
        try throwIfCancelled()
        return description
    }

    /// The same in other words, such as those without the name of the source.
    func wordsUnlessCancelled<Words>(
        _ form: (SourceError) -> Words = { $0.words }
    ) throws(CancellationError) -> Words {
        try throwIfCancelled()
        return form(self)
    }

    private func throwIfCancelled() throws(CancellationError) {
        if self == .cancelled, Task.isCancelled { throw CancellationError() }
    }
}
