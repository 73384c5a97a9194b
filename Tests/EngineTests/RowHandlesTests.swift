import TestSupport
import Testing

@testable import DatabaseSources

@Suite struct RowHandlesTests {
    private static func key(_ random: inout SeededRandom) -> [String?] {
        let texts: [String?] = [nil, "", "a", "é\0", String(repeating: "x", count: 200)]
        return (0..<2).map { _ in
            random.number(0...1) == 0 ? texts[random.number(0...4)] : "\(random.number(0...300))"
        }
    }

    /// Equal keys of an answer are told apart by their order; all are told apart from others, NULL from "".
    @Test(arguments: 0..<20 as Range<UInt64>) func aKeyKeepsItsNumber(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let handles = RowHandles()
        var known: [RowHandles.Key: UInt32] = [:]
        for _ in 0..<20 {
            let keys = (0..<random.number(1...200)).map { _ in Self.key(&random) }
            let numbers = try #require(handles.numbers(of: keys))
            var met: [[String?]: Int] = [:]
            for (key, number) in zip(keys, numbers) {
                let whole = RowHandles.Key(parts: key, occurrence: met[key, default: 0])
                met[key, default: 0] += 1
                #expect(known[whole] ?? number == number)
                known[whole] = number
                #expect(handles.key(of: number) == whole)
            }
            #expect(handles.keys(of: numbers) == keys)
        }
        #expect(handles.count == known.count && Set(known.values).count == known.count)
    }

    @Test func manyKeysAreFoundAgain() throws {
        let handles = RowHandles()
        let keys: [[String?]] = (0..<100_000).map { ["\($0)"] }
        #expect(try #require(handles.numbers(of: keys)) == Array(0..<100_000))
        #expect(try #require(handles.numbers(of: keys.reversed())) == Array((0..<100_000).reversed()))
    }
}
