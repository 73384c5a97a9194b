import TestSupport
import Testing

@testable import MapModel

struct CodeColumnTests {
    private static let places: [Coordinate] = {
        var random = SeededRandom(7)
        return (0..<200).map { _ in
            Coordinate(latitude: random.fraction(36...70), longitude: random.fraction(-9...40))
        }
    }()

    /// Codes of places in Europe.
    private static func codes(_ notation: CodeNotation, level: Int, count: Int = 100) -> [String] {
        places.prefix(count).compactMap { notation.code(of: $0, level: level) }
    }

    private func verdict(_ values: [String], named: CodeNotation? = nil) -> CodeColumn.Verdict {
        CodeColumn.verdict(on: values.map { Array($0.utf8) }, named: named)
    }

    private func column(_ values: [String], named: CodeNotation? = nil) -> CodeColumn? {
        if case .codes(let column) = verdict(values, named: named) { column } else { nil }
    }

    private func middle(_ column: CodeColumn, _ text: String) -> Result<Coordinate, CodeFault> {
        Array(text.utf8).withUnsafeBufferPointer { column.middle(of: $0) }
    }

    @Test(arguments: [
        (CodeNotation.geohash, 4), (.geohash, 6), (.h3, 7), (.s2, 13), (.plusCode, 10), (.plusCode, 8),
        (.mgrs, 5),
        (.mgrs, 0),
        (.utm, 5), (.maidenhead, 6), (.maidenhead, 8), (.quadkey, 14),
    ])
    func notationsShowInTheValues(notation: CodeNotation, level: Int) throws {
        let values = Set(Self.codes(notation, level: level, count: 200)).sorted()
        for named in [nil, notation] {
            let found = try #require(column(values, named: named))
            #expect(found.notation == notation)
            #expect(found.levels == [level])
        }
        // Five in a hundred may be anything, six not.
        let few = values.prefix(95) + (1...5).map { "none \($0)" }
        #expect(column(Array(few))?.notation == (values.count >= 95 ? notation : nil))
        #expect(verdict(Array(values.prefix(94)) + (1...6).map { "none \($0)" }) == .other)
        #expect(verdict(Array(values.prefix(19))) == .other)
        #expect(column(Array(values.prefix(3)), named: notation)?.notation == notation)
    }

    @Test(arguments: [
        (CodeNotation.geohash, 3), (.maidenhead, 4), (.quadkey, 7), (.s2, 6),
    ])
    func shortCodesNeedTheNameOfTheNotation(notation: CodeNotation, level: Int) {
        let values = Set(Self.codes(notation, level: level, count: 200)).sorted()
        #expect(column(values)?.notation != notation)
        #expect(column(values, named: notation)?.notation == notation)
    }

