import Platform
import Synchronization

/// A file that only this process may replace, until it is released; other processes are refused.
///
/// The claim is a lock on a file beside it, `NAME.termmap-lock`, which ends with the process in any case. The
/// next claim removes what a killed process left: the lock file and an incomplete new file.
package final class SaveTarget: Sendable {
    /// The path as the user wrote it.
    package let name: String
    /// The file itself, links followed.
    let path: String
    private let lock: Mutex<Int32>

    /// Claims a file, which need not exist yet.
    ///
    /// Throws `FileError` with `beingSaved` when another process has claimed it, and an error when it cannot
    /// be replaced: a folder, a device, a file that may not be written.
    package init(_ name: String) throws(FileError) {
        self.name = name
        path = try Self.resolved(name)
        try Self.checkKind(of: path, name)
        lock = Mutex(try Self.claim(Self.lockPath(path), name))
        FilePath.remove(temporaryPath)
    }

    deinit { release() }

    /// Lets other processes save the file.
    package func release() {
        lock.withLock { descriptor in
            guard descriptor >= 0 else { return }
            // Before the lock ends: another process may hold a file of this name a moment later.
            FilePath.remove(Self.lockPath(path))
            Descriptor.close(descriptor)
            descriptor = -1
        }
    }

    /// Removes an incomplete new file that must not replace the target, even while it is being written: for a process
    /// that ends now.
    package func abandon() {
        FilePath.remove(temporaryPath)
        FilePath.remove(Self.lockPath(path))
    }

    /// The folder that the file is in.
    var folder: String { Self.split(path).folder }

    /// The path of the new file before it replaces the target.
    var temporaryPath: String { path + ".termmap-new" }

    private static func lockPath(_ path: String) -> String { path + ".termmap-lock" }

    private static func checkKind(of path: String, _ name: String) throws(FileError) {
        switch FileStatus(path: path)?.kind {
        case nil: break
        case .regular: if !FilePath.allows(.writing, path) { throw FileError(system: .last, file: name) }
        case .folder: throw FileError(file: name, reason: .isDirectory)
        default:
            let words = "is not a regular file (expected one that can be replaced)"
            throw FileError(file: name, reason: .notReadable(line: nil, words: words))
        }
    }

    private static func claim(_ path: String, _ name: String) throws(FileError) -> Int32 {
        while true {
            let descriptor = Descriptor.open(path, [.readingAndWriting, .create, .noLinks])
            guard descriptor >= 0 else { throw FileError(system: .last, file: name) }
            do throws(FileError) {
                try FileLock.take(descriptor, name)
            } catch {
                Descriptor.close(descriptor)
                throw error
            }
            // The previous owner of the lock may have removed the file after it was opened here.
            if let opened = FileStatus(descriptor: descriptor), opened.inode == FileStatus(path: path)?.inode
            {
                return descriptor
            }
            Descriptor.close(descriptor)
        }
    }

    // MARK: - Links

    /// The file that `path` leads to, also through a link to what is not there yet.
    private static func resolved(_ path: String) throws(FileError) -> String {
        var next = path
        for _ in 0..<40 {
            if let real = FilePath.real(next) { return real }
            guard SystemError.last == .noSuchFile else { throw FileError(system: .last, file: path) }
            let parts = split(next)
            if let target = FilePath.linkTarget(next) {
                next = target.hasPrefix("/") ? target : parts.folder + "/" + target
            } else {
                guard let folder = FilePath.real(parts.folder) else {
                    guard SystemError.last == .noSuchFile else { throw FileError(system: .last, file: path) }
                    throw FileError(file: path, reason: .notReadable(line: nil, words: "no such folder"))
                }
                guard !parts.file.isEmpty else { throw FileError(file: path, reason: .isDirectory) }
                return folder + "/" + parts.file
            }
        }
        throw FileError(system: .tooManyLinks, file: path)
    }

    private static func split(_ path: String) -> (folder: String, file: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
    }
}
