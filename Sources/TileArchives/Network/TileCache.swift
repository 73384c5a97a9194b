import Platform
import Streams
import Synchronization

/// Answers of tile servers in a folder, a file for each; when they exceed the limit, the oldest are removed.
///
/// Nothing here fails: without a disk, or with a full one, there is nothing in the cache.
package final class TileCache: Sendable {
    /// What `clear` removed.
    package struct Removed: Sendable, Equatable {
        /// How many files.
        package var files = 0
        /// Their size.
        package var bytes = 0
    }

    /// The folder of the files.
    package let folder: String
    private let byteLimit: Int
    /// The bytes in the folder as far as is known; nil before the first look. One thread at a time writes.
    private let writing = Mutex<Int?>(nil)

    /// 256 MiB.
    package static let standardByteLimit = 256 << 20

    /// The cache in a folder, which is made when the first file is stored.
    package init(folder: String, byteLimit: Int = standardByteLimit) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// The cache of the user: `$XDG_CACHE_HOME/termmap/tiles`, else `~/.cache/termmap/tiles`; nil without a home.
    package convenience init?(environment: [String: String], byteLimit: Int = standardByteLimit) {
        guard let folder = CacheFolder.path(environment) else { return nil }
        self.init(folder: folder + "/termmap/tiles", byteLimit: byteLimit)
    }

    // MARK: - Reading and storing

    /// What is stored under a key; a damaged file is removed.
    func resource(_ key: String) -> CachedResource? {
        let path = path(key)
        let limit = TileAnswer.byteLimit + 64 << 10
        guard let bytes = try? FileBytes.whole(path, limit: limit) else { return nil }
        guard let resource = CachedResource(fileBytes: bytes) else {
            FilePath.remove(path)
            return nil
        }
        // Two keys of one hash replace each other.
        return resource.key == key ? resource : nil
    }

    /// Stores an answer in place of an earlier one for its key, and makes room for it.
    func store(_ resource: CachedResource) {
        let bytes = resource.fileBytes
        guard bytes.count <= byteLimit else { return }
        writing.withLock { total in
            makeFolder()
            let path = path(resource.key)
            let replaced = FileIdentity(path: path)?.size ?? 0
            guard Self.write(bytes, to: path) else { return }
            let used = total.map { $0 - replaced + bytes.count } ?? size()
            total = used > byteLimit ? removeOldest() : used
        }
    }

    /// Removes what is stored under a key.
    func remove(_ key: String) { FilePath.remove(path(key)) }

    private func path(_ key: String) -> String { "\(folder)/\(StableHash.text(of: key.utf8)).tile" }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        do throws(FileError) {
            let target = try SaveTarget(path)
            var file = try AtomicFile(replacing: target)
            try file.write(bytes)
            try file.commit()
            return true
        } catch {
            return false
        }
    }

    /// Others cannot read where the user has been.
    private func makeFolder() {
        guard FileIdentity(path: folder) == nil else { return }
        Folder.make(folder)
    }

    // MARK: - All files

    /// The size of all files.
    package func size() -> Int { files().reduce(0) { $0 + $1.bytes } }

    /// Removes everything; says what it was.
    package func clear() -> Removed {
        writing.withLock { total in
            total = nil
            var removed = Removed()
            for file in files() where FilePath.remove(file.path) {
                removed.files += 1
                removed.bytes += file.bytes
            }
            return removed
        }
    }

    /// Removes the oldest files, so that there is room for a while; the size of the others.
    private func removeOldest() -> Int {
        let files = files().sorted { ($0.modified, $0.path) < ($1.modified, $1.path) }
        var total = files.reduce(0) { $0 + $1.bytes }
        for file in files {
            guard total > byteLimit / 10 * 9 else { break }
            if FilePath.remove(file.path) { total -= file.bytes }
        }
        return total
    }

    private struct File {
        let path: String
        let bytes: Int
        /// Nanoseconds since 1970.
        let modified: Int
    }

    /// The files of a cache, also those that a killed process left incomplete; nothing else in the folder.
    private func files() -> [File] {
        (Folder.names(in: folder) ?? []).compactMap { name in
            let path = folder + "/" + name
            guard Self.isOurs(name), let identity = FileIdentity(path: path), identity.isRegular else {
                return nil
            }
            let modified = identity.modifiedSeconds * 1_000_000_000 + identity.modifiedNanoseconds
            return File(path: path, bytes: identity.size, modified: modified)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        let digits = name.prefix(16)
        let endings = [".tile", ".tile.termmap-new", ".tile.termmap-lock"]
        return digits.utf8.count == 16 && digits.allSatisfy(\.isHexDigit)
            && endings.contains(String(name.dropFirst(16)))
    }
}