    @Test(arguments: [
        (1...100).map { "\($0 + 1900)" }, (1...100).map { "SKU\($0 + 100)" },
        (1...100).map { "\($0 * 7919)" },
        (1...100).map { "bed\($0)" }, (0..<100).map { String($0 * 2_654_435_761 % 0xFFFF_FFFF, radix: 16) },
        (1...100).map { "\(1_700_000_000_000_000_000 + $0 * 4_194_304)" }, (1...100).map { "1\($0)E+17" },
        [
            "red", "green", "brown", "zebra", "fun", "sun", "hub", "bus", "web", "jet", "hen", "pen", "ten",
            "gum",
            "mud", "buzz", "fury", "dune", "ruby", "menu", "tune", "June",
        ],
        (0..<100).map { "Street \($0)" }, (0..<100).map { "2026-11-\($0)" },
        (0..<100).map { "12\($0 % 10)0\($0)" },
        (0..<100).map { String(256 + $0, radix: 2) },
        (0..<100).map { "\($0 % 4)\($0 / 4 % 4)\($0 / 16 % 4)" },
    ])
    func otherValuesAreNoCodes(values: [String]) { #expect(verdict(Set(values).sorted()) == .other) }

    @Test func levelsAreListed() throws {
        let mixed = Self.codes(.h3, level: 7) + Self.codes(.h3, level: 8)
        #expect(try #require(column(mixed)).description == "H3, resolutions 7 and 8")
        let three = (5...7).flatMap { Self.codes(.geohash, level: $0) }
        #expect(try #require(column(three)).description == "geohash, lengths 5 to 7")
        let apart = [4, 8, 10].flatMap { Self.codes(.plusCode, level: $0) }
        #expect(try #require(column(apart)).description == "plus code, lengths 4, 8 and 10")
        #expect(try #require(column(Self.codes(.utm, level: 5))).description == "UTM")
        #expect(try #require(column(Self.codes(.s2, level: 13))).description == "S2, level 13")
    }

    /// Whole numbers of H3 and S2, as they are and as spreadsheets and programs leave them.
    @Test(arguments: [(CodeNotation.h3, 9), (.h3, 15), (.s2, 30)])
    func roundedNumbersHaveLostTheirDigits(notation: CodeNotation, level: Int) throws {
        let numbers = Self.codes(notation, level: level).compactMap { UInt64($0, radix: 16) }
        #expect(numbers.count == 100)
        #expect(column(numbers.map { "\($0)" }, named: notation)?.levels == [level])
        let digits = notation == .h3 ? 1000 : 10_000
        let damages: [[String]] = [
            numbers.map { "\($0 / UInt64(digits) * UInt64(digits))" },
            numbers.map { "\(Double($0))" },
            numbers.map { "\(UInt64(Double($0)))" },
        ]
        for values in damages.prefix(notation == .h3 ? 3 : 2) {
            guard case .lostDigits(let found, let example) = verdict(values, named: notation) else {
                Issue.record("\(values.prefix(3)) \(verdict(values, named: notation))")
                continue
            }
            #expect(found == notation)
            #expect(values.contains(example))
        }
        // Fewer than half are faulty values of a sound column.
        let few = numbers.prefix(60).map { "\($0)" } + damages[1].prefix(40)
        #expect(column(few, named: notation)?.notation == notation)
    }

    @Test func quadkeysOfSeveralWidthsHaveLostZeros() throws {
        // Canada to Australia: the first digit may be 0.
        let north = (0..<60).map { Coordinate(latitude: 60, longitude: -170 + Double($0)) }
        let south = (0..<60).map { Coordinate(latitude: -30, longitude: 20 + Double($0)) }
        let keys = (north + south).compactMap { CodeNotation.quadkey.code(of: $0, level: 12) }
        let whole = try #require(column(keys))
        #expect(whole.levels == [12])
        let cut = keys.map { String($0.drop { $0 == "0" }) }
        guard case .lostDigits(.quadkey, let example) = verdict(cut, named: .quadkey) else {
            Issue.record("not refused")
            return
        }
        #expect(example.utf8.count < 12)
        #expect(verdict(cut) == .other)
        #expect(middle(whole, String(keys[0].dropFirst())) == .failure(.lostDigits))
        // Tiles of several levels with their zeros are no damage.
        let tiles = keys + keys.map { String($0.dropLast()) }
        #expect(column(tiles, named: .quadkey)?.levels == [11, 12])
    }

    @Test func sIsTheBandWhereOtherZonesHaveBands() throws {
        let bands = ["33U 391777 5819706", "10S 551000 4180000", "32T 691607 5249000"]
        let found = try #require(column(bands, named: .utm))
        #expect(found.sIsBand)
        #expect(try middle(found, "10S 551000 4180000").get().latitude > 37)
        let sides = ["33N 391777 5819706", "10S 551000 4180000", "32N 691607 5249000"]
        let other = try #require(column(sides, named: .utm))
        #expect(!other.sIsBand)
        #expect(try middle(other, "10S 551000 4180000").get().latitude < -50)
    }

    @Test func shortPlusCodesAreCodesThatNeedAPlace() throws {
        let values = Self.codes(.plusCode, level: 10).map { "\($0.dropFirst(4)) Town" }
        let found = try #require(column(values))
        #expect(found.hasShortCodes)
        #expect(found.notation == .plusCode)
        #expect(middle(found, "9G8F+6X Town") == .failure(.short))
        #expect(try #require(column(Self.codes(.plusCode, level: 10))).hasShortCodes == false)
    }

    @Test func underTheNameMoreThanHalfMustBeCodes() {
        let words = (1...50).map { "word \($0)" }
        #expect(column(words + Self.codes(.h3, level: 7, count: 51), named: .h3) != nil)
        #expect(verdict(words + Self.codes(.h3, level: 7, count: 50), named: .h3) == .other)
        let lost = (1...50).map { "6.1\($0)E+17" }
        #expect(column(lost + Self.codes(.h3, level: 7, count: 51), named: .h3) != nil)
        #expect(verdict(lost + words.prefix(49), named: .h3) == .lostDigits(.h3, example: "6.11E+17"))
    }

    @Test func aNameWithoutCodesSaysNothing() {
        let words = (1...100).map { "word \($0)" }
        for notation in CodeNotation.allCases { #expect(verdict(words, named: notation) == .other) }
        #expect(verdict([], named: .h3) == .other)
        #expect(verdict([]) == .other)
    }
}
