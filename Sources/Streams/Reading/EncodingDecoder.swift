import Platform

/// Decodes text in any encoding that the C library knows; what is invalid becomes U+FFFD.
package final class EncodingDecoder: ByteFilter {
    /// The usual encoding of text that is not in UTF-8.
    package static let legacy = "Windows-1252"

    private let conversion: TextConversion
    /// The bytes of a character that is not complete.
    private var rest: [UInt8] = []

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Nil when there is no encoding of this name.
    package init?(_ name: String) {
        // A slash would set options of the conversion.
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }),
            let conversion = TextConversion(from: name)
        else { return nil }
        self.conversion = conversion
    }

    /// The text in UTF-8.
    package func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var source = rest + bytes
        // The longest characters grow from one byte to three.
        var target = [UInt8](repeating: 0, count: source.count * 3 + 16)
        var taken = 0
        var made = 0
        while taken < source.count {
            let end = conversion.convert(&source, &taken, &target, &made)
            if end == .done || (end == .incomplete && !isLast) { break }
            target.replaceSubrange(made..<made + 3, with: Self.replacement)
            made += 3
            taken += 1
        }
        rest = Array(source[taken...])
        target.removeLast(target.count - made)
        return target
    }
}
