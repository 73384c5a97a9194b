import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import RowValues

/// The rows of a filter.
struct FilterEvaluationTests {
    /// Against SQL's logic with three values, row by row, on the tree as it was written.
    @Test(arguments: 0..<100 as Range<UInt64>) func rowsAreThoseOfThreeValuedLogic(seed: UInt64) throws {
        var filters = RandomFilters(seed: seed, rowCount: 100)
        let values = filters.values
        for _ in 0..<10 {
            let text = filters.filter()
            let filter = try Filter(text, columns: filters.names)
            let rows = try filter.rows(values, rowCount: filters.rowCount, isCancelled: { false })
            let plain = PlainFilter(columns: values, text: text)
            var resolver = FilterResolver(columns: FilterColumns(filters.names), end: text.utf8.count)
            let node = try resolver.resolve(FilterParser.parse(text).root)
            let expected = (0..<filters.rowCount).filter { plain.truth(node, row: $0) == true }
            #expect(rows.rows.map(Int.init) == expected, "\(text)")
        }
    }

    /// A column of other tables is one without values.
    @Test(arguments: 0..<100 as Range<UInt64>) func absentColumnsHaveNoValues(seed: UInt64) throws {
        var filters = RandomFilters(seed: 1_000 + seed, rowCount: 60)
        let isAbsent = filters.columns.indices.map { ($0 + Int(seed)) % 3 == 0 }
        let all = filters.columns.enumerated().map { index, column in
            RandomFilters.Column(
                name: column.name, kind: column.kind,
                texts: isAbsent[index] ? column.texts.map { _ in "" } : column.texts
            ).values
        }
        let own = filters.columns.indices.filter { !isAbsent[$0] }
        let absent = filters.columns.enumerated().filter { isAbsent[$0.offset] }.map {
            Filter.AbsentColumn(name: $0.element.name, kind: $0.element.kind)
        }
        for _ in 0..<10 {
            let text = filters.filter()
            let filter = try Filter(text, columns: own.map { filters.names[$0] }, absent: absent)
            let rows = try filter.rows(
                Dictionary(uniqueKeysWithValues: own.enumerated().map { ($0.offset, all[$0.element]) }),
                rowCount: filters.rowCount, isCancelled: { false })
            let expected = try Filter(text, columns: filters.names).rows(
                Dictionary(uniqueKeysWithValues: all.enumerated().map { ($0.offset, $0.element) }),
                rowCount: filters.rowCount, isCancelled: { false })
            #expect(rows == expected, "\(text)")
        }
    }

    private func values(_ texts: [String], _ kind: ColumnKind) -> ColumnValues {
        var builder = ColumnBuilder(name: "c", kind: kind)
        for text in texts { builder.append(text) }
        return builder.finish()
    }

    private func rows(_ text: String, _ texts: [String], _ kind: ColumnKind) throws -> [Int] {
        let filter = try Filter(text, columns: ["c"])
        return try filter.rows([0: values(texts, kind)], rowCount: texts.count, isCancelled: { false }).rows
            .map(Int.init)
    }

    @Test func missingValuesMatchOnlyIsNull() throws {
        let numbers = ["1", "", "x", "-", "2"]
        #expect(try rows("c = 1", numbers, .number) == [0])
        #expect(try rows("c <> 1", numbers, .number) == [4])
        #expect(try rows("NOT c = 1", numbers, .number) == [4])
        #expect(try rows("c IS NULL", numbers, .number) == [1, 2, 3])
        #expect(try rows("c IS NOT NULL", numbers, .number) == [0, 4])
        #expect(try rows("c = 1 OR NOT c = 1", numbers, .number) == [0, 4])
        #expect(try rows("c > 0 OR 1 = 1", numbers, .number) == [0, 1, 2, 3, 4])
        #expect(try rows("c / 0 > 0 OR NOT c / 0 > 0", numbers, .number) == [])
        #expect(try rows("c NOT IN (1, 5)", numbers, .number) == [4])
        #expect(try rows("c <> 'a'", ["a", "", "b"], .text) == [2])
        #expect(try rows("NOT c", ["true", "", "false"], .boolean) == [2])
    }

