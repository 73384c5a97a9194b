import Platform
import Streams
import Synchronization

/// A file for verdicts, with whole lines only; no two processes write into the same one.
package final class VerdictFile: Sendable {
    private let name: String
    private let descriptor: Int32
    /// Pipes and devices are not locked: several processes may write to them.
    private let isRegular: Bool
    /// Bytes written so far; nil after an error, which is thrown once.
    private let length: Mutex<Int?>

    /// Opens or creates a file and empties it.
    package init(_ name: String) throws(FileError) {
        self.name = name
        length = Mutex(0)
        descriptor = Descriptor.open(name, [.writing, .create, .noControl])
        guard descriptor >= 0 else { throw FileError(system: .last, file: name) }
        isRegular = FileStatus(descriptor: descriptor)?.kind == .regular
        guard isRegular else { return }
        try FileLock.take(descriptor, name)
        guard Descriptor.truncate(descriptor, to: 0) else { throw FileError(system: .last, file: name) }
    }

    deinit { Descriptor.close(descriptor) }

    /// Writes lines, each with its end. After an error nothing more is written.
    package func append(_ lines: [UInt8]) throws(FileError) {
        try length.withLock { length throws(FileError) in
            guard let start = length else { return }
            let done = lines.withUnsafeBytes { Descriptor.writeAll($0, to: descriptor) }
            guard done == lines.count else {
                let fault = FileError(system: .last, file: name)
                length = nil
                let whole = lines[..<done].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                if isRegular { Descriptor.truncate(descriptor, to: start + whole) }
                throw fault
            }
            length = start + done
        }
    }
}
