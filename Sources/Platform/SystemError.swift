#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An error of the operating system by its number (`errno`).
package struct SystemError: Error, Equatable, Sendable {
    /// Its number on this system.
    package let code: Int32

    /// The error with a number.
    package init(code: Int32) { self.code = code }

    /// The error of the last call that failed on this thread.
    package static var last: SystemError { SystemError(code: errno) }

    /// A signal came; the call may be repeated.
    package static let interrupted = SystemError(code: EINTR)
    /// It cannot be done without waiting.
    package static let wouldBlock = SystemError(code: EAGAIN)
    /// A connection is being made.
    package static let inProgress = SystemError(code: EINPROGRESS)
    /// Nobody listens there.
    package static let connectionRefused = SystemError(code: ECONNREFUSED)
    /// Nobody reads the other end.
    package static let brokenPipe = SystemError(code: EPIPE)
    /// There is no such file.
    package static let noSuchFile = SystemError(code: ENOENT)
    /// A part of the path is no folder.
    package static let notFolder = SystemError(code: ENOTDIR)
    /// A folder in place of a file.
    package static let isFolder = SystemError(code: EISDIR)
    /// More links than may be followed, or one where none may.
    package static let tooManyLinks = SystemError(code: ELOOP)
    /// The permissions forbid it.
    package static let notPermitted = SystemError(code: EACCES)
    /// Only another user may do it.
    package static let notAllowed = SystemError(code: EPERM)
    /// The process has as many open files as it may.
    package static let tooManyFiles = SystemError(code: EMFILE)
    /// There is no memory for it.
    package static let noMemory = SystemError(code: ENOMEM)

    /// Whether the call may succeed when it is repeated, at once or later.
    package var isPassing: Bool { self == .interrupted || self == .wouldBlock }

    /// The system's words for it.
    package var words: String {
        var words = [CChar](repeating: 0, count: 256)
        let length = strerror_r(code, &words, words.count) == 0 ? strnlen(words, words.count) : 0
        return String(decoding: words.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
