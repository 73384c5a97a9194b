import Platform

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
        descriptor = Descriptor.open(target.temporaryPath, [.writing, .new, .noLinks])
        guard descriptor >= 0 else { throw FileError(system: .last, file: target.name) }
        // Owner and mode of the file that is replaced, where there is one and they can be kept.
        guard let status = FileStatus(path: target.path) else { return }
        Descriptor.setOwner(status, of: descriptor)
        Descriptor.setPermissions(status.permissions, of: descriptor)
    }

    deinit {
        guard descriptor >= 0 else { return }
        Descriptor.close(descriptor)
        FilePath.remove(target.temporaryPath)
    }

    /// Appends bytes to the temporary file; throws when the disk is full or an error occurs.
    package mutating func write(_ bytes: [UInt8]) throws(FileError) {
        guard Descriptor.writeAll(bytes, to: descriptor) else {
            throw FileError(system: .last, file: target.name)
        }
    }

    /// Replaces the target with the file.
    package consuming func commit() throws(FileError) {
        guard Descriptor.flush(descriptor), FilePath.move(target.temporaryPath, to: target.path) else {
            throw FileError(system: .last, file: target.name)
        }
        Descriptor.close(descriptor)
        descriptor = -1
        // The new name is on the disk only after its folder is flushed.
        let folderDescriptor = Descriptor.open(target.folder, [.reading, .folder])
        if folderDescriptor >= 0 {
            Descriptor.flush(folderDescriptor)
            Descriptor.close(folderDescriptor)
        }
    }
}
