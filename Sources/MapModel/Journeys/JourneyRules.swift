/// How the figures of a journey are made.
public struct JourneyRules: Hashable, Sendable {
    /// A stay within `stopMeters` that lasts so long is a stop.
    public var stopMilliseconds: Int64
    /// How far the points of a stop may be from their mean.
    public var stopMeters: Double
    /// Heights are averaged over so much of the way to both sides; nil for as much as their noise requires.
    public var smoothingMeters: Double?
    /// A rise or fall counts once the height has come back by so much; nil for as much as their noise requires.
    public var hysteresisMeters: Double?

    /// Stops of tracks: 60 s within 30 m.
    public static let track = JourneyRules(stopMilliseconds: 60_000, stopMeters: 30)
    /// Stops of histories: 10 min within 200 m.
    public static let history = JourneyRules(stopMilliseconds: 600_000, stopMeters: 200)

    /// Rules for stops, and the standard ones for heights.
    public init(stopMilliseconds: Int64, stopMeters: Double) {
        (self.stopMilliseconds, self.stopMeters) = (stopMilliseconds, stopMeters)
    }

    /// The standard rules for a kind of journey.
    public init(_ kind: Journey.Kind) { self = kind == .track ? .track : .history }
}
