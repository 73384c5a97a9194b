import Glibc

/// Times in ascending order and how they are told.
struct Measurement {
    private let microseconds: [Double]

    /// The times of `count` runs of `body`, which is given the number of the run.
    init(count: Int, _ body: (Int) -> Void) {
        let clock = ContinuousClock()
        microseconds = (0..<count).map { run in
            clock.measure { body(run) } / Duration.microseconds(1)
        }.sorted()
    }

    /// The processor time of `count` runs on this thread: the same however busy the machine is.
    init(processorTimeOf count: Int, _ body: () -> Void) {
        microseconds = (0..<count).map { _ in
            let start = Self.processorTime()
            body()
            return Self.processorTime() - start
        }.sorted()
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// Milliseconds of one run of `body`.
    static func milliseconds(_ body: () -> Void) -> Int {
        Int(ContinuousClock().measure(body) / Duration.milliseconds(1))
    }

    /// Microseconds.
    var median: Double { quantile(0.5) }

    /// The shortest, in microseconds.
    var best: Double { quantile(0) }

    /// Microseconds.
    var p99: Double { quantile(0.99) }

    var summary: String {
        "median \(quantile(0.5)) µs, p95 \(quantile(0.95)) µs, p99 \(quantile(0.99)) µs, max \(quantile(1)) µs"
    }

    private func quantile(_ share: Double) -> Double {
        let index = min(Int(Double(microseconds.count) * share), microseconds.count - 1)
        return (microseconds[index] * 10).rounded() / 10
    }
}
