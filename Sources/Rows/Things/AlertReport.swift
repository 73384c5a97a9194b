/// Who is inside, and what happened.
package struct AlertReport: Sendable, Equatable {
    /// Since when things are inside each alert, by its number, in milliseconds since 1970.
    package var inside: [Int: [UInt32: Int64]] = [:]
    /// The last events, from the oldest to the newest.
    package var events: [AlertEvent] = []

    /// Nothing.
    package init() {}
}
