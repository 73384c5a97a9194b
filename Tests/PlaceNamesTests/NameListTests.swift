import TestSupport
import Testing

@testable import PlaceNames

/// The tables beneath: compared with brute force.
@Suite struct NameListTests {
    private static func word(_ random: inout SeededRandom) -> [UInt8] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            [0x61, 0x62, 0x63, 0x20].randomElement(using: &random) ?? 0x61
        }
    }

    /// The optimal string alignment distance, by its definition.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
        for row in left.indices {
            for column in right.indices {
                var steps = min(rows[row][column + 1], rows[row + 1][column]) + 1
                steps = min(steps, rows[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    steps = min(steps, rows[row - 1][column - 1] + 1)
                }
                rows[row + 1][column + 1] = steps
            }
        }
        return rows[left.count][right.count]
    }

    @Test(arguments: 1...6)
    func similarNamesAreThoseOfASmallDistance(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let names = (0..<300).map { _ in Self.word(&random) }
        var list = NameList()
        for (number, name) in names.enumerated() { list.append(name, UInt64(number)) }
        list.sort()
        for _ in 0..<60 {
            let text = Self.word(&random)
            for limit in 1...2 {
                let found = list.similar(to: text, limit: limit)
                let expected = names.indices.filter { (1...limit).contains(Self.distance(text, names[$0])) }
                #expect(found.map(\.value).sorted() == expected.map(UInt64.init))
                for hit in found {
                    let name = names[Int(hit.value)]
                    #expect(hit.distance == Self.distance(text, name))
                    #expect(hit.isFirstLetterSame == (name.first == text.first))
                }
            }
        }
    }

    @Test func namesThatAreEmptyOrTooLongAreLeftOut() {
        var list = NameList()
        #expect(list.similar(to: [0x61], limit: 1).isEmpty)
        list.append([], 1)
        list.append([UInt8](repeating: 0x61, count: NameList.longest + 1), 2)
        list.append([UInt8](repeating: 0x61, count: NameList.longest), 3)
        list.sort()
        let text = [UInt8](repeating: 0x61, count: NameList.longest - 1)
        #expect(list.similar(to: text, limit: 1).map(\.value) == [3])
        #expect(list.similar(to: text + text, limit: 1).isEmpty && list.similar(to: [], limit: 1).isEmpty)
    }

    @Test(arguments: [0, 1, 2, 3, 500])
    func aTableHasTheValuesOfEachHashInOrder(count: Int) {
        var random = SeededRandom(UInt64(count) + 1)
        let keys = (0..<count).map { _ in NameHash.of([UInt8.random(in: 0...99, using: &random)]) }
        let table = NumberTable(hashes: keys, values: keys.indices.map(UInt32.init))
        for byte in 0...120 {
            let hash = NameHash.of([UInt8(byte)])
            var found: [UInt32] = []
            table.visit(hash) { found.append($0) }
            #expect(found == keys.indices.filter { keys[$0] == hash }.map(UInt32.init))
            #expect(table.first(hash) == found.first)
        }
        var groups: [[UInt32]] = []
        table.forEachHash { groups.append(Array($0)) }
        #expect(groups.joined().sorted() == keys.indices.map(UInt32.init))
        #expect(groups.count == Set(keys).count)
    }

    @Test(arguments: [
        ("saint louis", ["st louis"]), ("st louis", ["saint louis", "sankt louis", "street louis"]),
        ("muenchen", ["munchen"]), ("lyon", []),
        (
            "n st louis",
            ["north st louis", "n saint louis", "n sankt louis", "n street louis", "north saint louis"]
        ),
    ])
    func shortFormsAreWrittenInFull(name: String, forms: [String]) {
        #expect(TownForms.shortForms(of: FoldedName(name)) == forms.map { FoldedName($0) })
    }

    @Test(arguments: [
        ("Halle (Saale)", ["halle", "saale"]), ("Biel/Bienne", ["biel", "bienne"]), ("A - B", ["a", "b"]),
        ("Paris 15", ["paris"]), ("Lyon", []), ("Wien [AT", ["wien"]), ("x) y (zzzz", ["x y", "zzzz"]),
    ])
    func partsAreWhatStandsBetweenMarks(text: String, parts: [String]) {
        let found = TownForms.parts(of: text, FoldedName(text)) { _ in false }
        #expect(found == parts.map { FoldedName($0) })
    }

    @Test func aPartThatIsAnAreaIsNoTown() {
        let text = "Pohang, Daegu"
        let found = TownForms.parts(of: text, FoldedName(text)) { $0 == FoldedName("daegu") }
        #expect(found == [FoldedName("pohang")])
    }

    @Test(arguments: [
        (0, 0), (1, 1), (316, 1), (317, 2), (999, 2), (1_000, 3), (9_999, 4), (10_000, 5), (37_000_000, 12),
        (1_000_000_000, 12),
    ])
    func sizesAreHalfDecades(people: Int, size: UInt8) {
        #expect(TownNames.sizeClass(people: people) == size)
    }
}
