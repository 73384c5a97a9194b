import Platform

/// The folder of the saved files of a user: no other user may read or write it, and no link leads out of it.
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
        if creating { Folder.make(cacheFolder) }
        var folder = try FolderHandle(path: cacheFolder)
        for name in Self.names {
            if creating { Descriptor.makeFolder(name, in: folder.descriptor) }
            folder = try FolderHandle(name, in: folder)
        }
        return folder
    }
}

/// An open folder, closed with the value.
struct FolderHandle: ~Copyable {
    let descriptor: Int32

    /// A folder that may be somebody else's, such as a home.
    init(path: String) throws(SavedFault) {
        descriptor = Descriptor.open(path, [.place, .folder])
        guard descriptor >= 0 else { throw SavedFault(.last) }
    }

    /// A folder that only this user may change.
    init(_ name: String, in parent: borrowing FolderHandle) throws(SavedFault) {
        descriptor = Descriptor.open(name, [.reading, .folder, .noLinks], in: parent.descriptor)
        guard descriptor >= 0 else { throw SavedFault(.last) }
        guard FileStatus(descriptor: descriptor)?.isOwn == true else { throw .unsafe }
    }

    deinit { Descriptor.close(descriptor) }
}

/// Held while files are made or removed that have no lock of their own yet; it ends with the value.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// - Throws: `.busy` when another one keeps it for a second, such as a stopped process; `.abandoned`.
    init(_ folder: borrowing FolderHandle, isAbandoned: () -> Bool) throws(SavedFault) {
        // Of its own: locks of one descriptor do not exclude each other.
        descriptor = Descriptor.open(".", [.reading, .folder], in: folder.descriptor)
        guard descriptor >= 0 else { throw .system(.last) }
        // Some network file systems lock no folders: there the files' own locks must do.
        for _ in 0..<500 {
            if Descriptor.lock(descriptor) || SystemError.last != .wouldBlock { return }
            if isAbandoned() { throw .abandoned }
            MonotonicClock.sleep(microseconds: 2_000)
        }
        throw .busy
    }

    deinit { Descriptor.close(descriptor) }

    consuming func unlock() {}
}

/// What belongs to this user alone.
enum OwnFile {
    /// The size of an open file; throws when it is no regular file of this user.
    static func size(_ descriptor: Int32) throws(SavedFault) -> Int {
        guard let status = FileStatus(descriptor: descriptor) else { throw .system(.last) }
        guard status.kind == .regular, status.isOwn else { throw .unsafe }
        return status.size
    }
}
