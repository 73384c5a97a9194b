import Platform
import Streams
import CTerminalGuard
import CellGraphics
import TerminalInput

extension Terminal {
    /// Waits for a key, a signal, or data on one of `wakeDescriptors`, at most `timeoutMilliseconds` (nil: no limit).
    ///
    /// Sends on what the terminal did not take before. Returns early without a cause now and then.
    /// - Returns: the descriptors that are readable or closed.
    @discardableResult
    package func wait(untilReadable wakeDescriptors: [Int32] = [], timeoutMilliseconds: Int?) -> [Int32] {
        let wantsToWrite = !flush() || !waiting.isEmpty
        // A slow line always takes more than it carries: there the clock says when.
        let readiness: Readiness = wantsToWrite && !isSlow ? [.reading, .writing] : .reading
        var waits = [
            Descriptor.Wait(keys.hasHungUp ? -1 : descriptor, readiness),
            Descriptor.Wait(guard_wake_descriptor(), .reading),
        ]
        waits += wakeDescriptors.map { Descriptor.Wait($0, .reading) }
        let pause = wantsToWrite ? line.map { $0.pause(at: .now).milliseconds + 1 } : nil
        let limits = [timeoutMilliseconds, keys.decoder.timeoutMilliseconds, pause].compactMap { $0 }
        let timeout = limits.min().map { Int32(clamping: max($0, 0)) } ?? -1
        let count = Descriptor.wait(for: &waits, milliseconds: keys.hasHungUp ? 0 : timeout)
        let isWritable = count > 0 && waits[0].found.contains(.writing)
        // A key that waits is answered first: the next frame takes the place of what is left of this one.
        let hasKeys = count > 0 && waits[0].found.contains(.reading)
        if isWritable || isSlow && wantsToWrite && !hasKeys { continuePresenting() }
        guard count > 0 else { return [] }
        return waits.dropFirst(2).filter { !$0.found.isEmpty }.map(\.descriptor)
    }

    /// Appends everything that was typed and signalled since the last call, without waiting.
    package func readEvents(into events: inout [InputEvent]) {
        takeSignals(into: &events)
        takeResize(&events)
        // To read in the background would stop the process; a terminal that is gone is noticed by reading.
        if isActive || !guard_is_in_background(descriptor) { readKeys(&events) }
        if adoptAnswers() { events.append(.answered) }
        if keys.hasHungUp { events.append(.terminate(signal: ProcessSignal.hangUp)) }
    }

    private func takeResize(_ events: inout [InputEvent]) {
        if guard_take_resize() { adoptSize() }
        if hasNewSize { events.append(.resize(columns: columns, rows: rows)) }
        hasNewSize = false
    }

    func readKeys(_ events: inout [InputEvent]) {
        let firstNew = events.count
        keys.read(from: descriptor, into: &events)
        keepMouseOnScreen(&events, from: firstNew)
    }

    /// A drag may end outside the window: it is reported at the edge. Nothing else can happen there.
    private func keepMouseOnScreen(_ events: inout [InputEvent], from first: Int) {
        var kept = Array(events[..<first])
        for event in events[first...] {
            guard case .mouse(var mouse) = event else {
                kept.append(event)
                continue
            }
            let inside = CellPoint(
                column: min(mouse.point.column, columns - 1), row: min(mouse.point.row, rows - 1))
            let mayLeave = mouse.kind == .drag || mouse.kind == .release
            guard inside == mouse.point || mayLeave else { continue }
            mouse.point = inside
            kept.append(.mouse(mouse))
        }
        events = kept
    }
}
