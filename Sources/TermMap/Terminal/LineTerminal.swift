import CTerminalGuard
import CellGraphics
import Platform
import TerminalInput

/// The terminal of a screen reader: single keys are read, and lines are appended to what is on it. Nothing is drawn, and
/// no control sequence is sent, so that any terminal will do.
package final class LineTerminal: LoopTerminal {
    package let descriptor: Int32
    private let isUnicode: Bool
    private var keys = KeyReader()
    private var unsent: ArraySlice<UInt8> = []
    /// The terminal is ours: else nothing is written to it or read from it.
    private var isActive = false
    package let isSlow = false

    /// Takes standard output if it is a terminal, else /dev/tty; the keys come from the same terminal.
    package init() throws(TerminalError) {
        isUnicode = TerminalCapabilities.chooseLocale()
        descriptor = try Terminal.openTerminal()
        try enter()
    }

    deinit {
        leave()
        Descriptor.close(descriptor)
    }

    private func enter() throws(TerminalError) {
        guard guard_arm(descriptor, "", 0) else {
            throw .system(call: "tcgetattr", code: SystemError.last.code)
        }
        isActive = true
        var line = TerminalLine(of: descriptor)
        line?.makeRawForInput()
        guard line?.apply(to: descriptor) == true else {
            throw .system(call: "tcsetattr", code: SystemError.last.code)
        }
    }

    package func leave() {
        guard isActive else { return }
        flush()
        isActive = false
        unsent = []
        guard_restore()
    }

    package func retake() { try? enter() }

    // MARK: - Lines

    /// Appends lines to what is on the terminal; where it takes none for a while they wait.
    package func print(_ lines: [String]) {
        for line in lines where unsent.count < Self.mostUnsent {
            unsent += (isUnicode ? line : AsciiFallback.text(line)).utf8
            unsent.append(UInt8(ascii: "\n"))
        }
        flush()
    }

    /// A terminal that is held, as by Ctrl-S, is not sent more than this later.
    private static let mostUnsent = 1 << 20

    private func flush() {
        while isActive, !unsent.isEmpty {
            let written = unsent.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
            if written > 0 {
                unsent = unsent.dropFirst(written)
            } else if SystemError.last == .wouldBlock {
                return
            } else if SystemError.last != .interrupted {
                keys.hasHungUp = true
                unsent = []
            }
        }
    }

    // MARK: - Keys

    @discardableResult
    package func wait(untilReadable wakeDescriptors: [Int32], timeoutMilliseconds: Int?) -> [Int32] {
        flush()
        var waits = [
            Descriptor.Wait(
                keys.hasHungUp ? -1 : descriptor, unsent.isEmpty ? .reading : [.reading, .writing]),
            Descriptor.Wait(guard_wake_descriptor(), .reading),
        ]
        waits += wakeDescriptors.map { Descriptor.Wait($0, .reading) }
        let limit = [timeoutMilliseconds, keys.decoder.timeoutMilliseconds].compactMap { $0 }.min()
        let timeout = limit.map { Int32(clamping: max($0, 0)) } ?? -1
        guard Descriptor.wait(for: &waits, milliseconds: keys.hasHungUp ? 0 : timeout) > 0 else { return [] }
        return waits.dropFirst(2).filter { !$0.found.isEmpty }.map(\.descriptor)
    }

    package func readEvents(into events: inout [InputEvent]) {
        takeSignals(into: &events)
        _ = guard_take_resize()
        // To read in the background would stop the process; a terminal that is gone is noticed by reading.
        if isActive || !guard_is_in_background(descriptor) { keys.read(from: descriptor, into: &events) }
        if keys.hasHungUp { events.append(.terminate(signal: ProcessSignal.hangUp)) }
    }

    // MARK: - What only a screen has

    package func repaint() {}
    package func ring() {}
    package func copy(_ bytes: [UInt8]) {}
    package func useMouse(_ isOn: Bool) {}
}
