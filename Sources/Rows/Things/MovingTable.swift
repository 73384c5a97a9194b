import MapModel

/// How a thing moves, as far as it says so.
package struct ThingMotion: Sendable, Equatable {
    /// What it is.
    package var kind = ThingKind.other
    /// Whether it is still heard, when the table was made.
    package var state = ThingState.live
    /// Where it goes, or, of ships that stand, where the bow points: degrees clockwise from true north.
    package var courseDegrees: Double?
    /// Over ground.
    package var speedMetersPerSecond: Double?
    /// Above mean sea level.
    package var altitudeMeters: Double?
    /// Upwards.
    package var climbMetersPerSecond: Double?
    /// When its place was last known.
    package var time: UTCInstant?
    /// When it was last heard, with a place or without.
    package var heard: UTCInstant?
    /// The radius around its place.
    package var accuracyMeters: Double?
    /// What it calls for help with: by squawk, or as a beacon of distress.
    package var emergency = Thing.Emergency.none
    /// Counts the jumps: a trail does not go on over one.
    package var jumpCount = 0

    /// Nothing is known.
    package init() {}
}

/// A table of things that tells how they move without making texts of it.
package protocol MovingTable: RowTable {
    /// How the thing of a row moves; nil for a row that is none.
    func motion(ofRow row: UInt32) -> ThingMotion?
    /// What there is to say of lost connections, a line each; empty while all is well.
    var connectionFaults: [String] { get }
}
