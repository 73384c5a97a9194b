import RowValues

// What a column holds in several sources together.
extension ColumnSummary {
    /// Of rows that do not have the column.
    package init(of rowCount: Int, without column: String) {
        self.init(
            name: column, kind: .text, rowCount: rowCount, missingCount: rowCount, misfitCount: 0,
            distinctCount: 0, range: nil, frequent: [])
    }

    /// What sources hold together; values of another type than those of the first count as misfits.
    ///
    /// All figures are exact: a median of several sources is left out, and so are words and the number of different ones
    /// where the words that the sources list do not prove them.
    ///
    /// - Parameter limit: the most values to list.
    package init(joining parts: [ColumnSummary], column: String, listing limit: Int) {
        let filled = parts.filter { $0.filledCount > 0 }
        let kind = filled.first?.kind ?? parts.first?.kind ?? .text
        let same = filled.filter { $0.kind == kind }
        func sum(_ parts: [ColumnSummary], _ count: KeyPath<ColumnSummary, Int>) -> Int {
            parts.reduce(0) { $0 + $1[keyPath: count] }
        }
        let others = sum(filled, \.filledCount) - sum(same, \.filledCount)
        let words = FrequentWords(of: same, limit: limit)
        self.init(
            name: column, kind: kind, rowCount: sum(parts, \.rowCount),
            missingCount: sum(parts, \.missingCount) + others,
            misfitCount: sum(parts, \.misfitCount) + others,
            distinctCount: same.count > 1 ? words.distinctCount : same.first?.distinctCount ?? 0,
            range: Range(joining: same), frequent: words.frequent)
    }
}

extension ColumnSummary.Range {
    /// The figures of all parts together; nil where none has any.
    init?(joining parts: [ColumnSummary]) {
        let ranges = parts.compactMap { part in part.range.map { (range: $0, count: part.filledCount) } }
        guard let first = ranges.first else { return nil }
        if ranges.count == 1 {
            self = first.range
            return
        }
        let count = Double(ranges.reduce(0) { $0 + $1.count })
        // The mean of the differences: sums of large numbers would lose digits.
        let start = first.range.mean
        let mean = start + ranges.reduce(0) { $0 + ($1.range.mean - start) * Double($1.count) } / count
        self.init(
            least: ranges.reduce(first.range.least) { min($0, $1.range.least) },
            greatest: ranges.reduce(first.range.greatest) { max($0, $1.range.greatest) },
            mean: mean.isFinite ? mean : ranges.reduce(0) { $0 + $1.range.mean * (Double($1.count) / count) },
            median: nil)
    }
}

/// The most frequent words of several sources, as far as the words that each lists prove which they are.
///
/// A word that a source does not list is in no more of its rows than the last word that it lists, and in none where it
/// lists all.
/// Source: Fagin, Lotem, Naor, "Optimal aggregation algorithms for middleware", 2001, section 4 (bounds of unseen scores).
private struct FrequentWords {
    /// The most frequent first; fewer than were asked for where the next one is uncertain.
    let frequent: [ColumnSummary.Frequency]
    /// Nil where a source does not list all its words.
    let distinctCount: Int?

    init(of parts: [ColumnSummary], limit: Int) {
        /// Rows of a part that a word may have which it does not list.
        let unlisted = parts.map { part in
            part.frequent.count == part.distinctCount ? 0 : part.frequent.last?.count ?? part.filledCount
        }
        let ofUnseen = unlisted.reduce(0, +)
        var words: [String: (rows: Int, mayHaveMore: Int)] = [:]
        for (part, unlisted) in zip(parts, unlisted) {
            for word in part.frequent {
                let (rows, more) = words[word.value] ?? (0, ofUnseen)
                words[word.value] = (rows + word.count, more - unlisted)
            }
        }
        distinctCount = ofUnseen == 0 && parts.allSatisfy { $0.range == nil } ? words.count : nil
        let sorted = words.sorted { ($1.value.rows, $0.key) < ($0.value.rows, $1.key) }
        // The most rows that any word from here on may have.
        var most = [Int](repeating: ofUnseen, count: sorted.count + 1)
        for index in sorted.indices.reversed() {
            let (rows, more) = sorted[index].value
            most[index] = max(most[index + 1], rows + more)
        }
        var frequent: [ColumnSummary.Frequency] = []
        for (index, word) in sorted.prefix(limit).enumerated() {
            let isCertain = word.value.mayHaveMore == 0 && word.value.rows >= most[index + 1]
            guard isCertain else { break }
            frequent.append(ColumnSummary.Frequency(value: word.key, count: word.value.rows))
        }
        self.frequent = frequent
    }
}
