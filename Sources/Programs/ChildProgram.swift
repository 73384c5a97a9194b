import Glibc
import Streams
import Synchronization

/// Another program that runs beside this one, without a shell.
///
/// It gets a session of its own, so that keys in the terminal do not reach it, and is killed with whatever it started
/// when the last reference goes away. Nothing here needs the shared pool of threads, which callers may block.
package final class ChildProgram: Sendable {
    /// How it ended.
    package enum Outcome: Equatable, Sendable {
        case succeeded
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
        var message: [Int32] = [-1, -1]
        defer {
            for descriptor in [input, output, error ?? message[1]] where descriptor >= 0 { close(descriptor) }
        }
        if error == nil {
            guard pipe(&message) == 0 else { throw FileError(system: errno, file: program) }
            for end in message { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        do throws(FileError) {
            ending = try ChildEnd(message: message[0])
        } catch let fault {
            if message[0] >= 0 { close(message[0]) }
            throw fault
        }
        let start = ChildStart(
            program: program, arguments: arguments, settings: settings,
            streams: [input, output, error ?? message[1]])
        switch start.run() {
        case .success(let number): ending.watch(number)
        case .failure(let fault):
            ending.set(
                fault.code == ENOENT || fault.code == EACCES
                    ? .notInstalled
                    : .notStarted("cannot be run: \(FileError(system: fault.code, file: program))"))
        }
    }

    deinit { ending.kill() }

    /// Kills the program, if it still runs, and whatever it started.
    package func kill() { ending.kill() }

    /// Waits until the program has ended; nil when cancelled.
    package func outcome(isCancelled: () -> Bool) -> Outcome? {
        while true {
            if let outcome = ending.wait(milliseconds: 100) { return outcome }
            if isCancelled() { return nil }
        }
    }
}

/// What is started, and with which streams.
private struct ChildStart {
    struct Fault: Error { let code: Int32 }

    let program: String
    let arguments: [String]
    let settings: [String: String]
    /// Standard input, output and error.
    let streams: [Int32]

    /// POSIX_SPAWN_SETSID of glibc and musl, which Swift does not import.
    private static let ownSession: Int16 = 0x80

    /// The number of the process.
    func run() -> Result<pid_t, Fault> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.setSignals(&attributes)
        var number: pid_t = 0
        let code = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawnp(&number, program, &actions, &attributes, arguments, environment)
            }
        }
        return code == 0 ? .success(number) : .failure(Fault(code: code))
    }

    /// None blocked, and those with their standard effect that this program handles or ignores.
    private static func setSignals(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | ownSession
        posix_spawnattr_setflags(&attributes, flags)
    }

    /// That of this program with the settings in place of its own.
    private var environment: [String] {
        var lines = settings.map { "\($0.key)=\($0.value)" }
        var next = environ
        while let line = next.pointee {
            let text = String(cString: line)
            if let name = text.split(separator: "=").first, settings[String(name)] == nil {
                lines.append(text)
            }
            next += 1
        }
        return lines
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// How a process ended, once it has.
private final class ChildEnd: Sendable {
    private struct State {
        var outcome: ChildProgram.Outcome?
        /// Nil before it is started, and once its number may be another's.
        var number: pid_t?
    }

    private let state = Mutex(State())
    private let pipe: WakePipe
    private let message: Int32

    private static let messageLimit = 4_096

    /// - Parameter message: where to read what the program says; -1 for nowhere.
    init(message: Int32) throws(FileError) {
        self.message = message
        pipe = try WakePipe()
    }

    func set(_ outcome: ChildProgram.Outcome) {
        state.withLock { state in
            state.outcome = outcome
            state.number = nil
        }
        if message >= 0 { close(message) }
        pipe.wake()
    }

    /// Kills the group of the process, if that exists: its number is the process's, whose end nobody has asked for.
    func kill() {
        state.withLock { state in
            if let number = state.number { _ = Glibc.kill(-number, SIGKILL) }
        }
    }

    /// Waits for the end in a thread of its own.
    func watch(_ number: pid_t) {
        state.withLock { $0.number = number }
        let isWatched = BlockingThread.detach { self.waitForEnd(number) }
        if !isWatched {
            kill()
            waitForEnd(number)
        }
    }

    private func waitForEnd(_ number: pid_t) {
        let words = self.words()
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        // From here on the number may be another's.
        state.withLock { $0.number = nil }
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        set(status == 0 ? .succeeded : .failed(message: words))
    }

    /// What the program says, to its end: one whose output nobody reads would block for ever.
    private func words() -> [UInt8] {
        var words: [UInt8] = []
        guard message >= 0 else { return words }
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(message, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return words }
            words += piece.prefix(min(count, Self.messageLimit - words.count))
        }
    }

    /// The outcome; nil when there is none yet after a while.
    func wait(milliseconds: Int32) -> ChildProgram.Outcome? {
        if let known = state.withLock({ $0.outcome }) { return known }
        var request = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
        return state.withLock { $0.outcome }
    }
}
