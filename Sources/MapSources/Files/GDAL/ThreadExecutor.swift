/// Runs the jobs of tasks on threads of their own, apart from those that all other tasks share.
///
/// A loader blocks the thread it is called on. What it waits for must not need another of the shared threads: there may
/// be no more than one. A task has one job at a time, so that a thread for each is no more than one for the task.
final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let hasStarted = BlockingThread.detach { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        if !hasStarted { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
