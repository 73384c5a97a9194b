import Platform

/// A saved file, for lists.
package struct SavedFileInfo: Sendable, Equatable {
    /// The name of the file in the folder.
    package let name: String
    /// What was saved; nil where the file cannot be read.
    package let header: SavedHeader?
    /// Its size.
    package let byteCount: Int
    /// When it was written or read last: seconds since 1970.
    package let usedAt: Int
}

extension SavedFolder {
    /// All files, the most recently used first.
    ///
    /// - Parameter layout: the version of what sections mean; of files with another one only the size is known.
    package func files(layout: UInt32) throws(SavedFault) -> [SavedFileInfo] {
        let folder = try open(creating: false)
        do throws(SavedFault) {
            let lock = try FolderLock(folder, isAbandoned: { false })
            removeUnfinished(in: folder)
            lock.unlock()
        } catch {
            // The next one that saves removes them.
        }
        var files: [SavedFileInfo] = []
        for entry in Self.entries(in: folder, ending: Self.ending) {
            let header = (try? SavedFile(entry.name, in: folder, layout: layout))?.header
            files.append(
                SavedFileInfo(
                    name: entry.name, header: header, byteCount: entry.byteCount, usedAt: entry.usedAt))
        }
        return files.sorted { ($1.usedAt, $0.name) < ($0.usedAt, $1.name) }
    }

    /// Removes a file; false when it is not there.
    @discardableResult
    package func remove(_ file: SavedFileInfo) throws(SavedFault) -> Bool {
        let folder = try open(creating: false)
        return Descriptor.remove(file.name, in: folder.descriptor)
    }

    /// Removes the least recently used of some files until `byteCount` more bytes of their kind are at most `limit`.
    ///
    /// - Returns: false when these bytes alone are more.
    package func makeRoom(
        for byteCount: Int, within limit: Int, among isOne: (SavedHeader) -> Bool, layout: UInt32
    ) throws(SavedFault) -> Bool {
        guard byteCount <= limit else { return false }
        // Without a folder nothing is saved yet.
        let files = ((try? files(layout: layout)) ?? []).filter { $0.header.map(isOne) ?? false }
        var total = files.reduce(0) { $0 + $1.byteCount }
        for file in files.reversed() where total + byteCount > limit {
            if try remove(file) { total -= file.byteCount }
        }
        return true
    }

    /// Removes the unlocked files that killed processes left behind. The caller holds the lock of the folder.
    func removeUnfinished(in folder: borrowing FolderHandle) {
        for entry in Self.entries(in: folder, ending: Self.unfinishedEnding) {
            guard let descriptor = try? SavedFile.descriptor(entry.name, in: folder) else { continue }
            if Descriptor.lock(descriptor), SavedFileWriter.isNamed(entry.name, descriptor, in: folder) {
                Descriptor.remove(entry.name, in: folder.descriptor)
            }
            Descriptor.close(descriptor)
        }
    }

    /// Removes the least recently used files until `byteCount` more bytes fit; false when the file or the disk is too
    /// small for that.
    func makeRoom(for byteCount: Int, except name: String, in folder: borrowing FolderHandle) -> Bool {
        guard byteCount <= byteLimit else { return false }
        let files = Self.entries(in: folder, ending: Self.ending).filter { $0.name != name }
            .sorted { ($0.usedAt, $0.name) < ($1.usedAt, $1.name) }
        var total = files.reduce(0) { $0 + $1.byteCount }
        for file in files where total + byteCount > byteLimit {
            if Descriptor.remove(file.name, in: folder.descriptor) { total -= file.byteCount }
        }
        return Folder.freeBytes(of: folder.descriptor).map { $0 / 2 >= byteCount } ?? false
    }

    private static func entries(
        in folder: borrowing FolderHandle, ending: String
    ) -> [(name: String, byteCount: Int, usedAt: Int)] {
        (Folder.names(in: folder.descriptor) ?? []).compactMap { name in
            guard isOurs(name, ending: ending), let status = FileStatus(name, in: folder.descriptor),
                status.kind == .regular
            else { return nil }
            return (name, status.size, status.modified.seconds)
        }
    }

    private static func isOurs(_ name: String, ending: String) -> Bool {
        let digits = name.prefix(16)
        return digits.utf8.count == 16 && digits.allSatisfy(\.isHexDigit) && name.dropFirst(16) == ending
    }
}
