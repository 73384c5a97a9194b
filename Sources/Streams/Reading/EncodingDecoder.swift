import Glibc

/// Decodes text in any encoding that the C library knows; what is invalid becomes U+FFFD.
package final class EncodingDecoder: ByteFilter {
    /// The usual encoding of text that is not in UTF-8.
    package static let legacy = "Windows-1252"

    private let descriptor: iconv_t
    /// The bytes of a character that is not complete.
    private var rest: [UInt8] = []

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Nil when there is no encoding of this name.
    package init?(_ name: String) {
        // A slash would set options of the conversion.
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }),
            let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1
        else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    /// The text in UTF-8.
    package func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var source = rest + bytes
        // The longest characters grow from one byte to three.
        var target = [UInt8](repeating: 0, count: source.count * 3 + 16)
        var taken = 0
        var made = 0
        while taken < source.count {
            let fault = convert(&source, &taken, &target, &made)
            if fault == 0 || (fault == EINVAL && !isLast) { break }
            target.replaceSubrange(made..<made + 3, with: Self.replacement)
            made += 3
            taken += 1
        }
        rest = Array(source[taken...])
        target.removeLast(target.count - made)
        return target
    }

    /// Converts as much as is valid; returns 0 or the error.
    private func convert(
        _ source: inout [UInt8], _ taken: inout Int, _ target: inout [UInt8], _ made: inout Int
    ) -> Int32 {
        source.withUnsafeMutableBytes { source in
            target.withUnsafeMutableBytes { target in
                var from = source.baseAddress.map { ($0 + taken).assumingMemoryBound(to: CChar.self) }
                var left = source.count - taken
                var to = target.baseAddress.map { ($0 + made).assumingMemoryBound(to: CChar.self) }
                var room = target.count - made
                let status = iconv(descriptor, &from, &left, &to, &room)
                let fault = status == -1 ? errno : 0
                taken = source.count - left
                made = target.count - room
                return fault
            }
        }
    }
}
