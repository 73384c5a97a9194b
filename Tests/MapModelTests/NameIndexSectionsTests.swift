import TestSupport
import Testing

@testable import MapModel

@Suite struct NameIndexSectionsTests {
    private static let queries = ["an", "ber", "a b", "new", "o", "東京", "ue", "zzz"].map { SearchQuery($0) }

    /// - Parameter filler: bytes for each record, so that few records are several segments.
    private static func index(_ seed: UInt64, records: Int, filler: Int = 0) -> NameIndex {
        var random = SeededRandom(seed)
        let words = ["Bern", "New", "Anna", "Müller", "東京", "o", "Berlin", "zzz", ""]
        var builder = NameIndex.Builder(hasLetterSets: true)
        for _ in 0..<records {
            for _ in 0..<random.number(0...3) { builder.appendField(words[random.number(0...8)]) }
            if filler > 0 { builder.appendField(String(repeating: "q", count: filler)) }
            builder.endRecord()
        }
        return builder.finish()
    }

    private static func sections(of index: NameIndex) -> [[UInt8]] {
        var sections: [[UInt8]] = []
        index.visitSections { sections.append(Array($0)) }
        return sections
    }

    private static func index(of sections: [[UInt8]]) -> NameIndex? {
        var borrowed = sections.map { section in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: section.count, alignment: 8)
            copy.copyBytes(from: section)
            return UnsafeRawBufferPointer(copy)
        }
        defer { for section in borrowed { section.deallocate() } }
        let index = NameIndex(sections: borrowed)
        borrowed.reverse()
        return index
    }

    /// What the scan finds, and how many records the sets of letters find.
    private static func search(_ index: NameIndex) -> [NameMatches?] { queries.map { index.matches($0) } }

    private static func totals(_ index: NameIndex) -> [Int?] {
        queries.map { index.hits($0, rankedCount: 5)?.total }
    }

    @Test(arguments: [0, 1, 300])
    func restoredNamesAreFoundAsBefore(records: Int) throws {
        let index = Self.index(3, records: records)
        let restored = try #require(Self.index(of: Self.sections(of: index)))
        #expect(restored.recordCount == records)
        #expect(Self.search(restored) == Self.search(index))
        #expect(Self.totals(restored) == Self.search(index).map { $0?.total })
        for record in 0..<UInt32(records) { #expect(restored.fields(of: record) == index.fields(of: record)) }
    }

    @Test func severalSegmentsAreRestored() throws {
        let index = Self.index(4, records: 2_500, filler: 4_000)
        #expect(index.segmentCount > 1)
        let restored = try #require(Self.index(of: Self.sections(of: index)))
        #expect(restored.segmentCount == index.segmentCount)
        #expect(Self.search(restored) == Self.search(index))
        #expect(Self.totals(restored) == Self.search(index).map { $0?.total })
    }

    /// Any byte may be damaged: the index is refused, or searched without leaving its memory.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func damagedSectionsAreRefusedOrSearched(seed: UInt64) {
        var random = SeededRandom(seed)
        var sections = Self.sections(of: Self.index(5, records: 90))
        for _ in 0..<random.number(1...3) {
            let section = random.number(0...sections.count - 1)
            let place = random.number(0...sections[section].count - 1)
            sections[section][place] ^= 1 << UInt8(random.number(0...7))
        }
        guard let index = Self.index(of: sections) else { return }
        #expect(Self.search(index).allSatisfy { ($0?.total ?? 0) <= index.recordCount })
        #expect(Self.totals(index).allSatisfy { ($0 ?? 0) <= index.recordCount })
        for record in 0..<UInt32(index.recordCount) { _ = index.fields(of: record) }
    }

    /// Which faults are found is known for the parts that offsets depend on.
    @Test func damagedOffsetsAreRefused() {
        let sections = Self.sections(of: Self.index(6, records: 40))
        func damaged(_ section: Int, _ place: Int, _ value: UInt8) -> [[UInt8]] {
            var sections = sections
            sections[section][place] = value
            return sections
        }
        #expect(Self.index(of: sections) != nil)
        #expect(Self.index(of: damaged(0, 0, 0)) == nil, "mark")
        #expect(Self.index(of: damaged(0, 8, 2)) == nil, "segments")
        #expect(Self.index(of: damaged(0, 16, 1)) == nil, "first record")
        #expect(Self.index(of: damaged(0, 24, 41)) == nil, "records")
        #expect(Self.index(of: damaged(1, 0, 0)) == nil, "first mark")
        #expect(Self.index(of: damaged(1, sections[1].count - 1, 1)) == nil, "padding")
        #expect(Self.index(of: damaged(2, 0, 0)) == nil, "first start")
        #expect(Self.index(of: damaged(2, 7, 255)) == nil, "a start far away")
        #expect(Self.index(of: damaged(2, sections[2].count - 1, 1)) == nil, "the end")
        #expect(Self.index(of: damaged(3, 200, 255)) == nil, "a set that there is not")
    }

    @Test func sectionsThatAreCutOrMissingAreRefused() {
        let sections = Self.sections(of: Self.index(7, records: 40))
        #expect(Self.index(of: []) == nil)
        #expect(Self.index(of: [[]]) == nil)
        #expect(Self.index(of: Array(sections.dropLast())) == nil)
        #expect(Self.index(of: sections + [[]]) == nil)
        for section in sections.indices {
            for length in [0, 1, sections[section].count - 1, sections[section].count - 4] {
                var cut = sections
                cut[section].removeLast(cut[section].count - length)
                #expect(Self.index(of: cut) == nil, "section \(section) of \(length) bytes")
            }
        }
    }
}
