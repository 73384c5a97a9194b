#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a path or a descriptor stands for (`stat`).
package struct FileStatus: Sendable {
    /// Kinds of files.
    package enum Kind: Sendable {
        case regular, folder, link, pipe, socket, characterDevice, other
    }

    /// What it is.
    package let kind: Kind
    /// Bytes; 0 for pipes and devices.
    package let size: Int
    /// The device that holds it.
    package let device: UInt64
    /// Its number on the device.
    package let inode: UInt64
    /// The number of its owner.
    package let owner: UInt32
    /// The number of its group.
    package let group: UInt32
    /// Who may read, write and run it: the lower nine bits of its mode.
    package let permissions: UInt32
    /// When its bytes were changed last.
    package let modified: FileTime
    /// When anything about it was changed last, such as its mode.
    package let changed: FileTime

    /// Of the file at `path`; nil when there is none, and `SystemError.last` says why.
    ///
    /// - Parameter followsLinks: false for a link itself.
    package init?(path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Of an open file; nil when the descriptor is none.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of the file called `name` in an open folder, or of the link with that name.
    package init?(_ name: String, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            default: .other
            }
        size = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        owner = status.st_uid
        group = status.st_gid
        permissions = UInt32(status.st_mode & 0o777)
        #if canImport(Darwin)
            modified = FileTime(status.st_mtimespec)
            changed = FileTime(status.st_ctimespec)
        #else
            modified = FileTime(status.st_mtim)
            changed = FileTime(status.st_ctim)
        #endif
    }

    /// Whether it belongs to the user of this process, and no other user may write to it.
    package var isOwn: Bool { owner == geteuid() && permissions & 0o022 == 0 }
}

/// A moment as file systems keep it.
package struct FileTime: Sendable, Equatable {
    /// Seconds since 1970.
    package let seconds: Int
    /// Nanoseconds within the second.
    package let nanoseconds: Int

    fileprivate init(_ time: timespec) {
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
    }
}
