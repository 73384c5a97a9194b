import Glibc

/// The folder of the saved files of a user: nobody else may read or write it, and no link leads out of it.
package struct SavedFolder: Sendable {
    /// The path of the folder that holds `termmap/saved`.
    private let cacheFolder: String
    /// The files together have at most so many bytes.
    package let byteLimit: Int

    /// 4 GiB.
    package static let standardByteLimit = 4 << 30
    static let ending = ".index"
    static let unfinishedEnding = ".index-new"
    private static let names = ["termmap", "saved"]

    /// The folder in the user's caches; nil without a home.
    package init?(environment: [String: String], byteLimit: Int = standardByteLimit) {
        guard let cacheFolder = CacheFolder.path(environment) else { return nil }
        self.init(cacheFolder: cacheFolder, byteLimit: byteLimit)
    }

    /// The folder `termmap/saved` in another one, which is made when the first file is saved.
    package init(cacheFolder: String, byteLimit: Int = standardByteLimit) {
        self.cacheFolder = cacheFolder
        self.byteLimit = byteLimit
    }

    /// For people.
    package var path: String { ([cacheFolder] + Self.names).joined(separator: "/") }

    /// The open folder.
    ///
    /// - Throws: `.absent`, `.unsafe`, or `.system` when it cannot be made.
    func open(creating: Bool) throws(SavedFault) -> FolderHandle {
        if creating { makeCacheFolder() }
        var folder = try FolderHandle(path: cacheFolder)
        for name in Self.names {
            if creating { mkdirat(folder.descriptor, name, 0o700) }
            folder = try FolderHandle(name, in: folder)
        }
        return folder
    }

    private func makeCacheFolder() {
        for end in cacheFolder.indices.dropFirst() where cacheFolder[end] == "/" {
            mkdir(String(cacheFolder[..<end]), 0o700)
        }
        mkdir(cacheFolder, 0o700)
    }
}

/// An open folder, closed with the value.
struct FolderHandle: ~Copyable {
    let descriptor: Int32

    /// A folder that may be somebody else's, such as a home.
    init(path: String) throws(SavedFault) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault }
    }

    /// A folder that only this user may change.
    init(_ name: String, in parent: borrowing FolderHandle) throws(SavedFault) {
        descriptor = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault }
        guard OwnFile.isOwn(descriptor) else { throw .unsafe }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static var fault: SavedFault {
        switch errno {
        case ENOENT: .absent
        // A link, or a file in place of the folder.
        case ELOOP, ENOTDIR: .unsafe
        default: .system(code: errno)
        }
    }
}

/// Held while files are made or removed that have no lock of their own yet; it ends with the value.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `.busy` when another one keeps it for a second, such as a stopped process; `.abandoned`.
    init(_ folder: borrowing FolderHandle, isAbandoned: () -> Bool) throws(SavedFault) {
        // Of its own: locks of one descriptor do not exclude each other.
        descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(code: errno) }
        // Some network file systems lock no folders: there the files' own locks must do.
        for _ in 0..<500 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
            if isAbandoned() { throw .abandoned }
            usleep(2_000)
        }
        throw .busy
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    consuming func unlock() {}
}

/// What belongs to this user alone.
enum OwnFile {
    /// Whether an open file or folder is this user's and nobody else may write it.
    static func isOwn(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }

    /// An open file and its size; throws when it is no regular file of this user.
    static func size(_ descriptor: Int32) throws(SavedFault) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, isOwn(descriptor) else { throw .unsafe }
        return Int(status.st_size)
    }
}
