import Glibc

/// A file that replaces another as a whole or not at all: written beside it, flushed to the disk, then
/// renamed.
///
/// Without `commit` it is deleted with the value, and the old file stays.
package struct AtomicFile: ~Copyable {
    private let target: SaveTarget
    private var descriptor: Int32

    /// Creates the temporary file beside the target, with the owner and mode of the file to be replaced.
    ///
    /// - Throws: `.system` when it cannot be created, such as in a folder without write permission.
    package init(replacing target: SaveTarget) throws(FileError) {
        self.target = target
        descriptor = open(
            target.temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw FileError(system: errno, file: target.name) }
        // Owner and mode of the file that is replaced, where there is one and they can be kept.
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

    /// Appends bytes to the temporary file; throws when the disk is full or an error occurs.
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

    /// Replaces the target with the file.
    package consuming func commit() throws(FileError) {
        guard fsync(descriptor) == 0, rename(target.temporaryPath, target.path) == 0 else {
            throw FileError(system: errno, file: target.name)
        }
        close(descriptor)
        descriptor = -1
        // The new name is on the disk only after its folder is flushed.
        let folderDescriptor = open(target.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folderDescriptor >= 0 {
            fsync(folderDescriptor)
            close(folderDescriptor)
        }
    }
}
