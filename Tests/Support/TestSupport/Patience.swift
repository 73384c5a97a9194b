import Foundation

/// How long a test waits for what must happen.
///
/// A machine that is slow or busy is no fault, so that the limit only ends a test that would wait for ever.
public enum Patience {
    public static let limit = Duration.seconds(60)
}

/// Waits until `condition` holds; false if it never does. Blocks the thread.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + Patience.limit
    while try !condition() {
        // Looked at once more, because this thread may have been the slow one.
        guard ContinuousClock.now < deadline else { return try condition() }
        usleep(2_000)
    }
    return true
}

/// Waits until `condition` holds; false if it never does. Blocks no thread.
public func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + Patience.limit
    while !condition() {
        guard ContinuousClock.now < deadline else { return condition() }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
