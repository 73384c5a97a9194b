import MapModel
import Platform

/// The machine's time of day.
package enum WallClock {
    /// The current time in UTC; `.latest` when the clock is beyond the year 9999.
    package static var now: UTCInstant {
        UTCInstant(milliseconds: Int64(WallTime.now.milliseconds)) ?? .latest
    }
}
