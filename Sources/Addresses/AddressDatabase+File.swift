import Platform
import Streams

extension AddressDatabase {
    /// A larger file is refused.
    private static let largest = 1 << 31

    /// Opens a database in a file, which is read where it is asked.
    ///
    /// - Parameter languages: of names, the best first.
    package convenience init(path: String, languages: [String]) throws(DatabaseFault) {
        let file = try Self.open(path)
        let facts = try Self.facts(of: file)
        self.init(
            DatabaseBytes(file, count: file.totalBytes ?? 0), facts, name: path, languages: languages)
    }

    /// Paths of the databases in some folders.
    package static func files(in folders: [String]) -> [String] {
        folders.flatMap { folder in
            (Folder.names(in: folder) ?? []).sorted().filter { $0.hasSuffix(".mmdb") }.map {
                folder + "/" + $0
            }
        }
    }

    /// Paths of the newest database of each kind, and of others that these hide.
    package static func newest(of paths: [String]) -> (used: [String], hidden: [String]) {
        var used: [Kind: (path: String, madeAt: UInt64)] = [:]
        var hidden: [String] = []
        for path in paths {
            guard let file = try? open(path), let facts = try? facts(of: file) else { continue }
            let kind = Kind(type: facts.type, first: nil)
            let other = used[kind]
            if let other, other.madeAt >= facts.madeAt {
                hidden.append(path)
            } else {
                if let other { hidden.append(other.path) }
                used[kind] = (path, facts.madeAt)
            }
        }
        return (Kind.allCases.compactMap { used[$0]?.path }, hidden)
    }

    private static func open(_ path: String) throws(DatabaseFault) -> FileBytes {
        do throws(FileError) {
            return try FileBytes(path: path)
        } catch {
            throw DatabaseFault(file: path, reason: .file(error.reason))
        }
    }

    /// What the end of a file says.
    private static func facts(of file: FileBytes) throws(DatabaseFault) -> DatabaseFacts {
        guard let total = file.totalBytes, total <= largest else {
            throw DatabaseFault(file: file.name, reason: .noDatabase)
        }
        let tail = try bytes(of: file, max(0, total - DatabaseFacts.span)..<total)
        do throws(DatabaseFault.Reason) {
            return try DatabaseFacts(tail: tail, total: total)
        } catch {
            let isOld = error == .noDatabase && file.name.hasSuffix(".dat")
            throw DatabaseFault(file: file.name, reason: isOld ? .oldFormat : error)
        }
    }

    private static func bytes(of file: FileBytes, _ range: Range<Int>) throws(DatabaseFault) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(FileError) {
                count = try file.read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw DatabaseFault(file: file.name, reason: .file(failure.reason)) }
        return bytes
    }
}
