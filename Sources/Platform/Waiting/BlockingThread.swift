#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs work that blocks on a thread of its own: on the shared pool it would take a thread from all other
/// tasks, and there may be only one.
package enum BlockingThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Suspends until `body` has returned; nil when no thread is available. When the task is cancelled,
    /// `cancel` is called, from any thread, and `body` must return soon.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result, cancel: @escaping @Sendable () -> Void
    ) async -> Result? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let work = Work { continuation.resume(returning: body()) }
                if !start(work) { continuation.resume(returning: nil) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Runs `body` without waiting for it; false when no thread is available.
    package static func detach(_ body: @escaping @Sendable () -> Void) -> Bool { start(Work(body)) }

    private static func start(_ work: Work) -> Bool {
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let held = Unmanaged.passRetained(work)
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
                BlockingThread.withSignalStack { work.body() }
                return nil
            }, held.toOpaque())
        guard code == 0 else {
            held.release()
            return false
        }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
        return true
    }

    private static let signalStackBytes = 64 << 10

    /// Runs `body` with a separate stack for signals: when it overflows the thread's stack, as a parser
    /// might, the handler that restores the terminal still has room to run.
    private static func withSignalStack(_ body: () -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: signalStackBytes, alignment: 16)
        defer { memory.deallocate() }
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: signalStackBytes)
        sigaltstack(&stack, nil)
        body()
        stack.ss_flags = Int32(SS_DISABLE)
        sigaltstack(&stack, nil)
    }
}
