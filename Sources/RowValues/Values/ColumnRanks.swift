import MapModel
import Streams

/// The place of each row among the values of a column: what rows are sorted by.
package struct ColumnRanks: Sendable {
    /// The rank of rows without a value.
    package static let missing = UInt32.max

    /// By row: 0 for the least value, the same for equal ones.
    private let ranks: [UInt32]
    private let greatest: UInt32

    /// Ranks the values: numbers and times by value, words in natural order.
    ///
    /// - Parameter isCancelled: checked now and then; true makes it throw `.cancelled`.
    /// - Complexity: O(rows), and the sorting of the different words.
    package init(_ values: ColumnValues, isCancelled: () -> Bool = { false }) throws(SourceError) {
        switch values.storage {
        case .numbers(let numbers): (ranks, greatest) = Self.ranks(of: numbers)
        case .words(let words):
            let ofWords = try NaturalOrder.ranks(of: words.dictionary, isCancelled: isCancelled)
            var ranks: [UInt32] = []
            ranks.reserveCapacity(words.count)
            words.forEach { code in ranks.append(code == 0 ? Self.missing : ofWords[code - 1]) }
            self.ranks = ranks
            greatest = UInt32(max(ofWords.count - 1, 0))
        }
    }

    private static func ranks(of numbers: PackedNumbers) -> (ranks: [UInt32], greatest: UInt32) {
        var keys: [UInt64] = []
        var rows: [UInt32] = []
        keys.reserveCapacity(numbers.count)
        rows.reserveCapacity(numbers.count)
        var row: UInt32 = 0
        numbers.forEach { number in
            if !number.isNaN {
                keys.append(key(of: number))
                rows.append(row)
            }
            row &+= 1
        }
        let sorted = RadixSort.sorted(keys: &keys, rows: &rows)
        var ranks = [UInt32](repeating: missing, count: numbers.count)
        var rank: UInt32 = 0
        for place in sorted.rows.indices {
            if place > 0, sorted.keys[place] != sorted.keys[place - 1] { rank += 1 }
            ranks[Int(sorted.rows[place])] = rank
        }
        return (ranks, rank)
    }

    /// Bits that are ordered like numbers; both zeros are the same.
    private static func key(of number: Double) -> UInt64 {
        let bits = (number + 0).bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    /// A number by which a row is sorted: by its value, then by its number; rows without a value come last.
    ///
    /// - Parameters:
    ///   - place: of the row among those that were ranked; one beyond them has no value.
    ///   - row: its number, which orders rows with equal values.
    @inline(__always)
    package func sortKey(at place: Int, row: UInt32, isDescending: Bool) -> UInt64 {
        let rank = place < ranks.count ? ranks[place] : Self.missing
        let turned = isDescending && rank != Self.missing ? greatest - rank : rank
        return UInt64(turned) << 32 | UInt64(row)
    }
}
