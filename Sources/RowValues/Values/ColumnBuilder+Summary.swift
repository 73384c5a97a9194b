import MapModel

// Columns of which only a summary is wanted.
extension ColumnBuilder {
    /// Words after which it is looked at first whether most of them are different.
    static let firstTallyCheck = 20_000

    /// A builder of which only `summary` will be asked for, not `finish`.
    ///
    /// - Parameters:
    ///   - rows: those that are summarized; nil for all.
    ///   - kind: the type, where it is known.
    ///   - decimalMark: "." or ",".
    package init(
        summarizing rows: RowSet?, name: String, kind: ColumnKind? = nil,
        decimalMark: UInt8 = UInt8(ascii: ".")
    ) {
        self.init(name: name, kind: kind, decimalMark: decimalMark)
        summarized = rows
        nextTallyCheck = Self.firstTallyCheck
    }

    /// Whether it has words of which more than half are different.
    package var hasManyWords: Bool { kind == .text && tally == nil && words.differentCount * 2 > filled }

    /// The summary of all values that were appended.
    ///
    /// - Parameter limit: the most words to list.
    package consuming func summary(
        limit: Int = ColumnSummary.listedValues, by workers: Workers = .alone
    ) -> ColumnSummary {
        let rows = summarized
        guard let tally else { return ColumnSummary(finish(), rows: rows, limit: limit) }
        let (name, missing) = (name, tally.emptyCount)
        let rowCount = rows?.count ?? tally.rowCount
        let found = tally.finish(limit: limit, by: workers)
        return ColumnSummary(
            name: name, kind: .text, rowCount: rowCount, missingCount: missing, misfitCount: 0,
            distinctCount: found.distinctCount, range: nil,
            frequent: found.frequent.map { ColumnSummary.Frequency(value: $0.word, count: $0.count) })
    }

    /// Appends words with codes by row: those of a part that was begun before words were only counted.
    mutating func append(_ part: WordCodes) {
        guard tally != nil else {
            words.append(part)
            if let next = nextTallyCheck, words.count >= next { checkTally() }
            return
        }
        count(part)
    }

    /// From now on counts words, where more than half of those so far are different.
    mutating func checkTally() {
        guard hasManyWords else {
            nextTallyCheck = words.count * 2
            return
        }
        nextTallyCheck = nil
        tally = WordTally(of: summarized)
        let codes = words.finish()
        words = WordCodesBuilder()
        count(codes)
    }

    private mutating func count(_ codes: WordCodes) {
        codes.forEach { code in
            if code == 0 {
                tally?.append(UnsafeBufferPointer(start: nil, count: 0))
            } else {
                codes.dictionary.withBytes(of: code - 1) { tally?.append($0) }
            }
        }
    }
}
