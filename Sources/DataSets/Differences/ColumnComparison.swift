import MapModel
import RowValues
import Rows

/// Which rows differ in a column.
enum ColumnComparison {
    /// The rows of the new source whose value is another one than that of their partner, ascending.
    static func changedRows(_ column: ComparedMeanings.Column, _ partners: [UInt32]) -> [UInt32] {
        let (old, new) = column
        let isOldShort = isShort(old)
        let isNewShort = !isOldShort && isShort(new)
        return Workers.processors.shares(of: partners.count) { rows in
            var changed: [UInt32] = []
            for row in rows where partners[row] != RowDifference.none {
                let (before, after) = (old[Int(partners[row])], new[row])
                if before == after { continue }
                if isOldShort && areAlike(short: before, after) { continue }
                if isNewShort && areAlike(short: after, before) { continue }
                changed.append(UInt32(row))
            }
            return changed
        }.flatMap(\.self)
    }

    /// Whether a column has numbers of 32 bits that are no short decimals: others print them with more digits.
    private static func isShort(_ column: [UInt64]) -> Bool {
        var hasFraction = false
        for meaning in column where meaning != ValueMeaning.missing {
            guard let number = ValueMeaning.number(meaning), Double(Float(number)) == number else {
                return false
            }
            hasFraction =
                hasFraction || number != number.rounded() && Double(Float(number).description) != number
        }
        return hasFraction
    }

    /// Whether a number, rounded to 32 bits, is one of 32 bits.
    private static func areAlike(short: UInt64, _ other: UInt64) -> Bool {
        guard let first = ValueMeaning.number(short), let second = ValueMeaning.number(other) else {
            return false
        }
        // What is no number at all is often a tiny one by its bits.
        return first != 0 && Float(first) == Float(second)
    }
}
