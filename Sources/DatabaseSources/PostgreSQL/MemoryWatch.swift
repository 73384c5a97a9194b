import Glibc
import Streams

/// Ends a read that takes too much memory: within one call, libpq reads a long message as long as more bytes
/// arrive.
final class MemoryWatch: Sendable {
    private let before = MemoryWatch.residentBytes
    private let end: WakePipe

    /// How often memory is checked: a fast machine reads some ten megabytes meanwhile.
    private static let interval = Duration.milliseconds(10)

    /// Shuts `socket` down when the program has grown by more than `limit` bytes before `finish`; nil when
    /// the system has no pipe for it.
    init?(socket: Int32, limit: Int) {
        guard let end = try? WakePipe() else { return nil }
        self.end = end
        _ = BlockingThread.detach { [self] in
            while end.wait(for: -1, 0, Self.interval) != nil {
                guard Self.residentBytes - before > limit else { continue }
                shutdown(socket, Int32(SHUT_RDWR))
                return
            }
        }
    }

    /// Ends the watch; returns by how much the program has grown.
    func finish() -> Int {
        end.wake()
        return Self.residentBytes - before
    }

    /// Memory of the program. Source: proc(5), statm.
    private static var residentBytes: Int {
        var text = [UInt8](repeating: 0, count: 128)
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let count = max(read(file, &text, text.count), 0)
        let fields = text[..<count].split(separator: UInt8(ascii: " "))
        let pages = fields.count > 1 ? Int(String(decoding: fields[1], as: UTF8.self)) : nil
        return (pages ?? 0) * Int(getpagesize())
    }
}
