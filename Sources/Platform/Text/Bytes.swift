#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Searches of the C library in memory, which are faster than loops.
package enum Bytes {
    /// Where a byte stands first among `count`; nil where it does not.
    package static func offset(of byte: UInt8, in base: UnsafeRawPointer, count: Int) -> Int? {
        memchr(base, Int32(byte), count).map { UnsafeRawPointer($0) - base }
    }

    /// Whether `count` bytes are the same.
    package static func areEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
        memcmp(first, second, count) == 0
    }

    /// The length of a C string.
    package static func length(_ text: UnsafePointer<CChar>) -> Int { strlen(text) }

    /// The length of a C string, of which at most `limit` bytes are looked at.
    package static func length(_ text: UnsafePointer<CChar>, limit: Int) -> Int { strnlen(text, limit) }
}
