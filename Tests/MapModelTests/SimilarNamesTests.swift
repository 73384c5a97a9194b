import Testing

@testable import MapModel

@Suite struct SimilarNamesTests {
    private let names: NameIndex

    init() {
        var builder = NameIndex.Builder()
        for fields in [["Barcelona"], ["London", "Londres"], ["Los Angeles"], ["Bern"], ["Москва"], ["東京"]] {
            builder.append(fields)
        }
        names = builder.snapshot()
    }

    /// The records found, with their smallest distance.
    private func found(_ text: String) -> [UInt32: Int] {
        var result: [UInt32: Int] = [:]
        guard let similar = SimilarNames(FoldedText.folded(text)) else { return [:] }
        let isDone = similar.visit(names, isCancelled: { false }) { hit in
            result[hit.record] = min(result[hit.record] ?? .max, hit.distance)
        }
        #expect(isDone)
        return result
    }

    @Test(arguments: [
        ("barcelna", 0, 1), ("barcellona", 0, 1), ("barselona", 0, 1), ("abrcelona", 0, 1),
        ("barcenola", 0, 2),
        ("londno", 1, 1), ("lodnon", 1, 1), ("olndon", 1, 1), ("lonodn", 1, 1), ("ondon", 1, 1),
        ("londonn", 1, 1),
        ("los angles", 2, 1), ("loz angels", 2, 2), ("benr", 3, 1), ("berne", 3, 1),
    ])
    func oneErrorIsForgivenAndTwoInLongNames(text: String, record: Int, distance: Int) {
        #expect(found(text)[UInt32(record)] == distance)
    }

    @Test(arguments: ["london", "lnodno", "brn", "be", "", "大京", "zzzzzzzz", "barcelonaaaa"])
    func othersAreNot(text: String) {
        #expect(found(text).isEmpty)
    }

    @Test(arguments: 0..<20) func eachSingleErrorIsFound(seed: Int) {
        let name = Array("barcelona".utf8)
        let place = seed % name.count
        var dropped = name
        dropped.remove(at: place)
        var doubled = name
        doubled.insert(UInt8(ascii: "x"), at: place)
        for text in [dropped, doubled] {
            #expect(found(String(decoding: text, as: UTF8.self))[0] == 1)
        }
    }

    @Test func aCancelledSearchStops() {
        #expect(SimilarNames(Array("londno".utf8))?.visit(names, isCancelled: { true }) { _ in } == false)
    }
}
