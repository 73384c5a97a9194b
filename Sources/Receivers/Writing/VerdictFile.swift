import Glibc
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
        descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
        guard descriptor >= 0 else { throw FileError(system: errno, file: name) }
        var status = stat()
        isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isRegular else { return }
        try FileLock.take(descriptor, name)
        guard ftruncate(descriptor, 0) == 0 else { throw FileError(system: errno, file: name) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes lines, each with its end. After an error nothing more is written.
    package func append(_ lines: [UInt8]) throws(FileError) {
        try length.withLock { length throws(FileError) in
            guard let start = length else { return }
            var done = 0
            while done < lines.count {
                let count = lines.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
                }
                if count > 0 {
                    done += count
                } else if errno == EAGAIN {
                    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&request, 1, -1)
                } else if errno != EINTR {
                    let code = errno
                    length = nil
                    let whole = lines[..<done].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                    if isRegular { ftruncate(descriptor, off_t(start + whole)) }
                    throw FileError(system: code, file: name)
                }
            }
            length = start + done
        }
    }
}
