/// Which fixes are to be trusted. What is always demanded — a place, a time, an order — has no switch.
public struct FixRules: Hashable, Sendable {
    /// Drop fixes that do not say how accurate they are.
    ///
    /// Off: many receivers never say it.
    public var requiresAccuracy = false
    /// Drop fixes less accurate than this; nil for no limit.
    public var accuracyLimitMeters: Double?
    /// Drop fixes this close to 0° N 0° E, where devices without a fix often say they are; nil to believe them.
    public var nullIslandRadiusMeters: Double?
    /// Drop fixes that could be reached from the previous good one only at a higher speed; nil for no limit.
    ///
    /// Reflections in streets and cold starts make single fixes jump by hundreds of metres.
    public var speedLimitMetersPerSecond: Double?
    /// Drop fixes at exactly the place of one that was dropped before for being implausible.
    ///
    /// Devices say the last place of yesterday, or of their factory, again and again until they know better.
    public var dropsRepeatsOfDropped = false
    /// How much older than the newest good fix one may be and still be put into the track where it belongs.
    ///
    /// The reports of several receivers reach us out of order by as much as they need to compute and send them.
    public var lateToleranceMilliseconds: Int64 = 0
    /// Believe times before the start of the program and in the far future: for a receiver whose clock is wrong.
    public var acceptsStale = false

    public init() {}
}
