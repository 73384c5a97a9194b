import CTerminalGuard
import Glibc

/// Keeps what C libraries print on standard error off the screen, and leaves it to be read from a pipe.
///
/// Only where standard error is a terminal: whoever sends it to a file wants it there. The guard knows the user's own
/// and puts it back whenever it gives the terminal back, after a crash too.
package final class ErrorCapture: Sendable {
    /// Readable when something was printed. Non-blocking.
    package let descriptor: Int32
    private let writeEnd: Int32
    private let standardError: Int32

    /// Nil where there is nothing to keep away, or no descriptors are left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard isatty(STDERR_FILENO) == 1, pipe(&ends) == 0 else { return nil }
        for end in ends {
            // Whoever prints more than a pipe holds is not to wait for us.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
        standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard standardError >= 0 else { return nil }
        guard_set_error_descriptor(standardError)
    }

    deinit {
        if standardError >= 0 {
            guard_set_error_descriptor(-1)
            close(standardError)
        }
        close(descriptor)
        close(writeEnd)
    }

    /// From now on; `guard_restore` ends it. After `guard_arm`.
    package func begin() { dup2(writeEnd, STDERR_FILENO) }

    /// What was printed since the last call, line by line.
    package static func lines(from descriptor: Int32) -> [String] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while text.count < 1 << 16 {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
