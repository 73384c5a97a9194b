import Glibc

/// Time that only goes forward, since the machine started.
package enum MonotonicClock {
    /// The time since an arbitrary start; only differences mean something.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
