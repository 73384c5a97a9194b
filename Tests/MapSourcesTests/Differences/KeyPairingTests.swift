import TestSupport
import Testing

@testable import DataSets
@testable import MapModel
@testable import RowValues

/// Rows with equal keys find each other, whatever their hashes are.
@Suite struct KeyPairingTests {
    @Test(arguments: 0..<30 as Range<UInt64>) func pairsAreThoseOfADictionary(seed: UInt64) {
        var random = SeededRandom(seed)
        // Some hashes differ in their lowest bits only.
        let kinds = (0..<random.number(1...3_000)).map { number -> UInt64 in
            number % 5 == 0 ? 7 << 60 | UInt64(number) : ValueMeaning.mixed(UInt64(number))
        }
        func rows() -> [UInt64] {
            (0..<random.number(0...4_000)).map { _ in kinds[random.number(0...kinds.count - 1)] }
        }
        let (old, new) = (rows(), rows())
        let pairing = KeyPairing(old, new)
        let first = Dictionary(grouping: old.indices.map(UInt32.init)) { old[Int($0)] }
        let second = Dictionary(grouping: new.indices.map(UInt32.init)) { new[Int($0)] }
        let both = first.filter { second[$0.key] != nil }
        let single = both.filter { $0.value.count == 1 && second[$0.key]?.count == 1 }
        #expect(pairing.pairs.count == single.count)
        #expect(pairing.pairs.allSatisfy { old[Int($0.old)] == new[Int($0.new)] })
        #expect(pairing.groups.count == both.count - single.count)
        for group in pairing.groups {
            let key = old[Int(group.old[0])]
            #expect(group.old == first[key] && group.new == second[key])
        }
        #expect(pairing.sharingOld == first.values.filter { $0.count > 1 }.joined().count)
        #expect(pairing.sharingNew == second.values.filter { $0.count > 1 }.joined().count)
    }
}
