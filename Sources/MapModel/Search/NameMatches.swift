/// The records that match a query, and how well each matches.
///
/// Five bytes a record, so that millions of matches are cheap.
public struct NameMatches: Sendable, Equatable {
    /// The query that was asked.
    public let query: SearchQuery
    /// Ascending.
    public internal(set) var records: [UInt32] = []
    /// For each of `records`.
    public internal(set) var kinds: [MatchKind] = []

    /// Records found.
    public var total: Int { records.count }

    mutating func append(_ record: UInt32, _ kind: MatchKind) {
        records.append(record)
        kinds.append(kind)
    }

    mutating func improveLast(_ kind: MatchKind) {
        let last = kinds.count - 1
        if kind < kinds[last] { kinds[last] = kind }
    }
}
