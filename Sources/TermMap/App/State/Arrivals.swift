import MapModel

/// Annotations that have just appeared, which enter with a short bounce.
package struct Arrivals: Equatable, Sendable {
    /// When each picture of the bounce begins.
    package enum Phase: Int, Sendable { case dot, digits, overshoot, settling, rest }

    /// More than these arrive plainly: the eye cannot follow them and a slow line should not carry them.
    private static let limit = 120
    private static let starts: [(Phase, Duration)] = [
        (.dot, .zero), (.digits, .milliseconds(60)), (.overshoot, .milliseconds(120)),
        (.settling, .milliseconds(190)), (.rest, .milliseconds(260)),
    ]

    private(set) var ids: Set<AnnotationID> = []
    private var startedAt = Duration.zero

    package mutating func begin(_ ids: [AnnotationID], at now: Duration) {
        self.ids = ids.count > Self.limit ? [] : Set(ids)
        startedAt = now
    }

    package mutating func finish() { ids = [] }

    package func phase(of id: AnnotationID, at now: Duration) -> Phase {
        ids.contains(id) ? Self.phase(after: now - startedAt) : .rest
    }

    /// How long until the picture changes; nil at rest.
    func timeToNextPhase(at now: Duration) -> Duration? {
        guard !ids.isEmpty else { return nil }
        let elapsed = now - startedAt
        return Self.starts.first { $0.1 > elapsed }.map { $0.1 - elapsed }
    }

    private static func phase(after elapsed: Duration) -> Phase {
        starts.last { $0.1 <= elapsed }?.0 ?? .dot
    }
}
