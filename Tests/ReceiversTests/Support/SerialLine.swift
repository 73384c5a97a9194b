import CPseudoTerminal
import Glibc
import Synchronization

/// A serial line of which we play the receiver's end.
final class SerialLine: Sendable {
    /// The device at the other end.
    let path: String
    /// Both ends: as long as one of ours is open at the other end too, it does not hang up by itself.
    private let ends: Mutex<(receiver: Int32, device: Int32)?>
    private let hasSent = Mutex(false)

    init?() {
        var receiver: Int32 = -1
        var device: Int32 = -1
        guard pseudo_open(24, 80, &receiver, &device) == 0, let name = ttyname(device) else { return nil }
        path = String(cString: name)
        ends = Mutex((receiver, device))
    }

    deinit { unplug() }

    /// Sends a text; later calls do nothing.
    func sendOnce(_ text: String) {
        let isFirst = hasSent.withLock { sent in
            defer { sent = true }
            return !sent
        }
        guard isFirst else { return }
        let bytes = Array(text.utf8)
        ends.withLock { ends in
            guard let ends else { return }
            _ = bytes.withUnsafeBytes { write(ends.receiver, $0.baseAddress, $0.count) }
        }
    }

    func unplug() {
        ends.withLock { open in
            if let open { [open.receiver, open.device].forEach { close($0) } }
            open = nil
        }
    }
}