    @Test func likeCountsCharacters() throws {
        let texts = ["Alp", "alp", "A%", "A_", "Älp", "A\u{308}lp", "🏔lp", "Al", ""]
        #expect(try rows("c LIKE '_lp'", texts, .text) == [0, 1, 4, 6])
        #expect(try rows("c LIKE 'A\\%'", texts, .text) == [2])
        #expect(try rows("c LIKE 'A%'", texts, .text) == [0, 2, 3, 5, 7])
        #expect(try rows("c LIKE 'A!_' ESCAPE '!'", texts, .text) == [3])
        #expect(try rows("c ~ 'ALP'", texts, .text) == [0, 1, 4, 5])
        #expect(try rows("CASEI(c) = 'alp'", texts, .text) == [0, 1])
        #expect(try rows("ACCENTI(c) = 'Alp'", texts, .text) == [0, 4, 5])
        #expect(try rows("c LIKE '%'", texts, .text) == Array(0...7))
    }

    @Test func composedAndDecomposedLettersDiffer() throws {
        #expect(try rows("c = '\u{E9}'", ["\u{E9}", "e\u{301}"], .text) == [0])
        #expect(try rows("c < '\u{E9}'", ["\u{E9}", "e\u{301}"], .text) == [1])
    }

    @Test(arguments: [
        ("c = 2026-11-22", [0, 1]), ("c <= 2026-11-22", [0, 1, 3]), ("c > 2026-11-22", [2]),
        ("c < 2026-11-22", [3]), ("c BETWEEN 2026-11-22 AND 2026-11-23", [0, 1, 2]),
        ("c = TIMESTAMP('2026-11-22T00:00:00Z')", [0]), ("c = 2026", [0, 1, 2, 3]),
        ("c <> 2026-11-22", [2, 3]),
    ])
    func aDateIsAWholeDay(text: String, expected: [Int]) throws {
        let times = ["2026-11-22", "2026-11-22T23:59:59.999Z", "2026-11-23", "2026-11-21T23:00:00Z", ""]
        #expect(try rows(text, times, .time) == expected)
    }

    /// Each width of packed numbers, at the ends of its range.
    @Test(arguments: [
        ["-127", "127", "", "0"], ["-32767", "32767", "", "128"], ["-2147483647", "2147483647", "", "40000"],
        ["-0.5", "1e18", "", "0"],
    ])
    func widthsAgree(texts: [String]) throws {
        let numbers = texts.map { Double($0) }
        for (text, limit) in [
            ("0", 0), ("-127", -127), ("127.5", 127.5), ("32768", 32_768), ("-1e10", -1e10),
        ] {
            #expect(
                try rows("c > \(text)", texts, .number)
                    == (0..<4).filter { numbers[$0].map { $0 > limit } ?? false })
            #expect(
                try rows("c <= \(text)", texts, .number)
                    == (0..<4).filter { numbers[$0].map { $0 <= limit } ?? false })
            #expect(
                try rows("c <> \(text)", texts, .number)
                    == (0..<4).filter { numbers[$0].map { $0 != limit } ?? false })
        }
    }

    @Test func cancellationEndsIt() throws {
        let filter = try Filter("c > 1", columns: ["c"])
        #expect(throws: FilterFailure.cancelled) {
            try filter.rows([0: values(["1", "2"], .number)], rowCount: 2, isCancelled: { true })
        }
    }
}

/// A second implementation, as simple as can be: three values, row by row.
private struct PlainFilter {
    let columns: [Int: ColumnValues]
    let text: String

    enum Value: Equatable {
        case number(Double), text(String), boolean(Bool), span(Double, Double)
    }

    func truth(_ node: FilterNode, row: Int) -> Bool? {
        switch node.content {
        case .all(let nodes):
            let truths = nodes.map { truth($0, row: row) }
            return truths.contains(false) ? false : truths.contains(nil) ? nil : true
        case .any(let nodes):
            let truths = nodes.map { truth($0, row: row) }
            return truths.contains(true) ? true : truths.contains(nil) ? nil : false
        case .not(let node): return truth(node, row: row).map { !$0 }
        case .comparison(let first, let comparison, let second):
            return compare(first, comparison, second, row)
        case .between(let subject, let low, let high, let isNegated):
            let truths = [compare(subject, .atLeast, low, row), compare(subject, .atMost, high, row)]
            let both = truths.contains(false) ? false : truths.contains(nil) ? nil : true
            return both.map { $0 != isNegated }
        case .among(let subject, let values, let isNegated):
            let truths = values.map { compare(subject, .equal, $0, row) }
            let one = truths.contains(true) ? true : truths.contains(nil) ? nil : false
            return one.map { $0 != isNegated }
        case .isNull(let subject, let isNegated): return (value(subject, row) == nil) != isNegated
        case .like(let subject, let pattern, _, let isNegated):
            guard case .text(let text)? = value(subject, row), case .text(let like)? = value(pattern, row)
            else {
                return nil
            }
            let folding = folding(subject)
            return likes(Array(folding.folded(text).unicodeScalars)[...], pieces(like, folding)[...])
                != isNegated
        case .contains(let subject, let other, let isNegated):
            guard case .text(let text)? = value(subject, row), case .text(let part)? = value(other, row)
            else {
                return nil
            }
            let all: FilterFolding = [.case, .accents]
            let (whole, wanted) = (
                Array(all.folded(text).unicodeScalars), Array(all.folded(part).unicodeScalars)
            )
            let found = wanted.isEmpty || whole.indices.contains { whole[$0...].starts(with: wanted) }
            return found != isNegated
        default:
            if case .boolean(let value)? = value(node, row) { return value }
            return nil
        }
    }

