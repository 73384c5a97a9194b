import Synchronization

/// A dedicated thread for one kind of work that may block: on a disk, a pipe, a lock, a server.
///
/// Tasks that prefer a lane run there one after another, in the order in which they were started, and never on the
/// shared pool, which may have a single thread. The thread lives as long as there is work.
package final class Lane: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// A lane whose thread starts with the first job.
    package init() {}

    /// Runs `job` after those that wait already. Called by the concurrency runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustStart, !BlockingThread.detach({ self.runAll() }) else { return }
        // No thread is available: the pool is better than never.
        Task.detached { self.runAll() }
    }

    private func runAll() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
    }
}
