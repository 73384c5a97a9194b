import TestSupport
import Testing

@testable import MapModel

struct RadixSortTests {
    /// Keys of very different spread: full, few distinct, long common prefixes, only high or low bits.
    @Test(arguments: 0..<60) func sortsAsTheLibraryDoes(seed: UInt64) {
        var random = SeededRandom(seed)
        let mask = random.next() & random.next() & (seed % 3 == 0 ? .max : random.next())
        let base = random.next() & ~mask
        let count = [0, 1, 2, 24, 25, 26, 300, 5_000, 20_000][Int(seed % 9)]
        var keys = (0..<count).map { _ in base | random.next() & mask }
        var rows = (0..<UInt32(count)).map { $0 }
        let expected = zip(keys, rows).sorted { $0 < $1 }
        let sorted = RadixSort.sorted(keys: &keys, rows: &rows)
        #expect(sorted.keys == expected.map(\.0), "seed \(seed)")
        #expect(sorted.rows == expected.map(\.1), "seed \(seed)")
    }
}
