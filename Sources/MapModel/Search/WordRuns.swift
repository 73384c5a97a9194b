/// The runs of words that may be meant for a place itself.
struct WordRuns {
    private var runs: [(search: NameSearch, words: UInt8, phrase: [UInt8])] = []

    /// The first or the last words, most of them first.
    static func ranges(of count: Int) -> [Range<Int>] {
        (0..<count).flatMap { left in left == 0 ? [0..<count] : [0..<count - left, left..<count] }
    }

    mutating func append(_ terms: [SearchTerm], _ range: Range<Int>) {
        let words = terms[range].map(\.typed)
        runs.append(
            (
                NameSearch(SearchQuery(terms: Array(terms[range]))), range.reduce(0) { $0 | 1 << UInt8($1) },
                Array(words.joined(separator: [0x20]))
            ))
    }

    /// The best match of a run whose words are all its own and the others all around, and the run as one name.
    func bestKind(
        _ own: UInt8, _ around: UInt8, all: UInt8, _ kind: (NameMatcher) -> MatchKind?
    ) -> (kind: MatchKind, phrase: [UInt8]) {
        var best: (kind: MatchKind, phrase: [UInt8]) = (.inside, [])
        for run in runs where run.words & ~own == 0 && all & ~run.words & ~around == 0 {
            guard let found = run.search.withMatcher(kind) else { continue }
            // All words as one name are better than some of them with an area around it.
            if run.words == all, found.isWhole { return (found, run.phrase) }
            if PlaceImportance.points(for: found) > PlaceImportance.points(for: best.kind) {
                best = (found, run.phrase)
            }
        }
        return best
    }
}
