import CTerminalGuard
import Platform

/// Keeps what C libraries print on standard error off the screen, and leaves it to be read from a pipe.
///
/// Only where standard error is a terminal: a redirected one stays as it is. The guard keeps the original descriptor
/// and restores it together with the terminal, after a crash too.
package final class ErrorCapture: Sendable {
    /// Readable when something was printed. Non-blocking.
    package let descriptor: Int32
    private let writeEnd: Int32
    private let standardError: Int32

    /// Nil where standard error is not a terminal, or no descriptors are left.
    package init?() {
        guard Descriptor.isTerminal(Descriptor.error), let ends = Descriptor.makePipe() else { return nil }
        (descriptor, writeEnd) = ends
        // Whoever prints more than a pipe holds is not to wait for us.
        Descriptor.setNonBlocking(descriptor)
        Descriptor.setNonBlocking(writeEnd)
        standardError = Descriptor.duplicate(Descriptor.error)
        guard standardError >= 0 else { return nil }
        guard_set_error_descriptor(standardError)
    }

    deinit {
        if standardError >= 0 {
            guard_set_error_descriptor(-1)
            Descriptor.close(standardError)
        }
        Descriptor.close(descriptor)
        Descriptor.close(writeEnd)
    }

    /// From now on; `guard_restore` ends it. After `guard_arm`.
    package func begin() { Descriptor.replace(Descriptor.error, with: writeEnd) }

    /// What was printed since the last call, line by line.
    package static func lines(from descriptor: Int32) -> [String] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while text.count < 1 << 16 {
            let count = Descriptor.read(descriptor, into: &buffer)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
