/// The best of many without sorting all: by score, then the smaller number.
struct TopScores {
    struct Entry: Equatable {
        let score: Float
        let number: UInt32
        let kind: MatchKind
        /// How many words of the query are its name.
        let wordCount: Int
    }

    let limit: Int
    /// The best first.
    private(set) var entries: [Entry] = []

    /// Whether something with this score can still be among the best.
    @inline(__always)
    func wants(_ score: Float) -> Bool {
        guard entries.count >= limit, let last = entries.last else { return limit > 0 }
        return score > last.score
    }

    mutating func insert(_ score: Float, _ number: UInt32, _ kind: MatchKind, wordCount: Int = 1) {
        guard wants(score) else { return }
        let place = Bisection.first(in: entries.indices) {
            (-entries[$0].score, entries[$0].number) >= (-score, number)
        }
        entries.insert(Entry(score: score, number: number, kind: kind, wordCount: wordCount), at: place)
        if entries.count > limit { entries.removeLast() }
    }
}
