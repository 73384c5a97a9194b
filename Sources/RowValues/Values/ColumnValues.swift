import MapModel
import Streams

/// The values of one column for all rows of a table, typed and packed, frozen once read.
///
/// Rows without a value, and those whose value is not of the column's kind, are missing; the latter are counted.
package struct ColumnValues: Sendable {
    /// How the values are kept.
    package enum Storage: Sendable {
        /// Of `.number`, and of `.time` in milliseconds since 1970-01-01 UTC.
        case numbers(PackedNumbers)
        /// Of `.text`, and of `.boolean` as "true" and "false".
        case words(WordCodes)
    }

    /// The column's name in its table.
    package let name: String
    /// The type of its values.
    package let kind: ColumnKind
    /// The values by row.
    package let storage: Storage
    /// Rows that have a value of the kind.
    package let filledCount: Int
    /// Rows whose value is not of the kind; they are missing.
    package let misfitCount: Int

    /// What is to be known of values that are left out; nil where there are none.
    package var misfitNotice: String? {
        let one: String
        let many: String
        switch kind {
        case .number: (one, many) = ("a number", "numbers")
        case .time: (one, many) = ("a date", "dates")
        case .boolean: (one, many) = ("true or false", "true or false")
        case .text: return nil
        }
        guard misfitCount > 0 else { return nil }
        let words =
            misfitCount == 1
            ? "1 value is not \(one) and counts as missing"
            : "\(grouped(misfitCount)) values are not \(many) and count as missing"
        return "column \(quoted(name)): \(words)"
    }

    /// Rows, with a value or without.
    package var rowCount: Int {
        switch storage {
        case .numbers(let numbers): numbers.count
        case .words(let words): words.count
        }
    }

    /// Rows without a value, misfits included.
    package var missingCount: Int { rowCount - filledCount }

    /// Bytes that the values occupy.
    package var byteCount: Int {
        switch storage {
        case .numbers(let numbers): numbers.byteCount
        case .words(let words): words.byteCount
        }
    }

    /// The number of a row, or its milliseconds since 1970; nil for words and where it has none.
    package func number(at row: Int) -> Double? {
        guard case .numbers(let numbers) = storage else { return nil }
        return numbers[row]
    }

    /// Whether the row has no value of the kind.
    package func isMissing(_ row: Int) -> Bool {
        switch storage {
        case .numbers(let numbers): numbers.value(at: row).isNaN
        case .words(let words): words.code(at: row) == 0
        }
    }

    /// The value of a row as people read it; nil where it has none.
    package func text(at row: Int) -> String? {
        switch storage {
        case .numbers(let numbers): numbers[row].map { text(of: $0) }
        case .words(let words): words.code(at: row) == 0 ? nil : words.word(words.code(at: row))
        }
    }

    /// A number of the column as people read it: a date where it is a time.
    package func text(of number: Double) -> String { ColumnKind.text(of: number, kind: kind) }
}

extension ColumnKind {
    /// A number as its shortest text; of `.time` the date, with the time of day unless that is midnight.
    package static func text(of number: Double, kind: ColumnKind) -> String {
        guard kind == .time else {
            if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
            return "\(number)"
        }
        guard let milliseconds = Int64(exactly: number.rounded()),
            let instant = UTCInstant(milliseconds: milliseconds)
        else { return "\(number)" }
        let text = instant.description
        if instant.millisecondOfDay == 0 { return String(text.prefix(10)) }
        let hasMilliseconds = instant.millisecondOfDay % 1_000 != 0
        return hasMilliseconds ? text : String(text.prefix(19)) + "Z"
    }
}
