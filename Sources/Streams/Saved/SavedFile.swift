import Dispatch
import MapModel
import Platform
import Synchronization

/// A file of sections that an earlier run saved: opened, and read into memory where its checksums are right.
///
/// A file that is replaced while it is open stays as it was.
package final class SavedFile: Sendable {
    /// What was saved, and of which state of which file.
    package let header: SavedHeader
    private let descriptor: Int32
    private let table: SavedTable

    /// The file in `folder` that was saved under `header`; its number of rows does not matter.
    ///
    /// - Parameter layout: the version of what its sections mean.
    package convenience init(
        _ header: SavedHeader, in folder: SavedFolder, layout: UInt32
    ) throws(SavedFault) {
        try self.init(header.fileName, in: try folder.open(creating: false), layout: layout)
        guard self.header.matches(header) else { throw .otherSource }
        // The least recently used are removed first.
        Descriptor.touch(descriptor)
    }

    init(_ name: String, in folder: borrowing FolderHandle, layout: UInt32) throws(SavedFault) {
        let descriptor = try Self.descriptor(name, in: folder)
        do throws(SavedFault) {
            let size = try OwnFile.size(descriptor)
            let start = try Self.bytes(of: descriptor, 0..<SavedPrelude.length, size)
            let prelude = try SavedPrelude(start)
            try prelude.checkVersion(layout: layout)
            let footer = try SavedFooter(Self.bytes(of: descriptor, size - SavedFooter.length..<size, size))
            guard footer.fileLength == size, footer.preludeChecksum == SavedChecksum.of(start) else {
                throw .damaged
            }
            header = try Self.header(descriptor, prelude, size)
            let (offset, length) = (footer.tableOffset, footer.tableLength)
            guard offset <= size, length <= size - offset else { throw .damaged }
            let table = try Self.bytes(of: descriptor, offset..<offset + length, size)
            guard SavedChecksum.of(table) == footer.tableChecksum else { throw .damaged }
            self.table = try SavedTable(table, end: offset)
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { Descriptor.close(descriptor) }

    private static func header(
        _ descriptor: Int32, _ prelude: SavedPrelude, _ size: Int
    ) throws(SavedFault) -> SavedHeader {
        guard prelude.headerLength <= size - SavedPrelude.length else { throw .damaged }
        let end = SavedPrelude.length + prelude.headerLength
        let bytes = try bytes(of: descriptor, SavedPrelude.length..<end, size)
        guard SavedChecksum.of(bytes) == prelude.headerChecksum, let header = SavedHeader(bytes) else {
            throw .damaged
        }
        return header
    }

    static func descriptor(_ name: String, in folder: borrowing FolderHandle) throws(SavedFault) -> Int32 {
        let options: OpenOptions = [.reading, .noLinks, .nonBlocking, .noControl]
        let descriptor = Descriptor.open(name, options, in: folder.descriptor)
        guard descriptor >= 0 else { throw SavedFault(.last) }
        return descriptor
    }

    // MARK: - Sections

    /// Whether a section was written.
    package func contains(_ section: Int) -> Bool { table.section(section) != nil }

    /// The bytes of a section.
    ///
    /// - Throws: `.damaged` when it is not there, or not as it was written.
    package func bytes(_ section: Int) throws(SavedFault) -> [UInt8] {
        try numbers(section, of: UInt8.self, where: { _ in true })
    }

    /// The numbers of a section, in the byte order of the machine that wrote it, which is this one's.
    ///
    /// - Parameter isValid: checks a stretch of them, while it is in the processor's cache; called on several threads. Each
    ///   number is checked, and each but the first with the one before it.
    /// - Throws: `.damaged` when it is not there, not as it was written, or `isValid` returns false.
    /// - Complexity: O(n), on all processors.
    package func numbers<Number: BitwiseCopyable & Sendable>(
        _ section: Int, of type: Number.Type,
        where isValid: @Sendable (UnsafeBufferPointer<Number>) -> Bool = { _ in true }
    ) throws(SavedFault) -> [Number] {
        guard let section = table.section(section),
            section.length % MemoryLayout<Number>.stride == 0
        else { throw .damaged }
        let count = section.length / MemoryLayout<Number>.stride
        var isWhole = true
        let numbers = [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
            let target = UnsafeMutableRawBufferPointer(buffer)
            HugePages.use(for: target)
            isWhole = fill(target, from: section) { block, start in
                isValid(Self.wholeNumbers(of: block, at: start))
            }
            // Where two blocks meet: the numbers on both sides, and one that is in both.
            let meetings = stride(
                from: SavedTable.blockLength, to: section.length, by: SavedTable.blockLength)
            let length = MemoryLayout<Number>.stride
            isWhole =
                isWhole
                && meetings.allSatisfy { start in
                    let meeting = start / length - 1..<min((start + length - 1) / length + 1, count)
                    return isValid(UnsafeBufferPointer(rebasing: buffer[meeting]))
                }
            initialized = isWhole ? count : 0
        }
        guard isWhole else { throw .damaged }
        return numbers
    }

    /// The numbers that lie wholly in a block, which begins `start` bytes after the first number.
    private static func wholeNumbers<Number>(
        of block: UnsafeRawBufferPointer, at start: Int
    ) -> UnsafeBufferPointer<Number> {
        let length = MemoryLayout<Number>.stride
        let first = (start + length - 1) / length * length - start
        let end = (start + block.count) / length * length - start
        guard first < end else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: block[first..<end]).bindMemory(to: Number.self)
    }

    /// Calls `body` with sections in memory, which lasts for the call.
    ///
    /// - Throws: `.damaged` when one of them is not there, or not as it was written.
    package func withSections<Result>(
        _ sections: Range<Int>, _ body: ([UnsafeRawBufferPointer]) -> Result
    ) throws(SavedFault) -> Result {
        var memory: [UnsafeMutableRawBufferPointer] = []
        defer { for part in memory { part.deallocate() } }
        for id in sections {
            guard let section = table.section(id) else { throw .damaged }
            let part = UnsafeMutableRawBufferPointer.allocate(byteCount: section.length, alignment: 64)
            memory.append(part)
            HugePages.use(for: part)
            guard fill(part, from: section, where: { _, _ in true }) else { throw .damaged }
        }
        return body(memory.map { UnsafeRawBufferPointer($0) })
    }

    /// Reads all blocks of a section; false when one is not as it was written.
    private func fill(
        _ target: UnsafeMutableRawBufferPointer, from section: SavedTable.Section,
        where isValid: @Sendable (_ block: UnsafeRawBufferPointer, _ start: Int) -> Bool
    ) -> Bool {
        let damage = Atomic<Bool>(false)
        // Each block is another stretch of the memory.
        let address = Int(bitPattern: target.baseAddress)
        @Sendable func read(_ block: Int) {
            let start = block * SavedTable.blockLength
            let length = min(SavedTable.blockLength, section.length - start)
            let part = UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(bitPattern: address + start), count: length)
            if damage.load(ordering: .relaxed) { return }
            let isWhole =
                Self.read(descriptor, at: section.offset + start, into: part)
                && SavedChecksum.of(UnsafeRawBufferPointer(part)) == section.checksums[block]
                && isValid(UnsafeRawBufferPointer(part), start)
            if !isWhole { damage.store(true, ordering: .relaxed) }
        }
        if section.checksums.count == 1 {
            read(0)
        } else {
            DispatchQueue.concurrentPerform(iterations: section.checksums.count, execute: read)
        }
        return !damage.load(ordering: .relaxed)
    }

    private static func bytes(
        of descriptor: Int32, _ range: Range<Int>, _ size: Int
    ) throws(SavedFault) -> [UInt8] {
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            isWhole = read(descriptor, at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
            count = isWhole ? range.count : 0
        }
        guard isWhole else { throw .damaged }
        return bytes
    }

    static func read(
        _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        Descriptor.read(descriptor, at: offset, into: buffer) == buffer.count
    }
}
