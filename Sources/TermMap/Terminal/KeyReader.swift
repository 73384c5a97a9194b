import Platform
import TerminalInput

/// Reads keys and answers from a terminal, without waiting.
package struct KeyReader {
    package var decoder = InputDecoder()
    private var lastByteTime = ContinuousClock.now
    /// The terminal is gone.
    package var hasHungUp = false

    /// Bytes of one call: more wait for the next, so that a flood of junk does not hold up the loop.
    private static let chunk = 64 * 1024

    package init() {}

    /// Appends everything that was typed since the last call.
    package mutating func read(from descriptor: Int32, into events: inout [InputEvent]) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var total = 0
        while total < Self.chunk {
            let count = Descriptor.read(descriptor, into: &buffer)
            if count > 0 {
                total += count
                lastByteTime = .now
                for byte in buffer[..<count] { decoder.feed(byte, into: &events) }
            } else if count < 0, SystemError.last == .interrupted {
                continue
            } else {
                // No bytes without EAGAIN: the terminal is gone (EIO, or the end of the file).
                if count == 0 || SystemError.last != .wouldBlock { hasHungUp = true }
                break
            }
        }
        if total == 0, let timeout = decoder.timeoutMilliseconds,
            lastByteTime.duration(to: .now) >= .milliseconds(timeout)
        {
            decoder.giveUp(into: &events)
        }
    }
}
