import MapModel

extension FilterCondition {
    /// The rows for which it is true; nil when cancelled.
    ///
    /// - Parameters:
    ///   - values: the values of the columns that it names, by number; all of `rowCount` rows.
    ///   - places: the rows of the place tests that it names.
    ///   - times: the times of the columns of which it tests hours, days and so on.
    /// - Complexity: O(rows) for each test of a number, O(rows + different words) for each of a text.
    package func rows(
        _ values: [Int: ColumnValues], places: PlaceRows = .none, times: FilterTimes = .none, rowCount: Int,
        isCancelled: () -> Bool
    ) -> RowSet? {
        if isCancelled() { return nil }
        switch self {
        case .all(let parts):
            var set = RowSet(capacity: rowCount, containsAll: true)
            for part in parts {
                guard
                    let rows = part.rows(
                        values, places: places, times: times, rowCount: rowCount, isCancelled: isCancelled)
                else { return nil }
                set.formIntersection(rows)
            }
            return set
        case .any(let parts):
            var set = RowSet(capacity: rowCount)
            for part in parts {
                guard
                    let rows = part.rows(
                        values, places: places, times: times, rowCount: rowCount, isCancelled: isCancelled)
                else { return nil }
                set.formUnion(rows)
            }
            return set
        case .place(let number, let isNegated):
            return places.rows(number, isNegated: isNegated, count: rowCount)
        default: return test(FilterRows(count: rowCount, values: values, times: times), isCancelled)
        }
    }

    /// The rows of a single test.
    private func test(_ rows: FilterRows, _ isCancelled: () -> Bool) -> RowSet? {
        switch self {
        case .all, .any, .place: return nil
        case .numbers(.column(let column), let comparison, .constant(let number)):
            return rows.compared(column, comparison, number, isCancelled)
        case .numbers(let first, let comparison, let second):
            return rows.compared(first, comparison, second, isCancelled)
        case .among(let number, let list, let isNegated):
            return rows.among(number, list, isNegated: isNegated, isCancelled)
        case .word(let column, let folding, let test):
            let matcher = WordMatcher(test, folding)
            return rows.words(column, isCancelled) { matcher.matches($0) }
        case .words(let first, let comparison, let second, let folding):
            return rows.words(first, comparison, second, folding, isCancelled)
        case .truth(let column, let value):
            let matcher = WordMatcher(.compared(.equal, value ? "true" : "false"), [])
            return rows.words(column, isCancelled) { matcher.matches($0) }
        case .truths(let first, let second, let areEqual):
            return rows.words(first, areEqual ? .equal : .notEqual, second, [], isCancelled)
        case .missing(let column): return rows.missing(column, isMissing: true)
        case .present(let column): return rows.missing(column, isMissing: false)
        }
    }
}

/// Rows with their values, and the tests of these.
struct FilterRows {
    let count: Int
    let values: [Int: ColumnValues]
    let times: FilterTimes

    /// Rows between two looks at `isCancelled`.
    static let batch = 1 << 16

    func numbers(_ column: Int) -> PackedNumbers? {
        guard case .numbers(let numbers)? = values[column]?.storage, numbers.count == count else {
            return nil
        }
        return numbers
    }

    func words(_ column: Int) -> WordCodes? {
        guard case .words(let words)? = values[column]?.storage, words.count == count else { return nil }
        return words
    }

    /// The rows for which `test` is true, checked 64 at a time; nil when cancelled.
    @inline(__always)
    func set(_ isCancelled: () -> Bool, where test: (Int) -> Bool) -> RowSet? {
        var set = RowSet(capacity: count)
        for wordIndex in 0..<set.wordCount {
            let first = wordIndex << 6
            if first & (Self.batch - 1) == 0, isCancelled() { return nil }
            var word: UInt64 = 0
            for bit in 0..<min(64, count - first) {
                word |= (test(first + bit) ? 1 : 0) << UInt64(bit)
            }
            if word != 0 { set.setWord(wordIndex, word) }
        }
        return set
    }

    func missing(_ column: Int, isMissing: Bool) -> RowSet? {
        if let words = words(column) { return set({ false }) { (words.code(at: $0) == 0) == isMissing } }
        guard let numbers = numbers(column) else { return RowSet(capacity: count, containsAll: isMissing) }
        return set({ false }) { numbers.value(at: $0).isNaN == isMissing }
    }
}
