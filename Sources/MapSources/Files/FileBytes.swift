#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

import Synchronization

/// What tells one state of a file from another.
public struct FileIdentity: Sendable, Equatable {
    public let device: UInt64
    public let inode: UInt64
    public let size: Int
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// A file, and no pipe, folder or device.
    public let isRegular: Bool
}

extension FileIdentity {
    /// What the file is now; nil when there is none.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self = FileBytes.identity(status)
    }
}

/// An open file, pipe or terminal, closed when it is let go.
///
/// Bytes are read into memory of our own and never mapped: a file cut short by others must not kill us.
/// `pread` and `read` on a descriptor that never changes are safe from any thread.
final class FileBytes: Sendable {
    let name: String
    let identity: FileIdentity
    /// Has a size and can be read again at any place.
    let isSeekable: Bool
    private let descriptor: Int32
    /// What was looked at of a stream and is read first.
    private let head: Mutex<[UInt8]>

    /// Opens `path`; `-` is the standard input.
    init(path: String) throws(FileError) {
        let isInput = path == "-"
        name = isInput ? "stdin" : path
        head = Mutex(StreamHeads.take(name))
        // Without O_NONBLOCK a pipe that nobody writes to would hang here, out of reach of a cancel.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        descriptor = isInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, flags)
        guard descriptor >= 0 else { throw Self.failure(name) }
        do throws(FileError) {
            let status = try Self.status(of: descriptor, name: name)
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw FileError(file: name, reason: .isDirectory) }
            identity = Self.identity(status)
            // Files of /proc say that their size is 0 and have bytes all the same: read them as they come.
            isSeekable = kind == S_IFREG && status.st_size > 0 && !isInput
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Takes over the end of a pipe that is open already; it is closed when this is let go.
    init(pipe descriptor: Int32, name: String) throws(FileError) {
        self.name = name
        self.descriptor = descriptor
        head = Mutex([])
        isSeekable = false
        do throws(FileError) {
            identity = Self.identity(try Self.status(of: descriptor, name: name))
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// How many bytes there are to read, where that is known.
    var totalBytes: Int? { isSeekable ? identity.size : nil }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let result = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
            if result == 0 { break }
            if result > 0 {
                filled += result
            } else if errno != EINTR {
                throw Self.failure(name)
            }
        }
        return filled
    }

    /// The next bytes of a stream: 0 at its end, nil when none came within `milliseconds`.
    func readNext(into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32) throws(FileError)
        -> Int?
    {
        let known = head.withLock { head in
            let count = min(head.count, buffer.count)
            buffer.copyBytes(from: head[..<count])
            head.removeFirst(count)
            return count
        }
        if known > 0 { return known }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return nil }
        let result = readOnce(descriptor, buffer)
        if result >= 0 { return result }
        guard errno == EINTR || errno == EAGAIN else { throw Self.failure(name) }
        return nil
    }

    /// Whether the file is still as it was when it was opened.
    var isUnchanged: Bool {
        guard isSeekable, let status = try? Self.status(of: descriptor, name: name) else {
            return !isSeekable
        }
        return Self.identity(status) == identity
    }

    private static func status(of descriptor: Int32, name: String) throws(FileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(name) }
        return status
    }

    fileprivate static func identity(_ status: stat) -> FileIdentity {
        FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            modifiedSeconds: status.st_mtim.tv_sec, modifiedNanoseconds: status.st_mtim.tv_nsec,
            isRegular: status.st_mode & S_IFMT == S_IFREG)
    }

    private static func failure(_ name: String) -> FileError {
        let code = errno
        switch code {
        case ENOENT, ENOTDIR: return FileError(file: name, reason: .noSuchFile)
        case EACCES, EPERM: return FileError(file: name, reason: .notPermitted)
        case EISDIR: return FileError(file: name, reason: .isDirectory)
        default:
            var words = [CChar](repeating: 0, count: 256)
            let length = strerror_r(code, &words, words.count) == 0 ? strnlen(words, words.count) : 0
            let text = String(decoding: words.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return FileError(file: name, reason: .system(code: code, words: text))
        }
    }
}

private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
