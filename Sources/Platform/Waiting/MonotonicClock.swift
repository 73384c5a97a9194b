#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clock that neither people nor the network set.
package enum MonotonicClock {
    /// Since an arbitrary moment.
    package static var now: Duration { Clock.time(of: CLOCK_MONOTONIC) }

    /// Stops this thread for a while; a signal may end it before.
    package static func sleep(microseconds: UInt32) { usleep(microseconds) }
}

/// The clock on the wall, which may be set.
package enum WallTime {
    /// Since the beginning of 1970, UTC.
    package static var now: Duration { Clock.time(of: CLOCK_REALTIME) }
}

private enum Clock {
    static func time(of clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
