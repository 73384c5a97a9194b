import Glibc

/// The system's messages for its error numbers.
package enum SystemError {
    /// The C library's message for `code`; empty when there is none.
    package static func words(_ code: Int32) -> String {
        var words = [CChar](repeating: 0, count: 256)
        let length = strerror_r(code, &words, words.count) == 0 ? strnlen(words, words.count) : 0
        return String(decoding: words.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
