/// Chooses one of several receivers in one stream, so that their places are never mixed in one track.
///
/// The first with a good fix is followed until it has had none while another has had some for ten seconds, by that
/// one's clock.
struct FollowedReceiver: Sendable {
    private static let patienceMilliseconds: Int64 = 10_000

    /// The only one to follow; nil for any.
    private let wanted: String?
    private var followed: String?
    /// Another with a position, and its first time since the last good fix of the one that is followed.
    private var rival: (device: String, since: UTCInstant)?

    init(_ wanted: String?) { self.wanted = wanted }

    /// Whether a fix is of the receiver to follow. Reports that name no device always are.
    mutating func accepts(_ fix: LocationFix) -> Bool {
        if fix.device.isEmpty { return true }
        if let wanted { return fix.device == wanted }
        guard let followed, followed != fix.device else { return true }
        guard fix.mode >= .twoDimensional, fix.coordinate != nil, let time = fix.time else { return false }
        guard let rival, rival.device == fix.device, rival.since <= time else {
            if rival == nil || rival?.device == fix.device { rival = (fix.device, time) }
            return false
        }
        return time.milliseconds(since: rival.since) >= Self.patienceMilliseconds
    }

    /// Notes a good fix: its receiver is followed from now on.
    mutating func follow(_ fix: LocationFix) {
        if !fix.device.isEmpty { followed = fix.device }
        rival = nil
    }
}
