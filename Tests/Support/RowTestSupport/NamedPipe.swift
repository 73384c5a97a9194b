import Foundation
import TestSupport

/// F_SETPIPE_SZ, which Swift does not import.
private let setPipeSize: Int32 = 1_031

/// A pipe with a name, fed from a thread of its own, removed when the value is let go.
final class NamedPipe {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID().uuidString)")
        .path

    init() throws {
        // A reader may close its end before all is written.
        signal(SIGPIPE, SIG_IGN)
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func write(_ bytes: [UInt8], piece: Int) {
        let path = path
        Thread.detachNewThread {
            let descriptor = open(path, O_WRONLY)
            _ = fcntl(descriptor, setPipeSize, 4_096)
            bytes.write(to: descriptor, piece: piece)
            close(descriptor)
        }
    }

    /// Writes pieces one after the other, each when `mayGoOn` says so.
    func write(_ pieces: [String], mayGoOn: @escaping @Sendable (Int) -> Bool) {
        let path = path
        Thread.detachNewThread {
            let descriptor = open(path, O_WRONLY)
            for (index, piece) in pieces.enumerated() {
                guard eventually({ mayGoOn(index) }) else { break }
                Array(piece.utf8).write(to: descriptor, piece: 4_096)
            }
            close(descriptor)
        }
    }

    deinit {
        unlink(path)
    }
}

/// A pipe without a name, fed from a thread of its own.
final class OpenPipe {
    let reader: Int32
    private let writer: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        signal(SIGPIPE, SIG_IGN)
        guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A small pipe is full soon.
        _ = fcntl(ends[1], setPipeSize, 4_096)
        (reader, writer) = (ends[0], ends[1])
    }

    /// Writes from a thread of its own, and closes the end unless it `staysOpen`.
    func write(_ bytes: [UInt8], piece: Int = 4_096, staysOpen: Bool = false) {
        let writer = writer
        Thread.detachNewThread {
            bytes.write(to: writer, piece: piece)
            if !staysOpen { close(writer) }
        }
    }

    func closeWriter() { close(writer) }

    deinit { close(reader) }
}

extension [UInt8] {
    fileprivate func write(to descriptor: Int32, piece: Int) {
        var start = 0
        while start < count {
            let end = Swift.min(start + piece, count)
            let written = self[start..<end].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard written > 0 else { break }
            start += written
        }
    }
}
