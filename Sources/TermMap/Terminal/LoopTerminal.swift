import CTerminalGuard
import TerminalInput

/// A terminal that the loop reads keys from and asks for what only a terminal can do. The guard gives it back, whatever
/// way the program ends.
package protocol LoopTerminal: AnyObject {
    var descriptor: Int32 { get }
    /// A serial line, which takes its time for each byte.
    var isSlow: Bool { get }

    /// Waits for a key, a signal, or data on one of `wakeDescriptors`, at most `timeoutMilliseconds` (nil: no limit).
    @discardableResult
    func wait(untilReadable wakeDescriptors: [Int32], timeoutMilliseconds: Int?) -> [Int32]
    /// Appends everything that was typed and signalled since the last call, without waiting.
    func readEvents(into events: inout [InputEvent])

    /// Gives the terminal back. Does nothing the second time.
    func leave()
    /// Takes the terminal again after a stop.
    func retake()

    func repaint()
    /// Rings the bell.
    func ring()
    /// Asks the terminal to put bytes into its clipboard.
    func copy(_ bytes: [UInt8])
    /// Whether the mouse is reported to us.
    func useMouse(_ isOn: Bool)
}

extension LoopTerminal {
    /// Gives the terminal back, stops as SIGTSTP does, and takes the terminal again when continued.
    ///
    /// Returns at once where no shell could continue the process. Afterwards everything is drawn again.
    package func suspend() {
        leave()
        guard_stop()
        _ = guard_take_continue()
        resume()
    }

    /// Takes the terminal after a stop.
    ///
    /// Where a shell continues the process in the background it stops again, and where it only ends it, the terminal is
    /// left alone: to touch it there would stop the process, whatever signal it has.
    func resume() {
        leave()
        while guard_take_signal() == 0, guard_is_in_background(descriptor) {
            guard_stop()
            // Nobody could stop it.
            if !guard_take_continue() { break }
        }
        guard guard_take_signal() == 0 else { return }
        retake()
    }

    /// Takes the signals that came since the last call, except that the size changed.
    func takeSignals(into events: inout [InputEvent]) {
        guard_drain_wake_pipe()
        let signal = guard_take_signal()
        if signal != 0 { events.append(.terminate(signal: signal)) }
        if guard_take_stop() { events.append(.suspend) }
        if guard_take_continue() {
            resume()
            events.append(.resumed)
        }
    }
}
