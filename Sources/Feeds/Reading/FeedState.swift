import Streams

/// What is known of a feed besides its things.
package struct FeedState: Sendable, Equatable {
    /// What became of the messages.
    package var counts = FeedCounts()
    /// Places that were not believed.
    package var refused = RefusedPlaces()
    /// Messages about things in the last second.
    package var messagesPerSecond = 0.0
    /// What there is to say of lost connections; empty while all is well.
    package var connections: [String] = []
    /// Things that were forgotten since there were too many.
    package var forgottenCount = 0

    /// Nothing was heard.
    package init() {}

    /// What the user should know, a line each, the most important first.
    func notices(of name: String) -> [String] {
        func counted(_ count: Int, _ noun: String) -> String {
            "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
        }
        var lines = connections
        if !refused.summary.isEmpty {
            lines.append("\(name): \(counted(refused.total, "place")) refused: \(refused.summary)")
        }
        if !counts.summary.isEmpty {
            lines.append("\(name): \(counted(counts.unused, "message")) not used: \(counts.summary)")
        }
        if counts.own > 0 {
            lines.append("\(name): \(counted(counts.own, "sentence")) about the own position")
        }
        if forgottenCount > 0 {
            lines.append(
                "\(name): too many things, \(forgottenCount) that were silent for longest were forgotten")
        }
        return lines
    }
}
