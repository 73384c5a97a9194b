import Glibc

/// A file that replaces another whole or not at all: written beside it, flushed to the disk, then renamed.
///
/// Without `commit` it vanishes with the value, and what was there before stays.
public struct AtomicFile: ~Copyable {
    private let path: String
    private let temporaryPath: String
    private var descriptor: Int32

    /// - Parameter path: of the file to replace or to make; of a link, what it points to.
    public init(replacing path: String) throws(FileError) {
        let target = realpath(path, nil)
        self.path = target.map { String(cString: $0) } ?? path
        free(target)
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        temporaryPath = self.path + "." + suffix
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw SystemError.opening(path, errno) }
        // The rights of the file that is replaced, where there is one.
        var status = stat()
        if stat(self.path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporaryPath)
    }

    public mutating func write(_ bytes: [UInt8]) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw SystemError.opening(path, errno)
            }
        }
    }

    /// Puts the file in its place.
    public consuming func commit() throws(FileError) {
        guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else {
            throw SystemError.opening(path, errno)
        }
        close(descriptor)
        descriptor = -1
        // The name is on the disk when its folder is.
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        let folderDescriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folderDescriptor >= 0 {
            fsync(folderDescriptor)
            close(folderDescriptor)
        }
    }
}
