import Glibc
import MapModel

/// The machine's time of day.
package enum WallClock {
    /// The current time in UTC; `.latest` when the clock is beyond the year 9999.
    package static var now: UTCInstant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(clamping: time.tv_sec).multipliedReportingOverflow(by: 1000).partialValue
        return UTCInstant(milliseconds: milliseconds + Int64(time.tv_nsec / 1_000_000)) ?? .latest
    }
}
