import MapModel

/// Places of messages that were not believed, by reason.
package struct RefusedPlaces: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: FixDropReason.allCases.count)

    mutating func add(_ reason: FixDropReason) { counts[reason.rawValue] += 1 }

    /// All of them.
    package var total: Int { counts.reduce(0, +) }

    /// Those of one reason.
    package func count(of reason: FixDropReason) -> Int { counts[reason.rawValue] }

    /// The reasons met, the most frequent first: `12 impossibly fast, 3 without a coordinate`
    package var summary: String {
        FixDropReason.allCases.filter { count(of: $0) > 0 }
            .sorted { count(of: $0) > count(of: $1) }
            .map { "\(count(of: $0)) \($0.words)" }
            .joined(separator: ", ")
    }
}
