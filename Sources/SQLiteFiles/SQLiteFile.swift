import CSQLite
import Platform
import Streams

/// Opens a database file without leaving a trace beside it.
package struct SQLiteFile {
    /// As the user named it.
    let path: String

    /// The 16 bytes that every database file begins with.
    package static let magic = Array("SQLite format 3\0".utf8)
    private static let headerLength = 100

    /// A connection that can read the file; only its header has been read.
    ///
    /// A file in WAL mode without a pending log is opened as immutable: otherwise SQLite would create a
    /// `-wal` and a `-shm` file beside it. A file with a pending log is read with it; its `-shm` may appear.
    func open() throws(SourceError) -> OpaquePointer {
        let real = try realPath()
        let database = try open(real, isImmutable: false)
        var header = [UInt8](repeating: 0, count: Self.headerLength)
        let code = csqlite_read_header(database, &header, Int32(header.count))
        let isEmpty = code & 0xFF == SQLITE_IOERR && header.allSatisfy { $0 == 0 }
        guard header.starts(with: Self.magic) else {
            sqlite3_close_v2(database)
            throw refused(
                isEmpty
                    ? "is empty (expected an SQLite database)" : "is not an SQLite database, or is encrypted")
        }
        // File format write version and read version: 2 is WAL.
        guard header[18] == 2 || header[19] == 2, !Self.hasBytes(real + "-wal") else { return database }
        sqlite3_close_v2(database)
        return try open(real, isImmutable: true)
    }

    private func open(_ real: String, isImmutable: Bool) throws(SourceError) -> OpaquePointer {
        let address = "file:\(Self.escaped(real))?mode=ro" + (isImmutable ? "&immutable=1" : "")
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(address, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
            sqlite3_close_v2(handle)
            throw refused(Self.words(code: code, extended: extended, message))
        }
        return handle
    }

    /// The file that `path` names, with links followed: the user's own link is wanted, one that replaces the
    /// file later is not.
    private func realPath() throws(SourceError) -> String {
        switch FileStatus(path: path)?.kind {
        case nil: throw .file(FileError(system: .last, file: path))
        case .regular: break
        case .folder: throw .file(FileError(file: path, reason: .isDirectory))
        default: throw refused("is not a regular file (a database can only be read from one)")
        }
        guard FilePath.allows(.reading, path), let resolved = FilePath.real(path) else {
            throw .file(FileError(system: .last, file: path))
        }
        return resolved
    }

    private func refused(_ words: String) -> SourceError { .refused(name: path, words: words) }

    private static func hasBytes(_ path: String) -> Bool {
        FileStatus(path: path).map { $0.size > 0 } ?? false
    }

    /// A path as part of an address: all but letters, digits and `/-._~` as `%XX` (RFC 3986).
    static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F, 0x7E: result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let lockedWords = "is locked by another process (waited 2 s; try again)"

    /// Whether another process kept the file locked for as long as one waits.
    package static func isLocked(_ error: SourceError) -> Bool {
        if case .refused(_, lockedWords) = error { true } else { false }
    }

    /// SQLite's error as a message that says what to do, where there is something to do.
    static func words(code: Int32, extended: Int32, _ message: String) -> String {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: lockedWords
        case SQLITE_NOTADB: "is not an SQLite database, or is encrypted"
        case SQLITE_CORRUPT: "is damaged: \(message) (sqlite3 FILE .recover saves what can be saved)"
        case SQLITE_TOOBIG: "has a value or statement that is too large: \(message)"
        case SQLITE_NOMEM: "exceeds the memory or program size limit"
        case SQLITE_READONLY, SQLITE_CANTOPEN:
            "cannot be read without writing to its folder: \(message) (another program left a journal; "
                + "copy the file and its journal elsewhere)"
        case SQLITE_AUTH: "uses something that is not allowed: \(message)"
        default: message
        }
    }
}
