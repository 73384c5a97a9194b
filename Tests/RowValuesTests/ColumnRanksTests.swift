import MapModel
import TestSupport
import Testing

@testable import RowValues
@testable import Streams

@Suite struct ColumnRanksTests {
    private func ranks(_ values: [String]) throws -> ColumnRanks {
        var builder = ColumnBuilder(name: "c")
        for value in values { builder.append(value) }
        return try ColumnRanks(builder.finish())
    }

    /// Places of the values in their order.
    private func order(_ values: [String], isDescending: Bool = false) throws -> [Int] {
        let ranks = try ranks(values)
        return values.indices.sorted {
            ranks.sortKey(at: $0, row: UInt32($0), isDescending: isDescending)
                < ranks.sortKey(at: $1, row: UInt32($1), isDescending: isDescending)
        }
    }

    // MARK: - Words

    @Test(arguments: [
        ["Item 18", "Item 101"], ["item 2", "Item 10"], ["a", "B", "c"], ["Ecole", "école 2", "Edam"],
        ["2 b", "10 a"], ["a", "a1"], ["a-1", "a1"], ["7", "07", "8", "x"], ["v1.9", "v1.10"],
        ["file9999999999", "file10000000000", "filea"], ["Ångström", "Berlin"], ["Москва", "москва 2"],
        ["x100000000000000000000001", "x100000000000000000000002"],
    ])
    func wordsAreInTheOrderOfPeople(_ sorted: [String]) throws {
        for values in [sorted, sorted.reversed()] {
            let text = values + ["some", "other", "words", "so that it is text"]
            let found = try order(text).map { text[$0] }.filter { sorted.contains($0) }
            // 07 is 7: the bytes decide.
            #expect(found == (sorted.first == "7" ? ["07", "7", "8", "x"] : sorted))
        }
    }

    /// Two words compared token by token, in a way that is nothing like the keys.
    private static func isBefore(_ first: String, _ second: String) -> Bool {
        enum Token: Equatable { case number(String), letter(Character) }
        func tokens(_ text: String) -> [Token] {
            var tokens: [Token] = []
            var digits = ""
            func end() {
                if !digits.isEmpty { tokens.append(.number(String(digits.drop { $0 == "0" }))) }
                digits = ""
            }
            for character in text.lowercased() {
                if character.isNumber {
                    digits.append(character)
                } else {
                    end(); tokens.append(.letter(character))
                }
            }
            end()
            return tokens
        }
        let (left, right) = (tokens(first), tokens(second))
        for (one, other) in zip(left, right) where one != other {
            switch (one, other) {
            case (.number(let one), .number(let other)):
                return one.count == other.count ? one < other : one.count < other.count
            case (.letter(let one), .letter(let other)): return one < other
            case (.number, .letter(let other)): return "0" < other
            case (.letter(let one), .number): return one < "0"
            }
        }
        return left.count == right.count
            ? Array(first.utf8).lexicographicallyPrecedes(Array(second.utf8)) : left.count < right.count
    }

    @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
    func wordsAreSortedAsBySingleComparisons(seed: UInt64, isDescending: Bool) throws {
        var random = SeededRandom(seed)
        let letters = Array(["ab", "aB1 ", "aAbB019 .-", "x0"][random.number(0...3)])
        let beginning = random.number(0...1) == 0 ? "" : "the same long beginning "
        let longest = random.number(1...30)
        let values = (0..<random.number(1...1_500)).map { _ -> String in
            if random.number(0...8) == 0 { return "" }
            let word = (0..<random.number(1...longest)).map { _ in
                letters[random.number(0...letters.count - 1)]
            }
            return beginning + "q" + String(word)
        }
        let expected = values.indices.sorted { first, second in
            let (left, right) = (values[first], values[second])
            if left.isEmpty != right.isEmpty { return right.isEmpty }
            if left == right { return first < second }
            return Self.isBefore(left, right) != isDescending
        }
        #expect(try order(values, isDescending: isDescending) == expected)
    }

    @Test func longWordsThatBeginAlikeAreSorted() throws {
        let same = String(repeating: "a long text ", count: 200)
        let values = (0..<200).map { same + "\(199 - $0)" }
        let sorted = try order(values).map { values[$0] }
        #expect(sorted == values.sorted())
    }

    // MARK: - Numbers

    @Test(arguments: 0..<40 as Range<UInt64>, [false, true])
    func numbersAreSortedByValueAndMissingOnesComeLast(seed: UInt64, isDescending: Bool) throws {
        var random = SeededRandom(seed)
        let isWhole = random.number(0...1) == 0
        let limit = [3.0, 100, 1e6, 1e12][random.number(0...3)]
        let values = (0..<random.number(1...2_000)).map { _ -> String in
            if random.number(0...9) == 0 { return random.number(0...1) == 0 ? "" : "NA" }
            let number = Double.random(in: -limit...limit, using: &random)
            return isWhole ? String(Int(number)) : String(number)
        }
        let expected = values.indices.sorted { first, second in
            guard let left = Double(values[first]) else {
                return Double(values[second]) == nil && first < second
            }
            guard let right = Double(values[second]) else { return true }
            return left == right ? first < second : (left < right) != isDescending
        }
        #expect(try order(values, isDescending: isDescending) == expected)
    }

    @Test func datesAreSortedByTime() throws {
        let values = ["2024-05-01", "1969-12-31", "", "2024-05-01T00:00:01Z", "1970-01-01"]
        #expect(try order(values) == [1, 4, 0, 3, 2])
        #expect(try order(values, isDescending: true) == [3, 0, 4, 1, 2])
    }

    @Test func rowsBeyondThoseThatWereRankedComeLast() throws {
        let ranks = try ranks(["2", "1"])
        let key = ranks.sortKey(at: 7, row: 7, isDescending: true)
        #expect(key > ranks.sortKey(at: 0, row: 0, isDescending: true))
    }

    @Test func sortingIsGivenUp() {
        var builder = ColumnBuilder(name: "c")
        builder.append("a word")
        let values = builder.finish()
        #expect(throws: SourceError.cancelled) { try ColumnRanks(values, isCancelled: { true }) }
    }
}
