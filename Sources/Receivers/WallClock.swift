import Glibc
import MapModel

/// The machine's own idea of the time of day.
package enum WallClock {
    package static var now: UTCInstant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(clamping: time.tv_sec).multipliedReportingOverflow(by: 1000).partialValue
        return UTCInstant(milliseconds: milliseconds + Int64(time.tv_nsec / 1_000_000)) ?? .latest
    }
}
