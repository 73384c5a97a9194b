/// Which fixes are trusted. A place, a time and an order are always required and have no switch.
public struct FixRules: Hashable, Sendable {
    /// Drop fixes that report no accuracy.
    ///
    /// Off by default: many receivers never report it.
    public var requiresAccuracy = false
    /// Drop fixes less accurate than this; nil for no limit.
    public var accuracyLimitMeters: Double?
    /// Drop fixes this close to 0° N 0° E, which devices without a fix often report; nil to accept them.
    public var nullIslandRadiusMeters: Double?
    /// Drop fixes that could be reached from the previous good one only at a higher speed; nil for no limit.
    ///
    /// Reflections in streets and cold starts make single fixes jump by hundreds of metres.
    public var speedLimitMetersPerSecond: Double?
    /// Drop fixes at exactly the place of one that was dropped before for being implausible.
    ///
    /// Devices repeat the last place of yesterday, or of their factory, until they have a new one.
    public var dropsRepeatsOfDropped = false
    /// How much older than the newest good fix one may be and still be inserted into the track.
    ///
    /// Reports of several receivers arrive out of order by the time they need to compute and send them.
    public var lateToleranceMilliseconds: Int64 = 0
    /// Of several receivers, the path of the one to follow; nil for the first with a good fix.
    public var device: String?
    /// Accept times before the start of the program and in the far future: for a receiver whose clock is
    /// wrong.
    public var acceptsStale = false

    /// The rules of a standard receiver: no accuracy is required, no limits are set, stale times are refused.
    public init() {}
}