    private func folding(_ node: FilterNode) -> FilterFolding {
        if case .folded(let inner, let folding) = node.content { return self.folding(inner).union(folding) }
        return []
    }

    private func pieces(_ pattern: String, _ folding: FilterFolding) -> [(
        scalar: Unicode.Scalar, isLiteral: Bool
    )] {
        var pieces: [(Unicode.Scalar, Bool)] = []
        var scalars = Array(pattern.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\\" {
                for folded in folding.folded(String(scalars.popFirst() ?? "\\")).unicodeScalars {
                    pieces.append((folded, true))
                }
            } else if scalar == "%" || scalar == "_" {
                pieces.append((scalar, false))
            } else {
                for folded in folding.folded(String(scalar)).unicodeScalars { pieces.append((folded, true)) }
            }
        }
        return pieces
    }

    private func likes(
        _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<(scalar: Unicode.Scalar, isLiteral: Bool)>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if !first.isLiteral, first.scalar == "%" {
            return (0...text.count).contains { likes(text.dropFirst($0), pattern.dropFirst()) }
        }
        guard let letter = text.first, !first.isLiteral || letter == first.scalar else { return false }
        return likes(text.dropFirst(), pattern.dropFirst())
    }

    private func compare(
        _ first: FilterNode, _ comparison: FilterComparison, _ second: FilterNode, _ row: Int
    ) -> Bool? {
        guard let one = value(first, row), let other = value(second, row) else { return nil }
        let folding = folding(first).union(folding(second))
        switch (one, other) {
        case (.number(let one), .number(let other)): return comparison.holds(one, other)
        case (.boolean(let one), .boolean(let other)): return (one == other) == (comparison == .equal)
        case (.text(let one), .text(let other)):
            return comparison.holds(
                Order(text: folding.folded(one)), Order(text: folding.folded(other)))
        case (.number(let time), .text(let text)):
            guard let span = TimeSpan(text) else { return nil }
            switch comparison {
            case .equal: return time >= span.start && time < span.end
            case .notEqual: return time < span.start || time >= span.end
            case .less: return time < span.start
            case .atMost: return time < span.end
            case .greater: return time >= span.end
            case .atLeast: return time >= span.start
            }
        default: return nil
        }
    }

    private struct Order: Comparable {
        let text: String
        static func == (first: Self, second: Self) -> Bool {
            Array(first.text.utf8) == Array(second.text.utf8)
        }
        static func < (first: Self, second: Self) -> Bool {
            Array(first.text.utf8).lexicographicallyPrecedes(Array(second.text.utf8))
        }
    }

    private func value(_ node: FilterNode, _ row: Int) -> Value? {
        switch node.content {
        case .column(let column):
            guard let values = columns[column] else { return nil }
            switch values.kind {
            case .number, .time: return values.number(at: row).map { .number($0) }
            case .boolean: return values.text(at: row).map { .boolean($0 == "true") }
            case .text: return values.text(at: row).map { .text($0) }
            }
        case .folded(let node, _): return value(node, row)
        case .text(let text): return .text(text)
        case .number(let number): return .number(number)
        case .boolean(let value): return .boolean(value)
        case .arithmetic(let first, let operation, let second):
            guard case .number(let one)? = value(first, row), case .number(let other)? = value(second, row)
            else {
                return nil
            }
            let result = operation.result(one, other)
            return result.isNaN ? nil : .number(result)
        default: return nil
        }
    }
}
