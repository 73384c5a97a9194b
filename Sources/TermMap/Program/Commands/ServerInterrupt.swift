import CTerminalGuard
import Dispatch
import MapSources

/// Without a screen nobody looks whether a signal asks the program to leave while a server is waited for: this does,
/// and ends the waiting at once.
final class ServerInterrupt {
    private let watch: any DispatchSourceRead

    /// Nil for what is no server.
    init?(_ source: OpenedSource) {
        guard case .server(let server) = source else { return nil }
        watch = DispatchSource.makeReadSource(fileDescriptor: guard_wake_descriptor(), queue: .global())
        watch.setEventHandler {
            guard_drain_wake_pipe()
            if guard_take_signal() != 0 { server.close() }
        }
        watch.activate()
    }

    deinit { watch.cancel() }

    /// Ends the program by the signal that asked for it, if one did.
    static func leaveIfAsked() {
        let signal = guard_take_signal()
        if signal != 0 { guard_die_by(signal) }
    }
}
