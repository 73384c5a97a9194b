/// The week counter of GPS: ten bits, so that it starts again after 1024 weeks.
public enum GPSWeek {
    /// The length of a turn of the counter: 1024 weeks, 19.6 years.
    public static let rolloverMilliseconds = 1024 * 7 * UTCInstant.millisecondsPerDay

    /// Whether `time` looks like a moment near `reference` with its week counter one to three turns back.
    ///
    /// A day either way is tolerated.
    public static func isRolledOver(_ time: UTCInstant, from reference: UTCInstant) -> Bool {
        let behind = reference.milliseconds(since: time)
        return (1...3).contains { turns in
            abs(behind - turns * rolloverMilliseconds) <= UTCInstant.millisecondsPerDay
        }
    }
}
