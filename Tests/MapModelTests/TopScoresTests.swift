import TestSupport
import Testing

@testable import MapModel

@Suite struct TopScoresTests {
    @Test(arguments: 0..<50)
    func keepsWhatSortingWouldPutFirst(seed: UInt64) {
        var random = SeededRandom(seed)
        let scores = (0..<random.number(0...200)).map { (Float(random.number(0...20)), UInt32($0)) }
        let limit = random.number(0...30)
        var best = TopScores(limit: limit)
        for (score, number) in scores { best.insert(score, number, .inside) }
        let sorted = scores.sorted { (-$0.0, $0.1) < (-$1.0, $1.1) }.prefix(limit)
        #expect(best.entries.map(\.number) == sorted.map(\.1))
    }
}
