import Glibc

/// A file that replaces another whole or not at all: written beside it, flushed to the disk, then renamed.
///
/// Without `commit` it vanishes with the value, and what was there before stays.
package struct AtomicFile: ~Copyable {
    private let target: SaveTarget
    private var descriptor: Int32

    package init(replacing target: SaveTarget) throws(FileError) {
        self.target = target
        descriptor = open(
            target.temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw FileError(system: errno, file: target.name) }
        // Owner and rights of the file that is replaced, where there is one and they can be kept.
        var status = stat()
        guard stat(target.path, &status) == 0 else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        fchmod(descriptor, status.st_mode & 0o777)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(target.temporaryPath)
    }

    package mutating func write(_ bytes: [UInt8]) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw FileError(system: errno, file: target.name)
            }
        }
    }

    /// Puts the file in its place.
    package consuming func commit() throws(FileError) {
        guard fsync(descriptor) == 0, rename(target.temporaryPath, target.path) == 0 else {
            throw FileError(system: errno, file: target.name)
        }
        close(descriptor)
        descriptor = -1
        // The name is on the disk when its folder is.
        let folderDescriptor = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folderDescriptor >= 0 {
            fsync(folderDescriptor)
            close(folderDescriptor)
        }
    }
}
