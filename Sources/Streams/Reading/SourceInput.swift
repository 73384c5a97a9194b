import Synchronization

/// The input of a loader: a file or stream that was opened once and is passed to the first reader.
///
/// Only a file that is read a second time is opened by its path again; a stream delivers its bytes once.
package final class SourceInput: Sendable {
    /// How many bytes of a source are used to detect its format.
    package static let headLength = ArchiveKind.unpackedHeadLength

    /// As the user named it; "-" is the standard input.
    package let path: String
    /// The archive and the name of the document in it; nil for a file.
    private let document: (archive: String, name: String)?
    /// The identity of the file that was opened; nil where it is opened when it is read.
    private let identity: FileIdentity?
    private let opened: Mutex<FileBytes?>

    /// A path that is opened when it is read.
    package init(path: String) {
        self.path = path
        document = nil
        identity = nil
        opened = Mutex(nil)
    }

    /// A path that `file` was opened from.
    package init(_ file: FileBytes, path: String) {
        self.path = path
        document = nil
        identity = file.identity
        opened = Mutex(file)
    }

    /// A document of a zip archive with several.
    package init(document name: String, of archive: SourceInput) throws(SourceError) {
        path = "\(archive.path)/\(name)"
        document = (archive.path, name)
        do throws(FileError) {
            let file = try FileBytes(member: name, of: try Self.opened(archive))
            identity = file.identity
            opened = Mutex(file)
        } catch {
            throw .file(error)
        }
    }

    private static func opened(_ input: SourceInput) throws(FileError) -> FileBytes {
        if let file = input.opened.withLock({ $0 }) { return file }
        return try FileBytes(path: input.path)
    }

    /// It was opened; otherwise only its path is known.
    package var isOpen: Bool { identity != nil }

    /// The path, or "stdin" for the standard input.
    package var name: String { path == "-" ? "stdin" : path }

    /// Delivers its bytes once: a pipe, a device, the standard input.
    package var isStream: Bool { identity.map { path == "-" || !$0.isRegular } ?? false }

    /// Both were opened, from the same file or pipe.
    package func isSameFile(as other: SourceInput) -> Bool {
        guard let identity, let next = other.identity else { return false }
        return identity.device == next.device && identity.inode == next.inode
    }

    /// The open file to read: first the one that was opened for detection, later the one that the path names
    /// then.
    package func open() throws(SourceError) -> FileBytes {
        let first = opened.withLock { file in
            defer { file = nil }
            return file
        }
        if let first, isStream || first.isUnchanged { return first }
        if isStream { throw .refused(name: name, words: "was already read (a stream can be read only once)") }
        return try SourceError.wrapping { () throws(FileError) in
            guard let document else { return try FileBytes(path: path) }
            return try FileBytes(member: document.name, of: FileBytes(path: document.archive))
        }
    }

    /// The open file to explain; it stays open for its reader. A stream is consumed by it.
    package func openToExplain() throws(SourceError) -> FileBytes {
        if !isStream, let file = opened.withLock({ $0 }) { return file }
        return try open()
    }

    /// The first bytes, which stay to be read, and how the whole is compressed.
    ///
    /// - Parameter isEnough: whether the bytes so far of a slow stream determine its kind.
    package func peek(
        isCancelled: () -> Bool, isEnough: ([UInt8]) -> Bool
    ) throws(SourceError) -> (head: [UInt8], archive: ArchiveKind?) {
        guard let file = opened.withLock({ $0 }) else { return ([], nil) }
        let head = try file.peek(
            Self.headLength, isCancelled: isCancelled, isEnough: isEnough)
        guard ArchiveKind(head: head) != nil else { return (head, nil) }
        // A compressed block can be decompressed only as a whole.
        let block = try file.peek(
            ArchiveKind.packedHeadLength, isCancelled: isCancelled, isEnough: isEnough)
        let archive = ArchiveKind.of(file)
        guard case .zippedText = archive else { return (block, archive) }
        return (try Self.unpackedHead(file), archive)
    }

    /// The file as a zip archive; nil when it is none.
    package func archive() -> ZipArchive? {
        let known = opened.withLock { $0 }
        guard let file = known ?? (try? open()), file.isSeekable else { return nil }
        return try? ZipArchive(.file(file), count: file.identity.size, name: name)
    }

    /// The first bytes as they are in the file, as far as it can be read.
    package func head() -> [UInt8] {
        guard let file = try? open() else { return [] }
        return (try? file.peek(16, isCancelled: { false }, isEnough: { !$0.isEmpty })) ?? []
    }

    /// The first bytes of the document in an archive.
    private static func unpackedHead(_ file: FileBytes) throws(SourceError) -> [UInt8] {
        var feed = ByteFeed(file, keepsBytes: false)
        var window = ReadWindow(capacity: headLength)
        try window.fill(from: &feed, isCancelled: { false })
        return window.withBytes { $0.bytes(0..<$0.count) }
    }
}
