import Rows
import Streams

/// What `body` finds in a source, or why not; throws where the job was cancelled.
///
/// What was cancelled by something else, such as the server's administrator, is a failure like any other.
func outcome<Value>(
    _ body: () throws(SourceError) -> Value
) throws(CancellationError) -> Result<Value, SourceError> {
    do throws(SourceError) {
        return .success(try body())
    } catch {
        if error == .cancelled, Task.isCancelled { throw CancellationError() }
        return .failure(error)
    }
}
