#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Another program that was started, without a shell, in a session of its own.
package struct ChildProcess: Sendable {
    /// The number of the process, and of its group.
    package let number: Int32

    /// POSIX_SPAWN_SETSID of glibc and musl, which Swift does not import.
    private static let ownSession: Int16 = 0x80

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a name that is found on PATH, or a path with a slash.
    ///   - arguments: without the name.
    ///   - environment: its variables, each as `NAME=value`.
    ///   - streams: its standard input, output and error.
    package init(
        _ program: String, _ arguments: [String], environment: [String], streams: [Int32]
    ) throws(SystemError) {
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
        guard code == 0 else { throw SystemError(code: code) }
        self.number = number
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

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    /// Kills it and whatever it started in its session. Not once `end` was called: its number may be another's.
    package func kill() { _ = killGroup(number) }

    /// Waits until it has ended; its number stays its own.
    package func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Takes its status once it has ended, 0 where all went well.
    package func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

private func killGroup(_ number: Int32) -> Int32 { kill(-number, SIGKILL) }
