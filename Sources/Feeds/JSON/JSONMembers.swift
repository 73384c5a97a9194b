import RowValues
import Streams

/// The members of an object, one after the other, each with the range of its value.
struct JSONMembers {
    private var cursor: JSONCursor
    private var isOpen = false

    /// The members of the object that begins at `start`.
    init(_ bytes: ByteRun, _ range: Range<Int>) throws(JSONFault) {
        cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        isOpen = try cursor.enter(closedBy: UInt8(ascii: "}"))
    }

    /// The next one; nil after the last.
    @inline(__always)
    mutating func next() throws(JSONFault) -> (key: Range<Int>, value: JSONCursor.Scalar)? {
        guard isOpen else { return nil }
        let key = try cursor.key()
        let value = try cursor.value()
        isOpen = try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return (key.range, value)
    }

    /// Where the object ends, after the last member.
    var end: Int { cursor.offset }
}

extension ByteRun {
    /// Whether the bytes of a range are a word.
    @inline(__always)
    func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where self[range.lowerBound + index] != word.utf8Start[index] {
            return false
        }
        return true
    }

    /// The number of a value, also where it is written as a text; nil for all else, also for NaN.
    @inline(__always)
    func number(_ value: JSONCursor.Scalar) -> Double? {
        switch value {
        case .number(let range): FeedNumber.decimal(self, range)
        case .text(let text): FeedNumber.decimal(self, text.range)
        default: nil
        }
    }

    /// The text of a value, unescaped and added to a report; nil where it has none.
    func text(_ value: JSONCursor.Scalar, into report: inout FeedReport) -> FeedReport.Text? {
        guard case .text(let text) = value else { return nil }
        guard text.hasEscapes else { return report.add(buffer(text.range)) }
        var plain: [UInt8] = []
        do throws(JSONFault) {
            try JSONString.unescape(buffer(text.range), into: &plain)
            return report.add(plain)
        } catch {
            return nil
        }
    }
}
