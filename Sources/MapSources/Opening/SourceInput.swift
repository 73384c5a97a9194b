import Synchronization

/// What a loader reads: a file or stream that was opened once, and is handed on to whoever reads it first.
///
/// Only a file that is read a second time is opened by its path again; a stream gives its bytes once.
final class SourceInput: Sendable {
    /// As the user named it; "-" is the standard input.
    let path: String
    /// Of the file that was opened; nil where that is done when it is read.
    private let identity: FileIdentity?
    private let opened: Mutex<FileBytes?>

    /// A path that is opened when it is read.
    init(path: String) {
        self.path = path
        identity = nil
        opened = Mutex(nil)
    }

    /// A path that `file` was opened from.
    init(_ file: FileBytes, path: String) {
        self.path = path
        identity = file.identity
        opened = Mutex(file)
    }

    var name: String { path == "-" ? "stdin" : path }

    /// Gives its bytes once: a pipe, a device, the standard input.
    var isStream: Bool { identity.map { path == "-" || !$0.isRegular } ?? false }

    /// Both were opened, from the same file or pipe.
    func isSameFile(as other: SourceInput) -> Bool {
        guard let identity, let next = other.identity else { return false }
        return identity.device == next.device && identity.inode == next.inode
    }

    /// The open file to read: first the one that was looked at, then the one that the path names by now.
    func open() throws(SourceError) -> FileBytes {
        let first = opened.withLock { file in
            defer { file = nil }
            return file
        }
        if let first, isStream || first.isUnchanged { return first }
        if isStream { throw .refused(name: name, words: "was already read (a stream can be read only once)") }
        do throws(FileError) {
            return try FileBytes(path: path)
        } catch {
            throw .file(error)
        }
    }

    /// The open file to explain; it stays open for the one who reads it. A stream is used up by it.
    func openToExplain() throws(SourceError) -> FileBytes {
        if !isStream, let file = opened.withLock({ $0 }) { return file }
        return try open()
    }

    /// The first bytes, which stay to be read, and what they say of how all is packed.
    func peek(isCancelled: () -> Bool) throws(SourceError) -> (head: [UInt8], archive: ArchiveKind?) {
        guard let file = opened.withLock({ $0 }) else { return ([], nil) }
        let head = try file.peek(
            SourceFormat.headLength, isCancelled: isCancelled, isEnough: SourceFormat.isTold(by:))
        guard ArchiveKind(head: head) != nil else { return (head, nil) }
        // A block of packed bytes says nothing before it is whole.
        let block = try file.peek(
            ArchiveKind.packedHeadLength, isCancelled: isCancelled, isEnough: SourceFormat.isTold(by:))
        return (block, ArchiveKind.of(file))
    }
}
