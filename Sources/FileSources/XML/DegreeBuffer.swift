import MapModel
import RowValues
import Streams

/// Reads degrees from text anywhere in memory. In a single number a comma is a decimal mark, as programs in some locales write it.
struct DegreeBuffer {
    /// Longer texts are not copied, which is slower to read.
    private static let longest = 64

    private let parser = NumberParser(decimalMark: .point)
    /// The text and the padding that scanners may read after it.
    private var memory = [UInt8](repeating: 0, count: longest + ByteRun.padding)

    mutating func degrees(_ text: UnsafeBufferPointer<UInt8>?, axis: CoordinateAxis) -> ParsedDegrees {
        guard let text else { return .missing }
        let found = plainDegrees(text, axis: axis)
        guard found == .notANumber, text.contains(UInt8(ascii: ",")) else { return found }
        return DegreeText.degrees(text, axis: axis, commaIsDecimal: true)
    }

    private mutating func plainDegrees(
        _ text: UnsafeBufferPointer<UInt8>, axis: CoordinateAxis
    ) -> ParsedDegrees {
        guard text.count <= Self.longest else {
            return DegreeText.degrees(text, axis: axis, commaIsDecimal: false)
        }
        for index in 0..<text.count { memory[index] = text[index] }
        return memory.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return .notANumber }
            return parser.degrees(in: ByteRun(base: base, count: text.count), 0..<text.count, axis: axis)
        }
    }
}
