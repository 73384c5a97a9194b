#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A conversion of text from another encoding to UTF-8 (`iconv`), closed with the last reference.
package final class TextConversion {
    /// Why it stopped.
    package enum End: Sendable {
        /// All is converted.
        case done
        /// The bytes end within a character.
        case incomplete
        /// A byte that means nothing in this encoding.
        case invalid
    }

    private let descriptor: iconv_t

    /// Nil where the C library knows no encoding of this name.
    package init?(from name: String) {
        guard let descriptor = iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else {
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    /// Converts as much as is valid from `taken` on, to `made` on, and moves both.
    package func convert(
        _ source: inout [UInt8], _ taken: inout Int, _ target: inout [UInt8], _ made: inout Int
    ) -> End {
        source.withUnsafeMutableBytes { source in
            target.withUnsafeMutableBytes { target in
                var from = source.baseAddress.map { ($0 + taken).assumingMemoryBound(to: CChar.self) }
                var left = source.count - taken
                var to = target.baseAddress.map { ($0 + made).assumingMemoryBound(to: CChar.self) }
                var room = target.count - made
                let isDone = iconv(descriptor, &from, &left, &to, &room) != -1
                let end: End = isDone ? .done : errno == EINVAL ? .incomplete : .invalid
                taken = source.count - left
                made = target.count - room
                return end
            }
        }
    }
}
