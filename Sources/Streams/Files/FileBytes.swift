import CBundledFiles
import Platform
import Synchronization

/// What distinguishes one state of a file from another.
package struct FileIdentity: Sendable, Equatable {
    /// The device that holds the file.
    package let device: UInt64
    /// The number of the file on its device.
    package let inode: UInt64
    /// Bytes; 0 for pipes and devices.
    package let size: Int
    /// When it was changed last: seconds since 1970.
    package let modifiedSeconds: Int
    /// When it was changed last: nanoseconds within the second.
    package let modifiedNanoseconds: Int
    /// A file, not a pipe, folder or device.
    package let isRegular: Bool
}

extension FileIdentity {
    fileprivate init(_ status: FileStatus) {
        self.init(
            device: status.device, inode: status.inode, size: status.size,
            modifiedSeconds: status.modified.seconds, modifiedNanoseconds: status.modified.nanoseconds,
            isRegular: status.kind == .regular)
    }

    /// The current identity of the file; nil when there is none.
    package init?(path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self.init(status)
    }
}

/// An open file, pipe or terminal, closed with the last reference.
///
/// A path is opened once: bytes of a stream that were peeked at stay in `head` and are read first.
/// Bytes are read into the process's own memory and never mapped: reading a mapped file that another process
/// cuts short would crash.
/// `pread` and `read` on a descriptor that never changes are safe from any thread.
package final class FileBytes: Sendable {
    /// The path, or "stdin".
    package let name: String
    /// What the file was when it was opened.
    package let identity: FileIdentity
    /// Has a size and can be read again at any place.
    package let isSeekable: Bool
    /// The document of a zip archive that its bytes are taken for; nil where the archive has only one.
    package let member: String?
    private let descriptor: Int32
    /// Bytes of a stream that were peeked at and not read yet.
    private let head = Mutex<[UInt8]>([])

    /// The folder of the files that lie inside the program.
    package static let bundledFolder = "bundled:"

    /// Opens `path`; `-` is the standard input, `bundled:/NAME` a file inside the program.
    package init(path: String) throws(FileError) {
        let isInput = path == "-"
        name = isInput ? "stdin" : path
        member = nil
        // Otherwise a pipe without a writer would block here, out of reach of a cancel.
        let options: OpenOptions = [.reading, .nonBlocking, .noControl]
        descriptor =
            if isInput {
                Descriptor.duplicate(Descriptor.input)
            } else if path.hasPrefix(Self.bundledFolder + "/") {
                bundled_open(String(path.dropFirst(Self.bundledFolder.utf8.count + 1)))
            } else {
                Descriptor.open(path, options)
            }
        guard descriptor >= 0 else { throw Self.failure(name) }
        do throws(FileError) {
            guard OpenFiles.leavesReserve(descriptor) else {
                throw FileError(system: .tooManyFiles, file: name)
            }
            let status = try Self.status(of: descriptor, name: name)
            guard status.kind != .folder else { throw FileError(file: name, reason: .isDirectory) }
            identity = FileIdentity(status)
            // Files of /proc report size 0 but have bytes: they are read like streams.
            isSeekable = status.kind == .regular && status.size > 0 && !isInput
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
    }

    /// Takes ownership of the reading end of a pipe; it is closed with the last reference.
    package init(pipe descriptor: Int32, name: String) throws(FileError) {
        self.name = name
        self.descriptor = descriptor
        isSeekable = false
        member = nil
        do throws(FileError) {
            identity = FileIdentity(try Self.status(of: descriptor, name: name))
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
    }

    /// A document of a zip archive that is open already.
    package init(member: String, of archive: FileBytes) throws(FileError) {
        name = "\(archive.name)/\(member)"
        self.member = member
        identity = archive.identity
        isSeekable = archive.isSeekable
        descriptor = Descriptor.duplicate(archive.descriptor)
        guard descriptor >= 0 else { throw Self.failure(name) }
    }

    /// Whether it is a terminal, whose bytes are keys that someone types.
    package var isTerminal: Bool { Descriptor.isTerminal(descriptor) }

    deinit {
        Descriptor.close(descriptor)
    }

    /// The bytes to read in all; nil where that is not known.
    package var totalBytes: Int? { isSeekable ? identity.size : nil }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        let count = Descriptor.read(descriptor, at: offset, into: buffer)
        guard count >= 0 else { throw Self.failure(name) }
        return count
    }

    /// The next bytes of a stream: 0 at its end, nil when none arrived within `milliseconds`.
    func readNext(into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32) throws(FileError)
        -> Int?
    {
        let known = head.withLock { head in
            let count = min(head.count, buffer.count)
            buffer.copyBytes(from: head[..<count])
            head.removeFirst(count)
            return count
        }
        return known > 0 ? known : try receive(into: buffer, waiting: milliseconds)
    }

    /// The first bytes, at most `length`, without consuming them. Waits for a stream until it has sent enough for
    /// `isEnough`, or has ended.
    func peek(
        _ length: Int, isCancelled: () -> Bool = { false }, isEnough: ([UInt8]) -> Bool
    ) throws(SourceError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: isSeekable ? min(length, identity.size) : length)
        var bytes = head.withLock { $0 }
        defer { if !isSeekable { head.withLock { $0 = bytes } } }
        while bytes.count < length, bytes.isEmpty || !isEnough(bytes) {
            if isCancelled() { throw .cancelled }
            do throws(FileError) {
                let count = try buffer.withMutableBytes { buffer throws(FileError) in
                    isSeekable ? try read(at: 0, into: buffer) : try receive(into: buffer, waiting: 100)
                }
                guard let count else { continue }
                bytes += buffer[..<count]
                if count == 0 || isSeekable { break }
            } catch {
                throw .file(error)
            }
        }
        return bytes
    }

    private func receive(
        into buffer: UnsafeMutableRawBufferPointer, waiting milliseconds: Int32
    ) throws(FileError) -> Int? {
        let ready = Descriptor.wait(for: descriptor, .reading, milliseconds: milliseconds)
        guard !ready.isEmpty else { return nil }
        let result = Descriptor.read(descriptor, into: buffer)
        if result >= 0 { return result }
        guard SystemError.last.isPassing else { throw Self.failure(name) }
        return nil
    }

    /// Whether the file is still as it was when it was opened.
    package var isUnchanged: Bool {
        guard isSeekable, let status = try? Self.status(of: descriptor, name: name) else {
            return !isSeekable
        }
        return FileIdentity(status) == identity
    }

    /// The identity now, and when anything about the file was changed last, its mode and its links as well: nanoseconds
    /// since 1970.
    func currentState() throws(FileError) -> (identity: FileIdentity, changed: Int) {
        let status = try Self.status(of: descriptor, name: name)
        return (FileIdentity(status), status.changed.seconds &* 1_000_000_000 &+ status.changed.nanoseconds)
    }

    private static func status(of descriptor: Int32, name: String) throws(FileError) -> FileStatus {
        guard let status = FileStatus(descriptor: descriptor) else { throw failure(name) }
        return status
    }

    private static func failure(_ name: String) -> FileError { FileError(system: .last, file: name) }
}
