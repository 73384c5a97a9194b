import CByteScan

/// The records that match a query as bits, and the best of them.
///
/// The kind of match is known of those that are listed first; how the millions that only contain the query somewhere
/// match does not matter.
public struct NameHits: Sendable {
    /// The hits of one segment: a bit for each record.
    struct Segment: Sendable {
        /// A multiple of 64.
        let firstRecord: UInt32
        var bits: [UInt64]
    }

    /// How many kinds of matches are known.
    enum Depth: Int, Comparable {
        /// Not at all.
        case none
        /// Those of which all words begin words of the label.
        case labels
        /// Those of which all words begin words: what is left is `.inside`.
        case words

        /// The worst kind that is known.
        var worst: MatchKind? {
            switch self {
            case .none: nil
            case .labels: .labelWord
            case .words: .fieldWord
            }
        }

        static func < (first: Depth, second: Depth) -> Bool { first.rawValue < second.rawValue }
    }

    /// The query that was asked.
    public let query: SearchQuery
    /// Records found.
    public private(set) var total = 0
    private(set) var segments: [Segment] = []
    /// All hits that are at least as good as those of `depth`; the records of each kind ascend.
    private(set) var ranked: [(record: UInt32, kind: MatchKind)] = []
    var depth = Depth.none

    init(query: SearchQuery) { self.query = query }

    /// The hits of one query in parts of an index, in the order of the parts.
    public init(joining parts: [NameHits], of query: SearchQuery) {
        self.init(query: query)
        depth = parts.filter { $0.total > 0 }.map(\.depth).min() ?? .words
        for part in parts {
            total += part.total
            segments += part.segments
            // Deeper parts know kinds that the others do not: those are left out.
            ranked += part.ranked.filter { hit in depth.worst.map { hit.kind <= $0 } ?? false }
        }
    }

    /// Whether the kind of every hit is known.
    var isRanked: Bool { depth == .words }

    /// How many of the best hits are ranked by kind.
    public var rankedCount: Int { ranked.count }

    /// How well the best hit matches; nil where there are none.
    public var bestKind: MatchKind? {
        total == 0 ? nil : ranked.map(\.kind).min() ?? .inside
    }

    mutating func append(_ segment: Segment) {
        segments.append(segment)
        total += name_sets_size(segment.bits, segment.bits.count)
    }

    /// The same hits, none of them ranked.
    var unranked: NameHits {
        var hits = self
        hits.ranked = []
        hits.depth = .none
        return hits
    }

    mutating func rank(_ record: UInt32, _ kind: MatchKind) { ranked.append((record, kind)) }

    /// Calls `body` with each hit, ascending, until it returns false.
    func visitRecords(_ body: (UInt32) -> Bool) {
        for segment in segments {
            for (word, bits) in segment.bits.enumerated() where bits != 0 {
                var bits = bits
                while bits != 0 {
                    let record = segment.firstRecord + UInt32(64 * word + bits.trailingZeroBitCount)
                    guard body(record) else { return }
                    bits &= bits - 1
                }
            }
        }
    }
}
