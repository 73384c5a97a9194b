import CFileMapping
import Glibc
import MapModel

/// Pages of a saved file in the place of those of an array, until they are copied.
///
/// Fresh memory must be cleared, and by the host of a virtual machine supplied, before a file is read into it; pages that the
/// system has in its cache are there. A lease keeps other processes from changing or shortening the file meanwhile, which would
/// end this one.
struct MappedPages: Sendable {
    /// For fewer bytes it does not pay; smaller arrays may share their pages with others.
    static let smallestLength = 32 << 20
    /// Where the first element of an array that large lies in its page: after the heads of the allocator and of the array.
    static let offsetInPage = 48

    /// Of the pages, within the memory of the array.
    private let addresses: Range<Int>
    private let descriptor: Int32
    /// Of the first page in the file.
    private let offset: Int

    /// The whole pages of `target`, which nobody has used yet, as those of an open file from `offset` on.
    ///
    /// Nil, with nothing changed, where `target` is small or otherwise placed in its page, the file is not in memory, or
    /// others could write to it.
    init?(over target: UnsafeMutableRawBufferPointer, of descriptor: Int32, at offset: Int) {
        guard target.count >= Self.smallestLength else { return nil }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = Int(bitPattern: target.baseAddress)
        let first = (start + page - 1) / page * page
        addresses = first..<(start + target.count) / page * page
        self.descriptor = descriptor
        self.offset = offset + first - start
        guard self.offset % page == 0, file_mapping_lease(descriptor), isCached(page: page) else {
            return nil
        }
        guard mapFile(over: addresses) else { return nil }
    }

    private func mapFile(over part: Range<Int>) -> Bool {
        let place = UnsafeMutableRawPointer(bitPattern: part.lowerBound)
        let start = off_t(offset + part.lowerBound - addresses.lowerBound)
        // Never written to: an array that others hold is copied first.
        return mmap(place, part.count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, start) == place
    }

    /// Whether all of it can be read without a disk.
    private func isCached(page: Int) -> Bool {
        let length = addresses.count
        guard let trial = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, off_t(offset)),
            trial != MAP_FAILED
        else { return false }
        defer { munmap(trial, length) }
        var isResident = [UInt8](repeating: 0, count: length / page)
        return mincore(trial, length, &isResident) == 0 && isResident.allSatisfy { $0 & 1 == 1 }
    }

    /// What of a part of the array's memory lies before and behind these pages.
    func edges(of part: UnsafeMutableRawBufferPointer) -> [Range<Int>] {
        let start = Int(bitPattern: part.baseAddress)
        let end = start + part.count
        let mapped = addresses.clamped(to: start..<end)
        return mapped.isEmpty
            ? [0..<part.count] : [0..<mapped.lowerBound - start, mapped.upperBound - start..<part.count]
    }

    // MARK: - Copying

    private static let stretchLength = 32 << 20

    /// Puts copies in the place of the pages, a stretch at a time, while other threads may read them.
    ///
    /// - Returns: false when there is no memory, or the file cannot be read; what is left stays as it is.
    func copy() -> Bool {
        var rest = addresses
        while !rest.isEmpty {
            // All but the first begin where a huge page does.
            let stretch = rest.prefix(Self.stretchLength - rest.lowerBound % HugePages.length)
            guard copy(stretch) else { return false }
            rest = stretch.upperBound..<rest.upperBound
        }
        return true
    }

    private func copy(_ stretch: Range<Int>) -> Bool {
        let length = stretch.count + HugePages.length
        let access = PROT_READ | PROT_WRITE
        guard let room = mmap(nil, length, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), room != MAP_FAILED
        else { return false }
        // As far behind a huge page as its place: huge pages then move as a whole.
        let gap = (stretch.lowerBound - Int(bitPattern: room)) & (HugePages.length - 1)
        let copy = UnsafeMutableRawBufferPointer(start: room + gap, count: stretch.count)
        HugePages.use(for: copy)
        let place = UnsafeMutableRawPointer(bitPattern: stretch.lowerBound)
        let isMoved =
            SavedFile.read(descriptor, at: offset + stretch.lowerBound - addresses.lowerBound, into: copy)
            && file_mapping_replace(place, copy.baseAddress, copy.count)
        if gap > 0 { munmap(room, gap) }
        munmap(room + gap + copy.count, length - gap - copy.count)
        if !isMoved {
            munmap(copy.baseAddress, copy.count)
            // A move that failed may have taken the old pages away.
            _ = mapFile(over: stretch)
        }
        return isMoved
    }
}
