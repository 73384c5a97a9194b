import Platform

/// Writes a file of sections that a later run reads: beside the old one, flushed to the disk, then renamed.
///
/// Without `commit` it is removed with the value. A lock on the new file, which ends with the process, keeps others from
/// saving the same; what a killed process left is removed by the next one that saves.
package struct SavedFileWriter: ~Copyable {
    private let folder: FolderHandle
    private let name: String
    private let descriptor: Int32
    private let prelude: [UInt8]
    private let isAbandoned: @Sendable () -> Bool
    private var table = SavedTable()
    private var offset = 0
    private var flushed = 0
    private var isCommitted = false

    /// Begins a file, and removes others where they would exceed the limit of the folder.
    ///
    /// - Parameters:
    ///   - byteCount: about how many bytes it will have.
    ///   - layout: the version of what its sections mean.
    ///   - isAbandoned: checked for each MiB; true makes it throw `.abandoned`.
    /// - Throws: `.newer` when a newer program saved the same, `.busy` while another process saves it, `.noRoom` when
    ///   less than as much again would be free on the disk.
    package static func begin(
        _ header: SavedHeader, in savedFolder: SavedFolder, layout: UInt32, byteCount: Int,
        isAbandoned: @escaping @Sendable () -> Bool
    ) throws(SavedFault) -> SavedFileWriter {
        let folder = try savedFolder.open(creating: true)
        let name = header.fileName
        if isNewer(name, in: folder, layout: layout) { throw .newer }
        // A file that has just been made is not locked yet, and looks like one that a killed process left.
        let lock = try FolderLock(folder, isAbandoned: isAbandoned)
        savedFolder.removeUnfinished(in: folder)
        guard savedFolder.makeRoom(for: byteCount, except: name, in: folder) else { throw .noRoom }
        let descriptor = try claim(name, in: folder)
        lock.unlock()
        let headerBytes = header.bytes
        let prelude = SavedPrelude(layout: layout, header: headerBytes).bytes
        var writer = SavedFileWriter(
            folder: folder, name: name, descriptor: descriptor, prelude: prelude, isAbandoned: isAbandoned)
        try writer.append(prelude + headerBytes)
        return writer
    }

    private init(
        folder: consuming FolderHandle, name: String, descriptor: Int32, prelude: [UInt8],
        isAbandoned: @escaping @Sendable () -> Bool
    ) {
        self.folder = folder
        self.name = name
        self.descriptor = descriptor
        self.prelude = prelude
        self.isAbandoned = isAbandoned
    }

    /// Whether a newer program saved the same.
    private static func isNewer(_ name: String, in folder: borrowing FolderHandle, layout: UInt32) -> Bool {
        do throws(SavedFault) {
            _ = try SavedFile(name, in: folder, layout: layout)
            return false
        } catch {
            return error == .newer
        }
    }

    deinit {
        if !isCommitted { Descriptor.remove(Self.unfinished(name), in: folder.descriptor) }
        Descriptor.close(descriptor)
    }

    /// Appends a section.
    package mutating func write<Number: BitwiseCopyable>(
        _ section: Int, _ numbers: [Number]
    ) throws(SavedFault) {
        try numbers.span.bytes.withUnsafeBytes { bytes throws(SavedFault) in try write(section, bytes) }
    }

    /// Appends a section.
    package mutating func write(_ section: Int, _ bytes: UnsafeRawBufferPointer) throws(SavedFault) {
        try align()
        let start = offset
        var checksums: [UInt64] = []
        try appendBlocks(of: bytes, &checksums)
        table.append(.init(id: section, offset: start, length: offset - start, checksums: checksums))
    }

    /// Appends a section of several arrays, one after another.
    package mutating func write<Number: BitwiseCopyable>(
        _ section: Int, joining arrays: some Sequence<[Number]>
    ) throws(SavedFault) {
        try align()
        let start = offset
        var checksums: [UInt64] = []
        var rest: [UInt8] = []
        for array in arrays {
            array.span.bytes.withUnsafeBytes { rest.append(contentsOf: $0) }
            let whole = rest.count - rest.count % SavedTable.blockLength
            try rest.span.bytes.withUnsafeBytes { bytes throws(SavedFault) in
                try appendBlocks(of: UnsafeRawBufferPointer(rebasing: bytes[..<whole]), &checksums)
            }
            rest.removeFirst(whole)
        }
        try rest.span.bytes.withUnsafeBytes { bytes throws(SavedFault) in
            try appendBlocks(of: bytes, &checksums)
        }
        table.append(.init(id: section, offset: start, length: offset - start, checksums: checksums))
    }

    private mutating func appendBlocks(
        of bytes: UnsafeRawBufferPointer, _ checksums: inout [UInt64]
    ) throws(SavedFault) {
        for block in stride(from: 0, to: bytes.count, by: SavedTable.blockLength) {
            let part = bytes[block..<min(block + SavedTable.blockLength, bytes.count)]
            checksums.append(try appendBlock(UnsafeRawBufferPointer(rebasing: part)))
        }
    }

    /// Appends a block; its checksum.
    private mutating func appendBlock(_ bytes: UnsafeRawBufferPointer) throws(SavedFault) -> UInt64 {
        if isAbandoned() { throw .abandoned }
        try append(bytes)
        if offset - flushed >= Self.unflushedLimit { try flush() }
        return SavedChecksum.of(bytes)
    }

    /// Replaces what was saved before.
    ///
    /// - Parameter isCurrent: asked last; false makes it throw `.otherSource`.
    package mutating func commit(if isCurrent: () -> Bool) throws(SavedFault) {
        try align()
        let tableOffset = offset
        let bytes = table.bytes
        try append(bytes)
        let footer = SavedFooter(
            tableOffset: tableOffset, tableLength: bytes.count, tableChecksum: SavedChecksum.of(bytes),
            preludeChecksum: SavedChecksum.of(prelude), fileLength: offset + SavedFooter.length)
        try append(footer.bytes)
        try flush()
        if isAbandoned() { throw .abandoned }
        guard isCurrent() else { throw .otherSource }
        guard Descriptor.move(Self.unfinished(name), to: name, in: folder.descriptor) else {
            throw .system(.last)
        }
        isCommitted = true
        // The new name is on the disk only after its folder is flushed.
        Descriptor.flush(folder.descriptor)
    }

    // MARK: - Bytes

    /// More than this is not left to the last flush: a process that waits for it cannot end.
    private static let unflushedLimit = 8 << 20

    private mutating func align() throws(SavedFault) {
        try append([UInt8](repeating: 0, count: (64 - offset % 64) % 64))
    }

    private mutating func append(_ bytes: [UInt8]) throws(SavedFault) {
        try bytes.span.bytes.withUnsafeBytes { bytes throws(SavedFault) in try append(bytes) }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(SavedFault) {
        guard Descriptor.writeAll(bytes, to: descriptor) == bytes.count else { throw .system(.last) }
        offset += bytes.count
    }

    /// Waits until all is on the disk.
    private mutating func flush() throws(SavedFault) {
        guard Descriptor.flush(descriptor) else { throw .system(.last) }
        flushed = offset
    }

    // MARK: - The new file

    private static func unfinished(_ name: String) -> String { name + "-new" }

    /// Creates and locks the new file.
    private static func claim(_ name: String, in folder: borrowing FolderHandle) throws(SavedFault) -> Int32 {
        let options: OpenOptions = [.readingAndWriting, .create, .noLinks, .nonBlocking, .noControl]
        let descriptor = Descriptor.open(
            unfinished(name), options, in: folder.descriptor, permissions: 0o600)
        guard descriptor >= 0 else {
            throw SystemError.last == .tooManyLinks ? .unsafe : .system(.last)
        }
        do throws(SavedFault) {
            guard try OwnFile.size(descriptor) == 0, Descriptor.setPermissions(0o600, of: descriptor),
                Descriptor.lock(descriptor), isNamed(unfinished(name), descriptor, in: folder)
            else { throw .busy }
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Whether an open file still has its name: another process may have removed it meanwhile.
    static func isNamed(
        _ name: String, _ descriptor: Int32, in folder: borrowing FolderHandle
    ) -> Bool {
        guard let opened = FileStatus(descriptor: descriptor) else { return false }
        return FileStatus(name, in: folder.descriptor)?.inode == opened.inode
    }
}
