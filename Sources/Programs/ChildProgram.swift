import Platform
import Streams
import Synchronization

/// Another program that runs beside this one, without a shell.
///
/// It gets a session of its own, so that keys in the terminal do not reach it, and is killed with whatever it started
/// when the last reference goes away. Nothing here needs the shared pool of threads, which callers may block.
package final class ChildProgram: Sendable {
    /// How it ended.
    package enum Outcome: Equatable, Sendable {
        /// It may have complained.
        case succeeded(message: [UInt8])
        /// The beginning of what it wrote on its standard error, if that was not passed on.
        case failed(message: [UInt8])
        case notInstalled
        /// It could not be started, in words.
        case notStarted(String)
    }

    private let ending: ChildEnd

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a name that is found on PATH, or a path with a slash.
    ///   - settings: environment variables that are added.
    ///   - input: a descriptor that it reads from; it is closed here, and so are the others.
    ///   - error: nil to keep the beginning of its message for `outcome`.
    package init(
        _ program: String, _ arguments: [String], settings: [String: String] = [:], input: Int32,
        output: Int32, error: Int32? = nil
    ) throws(FileError) {
        var message: (reading: Int32, writing: Int32) = (-1, -1)
        defer {
            for descriptor in [input, output, error ?? message.writing] { Descriptor.close(descriptor) }
        }
        if error == nil {
            guard let pipe = Descriptor.makePipe() else { throw FileError(system: .last, file: program) }
            message = pipe
        }
        do throws(FileError) {
            ending = try ChildEnd(message: message.reading)
        } catch let fault {
            Descriptor.close(message.reading)
            throw fault
        }
        do throws(SystemError) {
            let process = try ChildProcess(
                program, arguments, environment: Self.environment(settings),
                streams: [input, output, error ?? message.writing])
            ending.watch(process)
        } catch {
            ending.set(
                error == .noSuchFile || error == .notPermitted
                    ? .notInstalled : .notStarted("cannot be run: \(FileError(system: error, file: program))")
            )
        }
    }

    deinit { ending.kill() }

    /// That of this program with the settings in place of its own.
    private static func environment(_ settings: [String: String]) -> [String] {
        settings.map { "\($0.key)=\($0.value)" }
            + Environment.lines.filter { line in
                line.split(separator: "=").first.map { settings[String($0)] == nil } ?? false
            }
    }

    /// Kills the program, if it still runs, and all processes that it started.
    package func kill() { ending.kill() }

    /// Waits until the program has ended; nil when cancelled.
    package func outcome(isCancelled: () -> Bool) -> Outcome? {
        while true {
            if let outcome = ending.wait(milliseconds: 100) { return outcome }
            if isCancelled() { return nil }
        }
    }
}

/// How a process ended, once it has.
private final class ChildEnd: Sendable {
    private struct State {
        var outcome: ChildProgram.Outcome?
        /// Nil before it is started, and once its number may be another's.
        var process: ChildProcess?
    }

    private let state = Mutex(State())
    private let pipe: WakePipe
    private let message: Int32

    private static let messageLimit = 4_096

    /// - Parameter message: where to read what the program says; -1 for nowhere.
    init(message: Int32) throws(FileError) {
        self.message = message
        pipe = try WakePipe.opened()
    }

    func set(_ outcome: ChildProgram.Outcome) {
        state.withLock { state in
            state.outcome = outcome
            state.process = nil
        }
        Descriptor.close(message)
        pipe.wake()
    }

    /// Kills the group of the process, if it exists. Its number is still valid: the process has not been reaped.
    func kill() {
        state.withLock { $0.process?.kill() }
    }

    /// Waits for the end in a thread of its own.
    func watch(_ process: ChildProcess) {
        state.withLock { $0.process = process }
        let isWatched = BlockingThread.detach { self.waitForEnd(process) }
        if !isWatched {
            kill()
            waitForEnd(process)
        }
    }

    private func waitForEnd(_ process: ChildProcess) {
        let words = self.words()
        process.waitForEnd()
        // From here on the number may be another's.
        state.withLock { $0.process = nil }
        set(process.end() == 0 ? .succeeded(message: words) : .failed(message: words))
    }

    /// Reads the error output to its end: a program whose output is not read would block for ever.
    private func words() -> [UInt8] {
        var words: [UInt8] = []
        guard message >= 0 else { return words }
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Descriptor.read(message, into: &piece)
            if count < 0, SystemError.last == .interrupted { continue }
            guard count > 0 else { return words }
            words += piece.prefix(min(count, Self.messageLimit - words.count))
        }
    }

    /// The outcome; nil when there is none yet after a while.
    func wait(milliseconds: Int32) -> ChildProgram.Outcome? {
        if let known = state.withLock({ $0.outcome }) { return known }
        Descriptor.wait(for: pipe.descriptor, .reading, milliseconds: milliseconds)
        return state.withLock { $0.outcome }
    }
}
