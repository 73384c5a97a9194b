/// Lets one thread end the waiting of another: `poll` on `descriptor` returns after `wake`.
package final class WakePipe: Sendable {
    /// Becomes readable with `wake`.
    package let descriptor: Int32
    private let writeEnd: Int32

    /// - Throws: the system's error when it cannot create a pipe.
    package init() throws(SystemError) {
        guard let ends = Descriptor.makePipe() else { throw .last }
        Descriptor.setNonBlocking(ends.reading)
        Descriptor.setNonBlocking(ends.writing)
        (descriptor, writeEnd) = ends
    }

    deinit {
        Descriptor.close(descriptor)
        Descriptor.close(writeEnd)
    }

    /// Callable from any thread.
    package func wake() {
        // A full pipe wakes as well.
        _ = withUnsafeBytes(of: UInt8(1)) { Descriptor.write($0, to: writeEnd) }
    }

    /// Drains the pipe, so that it can be woken again.
    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while Descriptor.read(descriptor, into: &bytes) == bytes.count {}
    }

    /// Waits until it is woken or the time is over, and drains the pipe.
    package func wait(_ time: Duration) {
        _ = wait(for: -1, [], time)
        drain()
    }

    /// Waits until `other` is ready, the time is over, or the pipe was woken.
    ///
    /// - Returns: what `other` is ready for; nil when woken, which means to stop.
    package func wait(for other: Int32, _ wanted: Readiness, _ time: Duration) -> Readiness? {
        var waits = [Descriptor.Wait(descriptor, .reading), Descriptor.Wait(other, wanted)]
        // Rounded up, so that the time is over when it returns.
        let milliseconds = time.milliseconds
        Descriptor.wait(
            for: &waits, milliseconds: Int32(clamping: max(milliseconds, 0) + (milliseconds > 0 ? 1 : 0)))
        return waits[0].found.isEmpty ? waits[1].found : nil
    }
}
