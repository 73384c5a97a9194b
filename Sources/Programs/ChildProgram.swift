import Glibc
import Streams
import Subprocess
import Synchronization

/// Another program that runs beside this one, without a shell.
///
/// It gets a session of its own, so that keys in the terminal do not reach it, and is killed with whatever it started
/// when the last reference goes away.
package final class ChildProgram: Sendable {
    /// How it ended.
    package enum Outcome: Equatable, Sendable {
        case succeeded
        /// What it wrote on its standard error, if that was not passed on.
        case failed(message: [UInt8])
        case notInstalled
        /// It could not be started, in words.
        case notStarted(String)
    }

    private let task: Task<Void, Never>
    private let ending: ChildEnd

    private static let messageLimit = 4_096

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
        let streams = Descriptors(input: input, output: output, error: error)
        let ending: ChildEnd
        do throws(FileError) {
            ending = try ChildEnd()
        } catch let fault {
            streams.close()
            throw fault
        }
        self.ending = ending
        task = Task.detached(executorPreference: Lane()) {
            ending.set(await Self.run(program, arguments, settings, streams))
        }
    }

    deinit { task.cancel() }

    /// Kills the program, if it still runs, and whatever it started.
    package func kill() { task.cancel() }

    /// How it ended; nil while it runs.
    package var outcomeSoFar: Outcome? { ending.wait(milliseconds: 0) }

    /// Waits until the program has ended; nil when cancelled.
    package func outcome(isCancelled: () -> Bool) -> Outcome? {
        while true {
            if let outcome = ending.wait(milliseconds: 100) { return outcome }
            if isCancelled() { return nil }
        }
    }

    // MARK: - Running

    private struct Descriptors {
        let input: Int32
        let output: Int32
        let error: Int32?

        func close() {
            for descriptor in [input, output, error].compactMap(\.self) { Glibc.close(descriptor) }
        }
    }

    private static func run(
        _ program: String, _ arguments: [String], _ settings: [String: String], _ streams: Descriptors
    ) async -> Outcome {
        do {
            return try await finished(configuration(program, arguments, settings), streams)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return .notInstalled
        } catch {
            return .notStarted("\(error)")
        }
    }

    private static func configuration(
        _ program: String, _ arguments: [String], _ settings: [String: String]
    ) -> Configuration {
        var changes: [Environment.Key: String?] = [:]
        for (key, value) in settings { changes[Environment.Key(stringLiteral: key)] = value }
        var platform = PlatformOptions()
        platform.createSession = true
        platform.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
        ]
        return Configuration(
            executable: program.contains("/") ? .path(.init(program)) : .name(program),
            arguments: Arguments(arguments),
            environment: .inherit.updating(changes), platformOptions: platform)
    }

    private static func finished(
        _ configuration: Configuration, _ streams: Descriptors
    ) async throws -> Outcome {
        let input = FileDescriptorInput.fileDescriptor(
            .init(rawValue: streams.input), closeAfterSpawningProcess: true)
        let output = FileDescriptorOutput.fileDescriptor(
            .init(rawValue: streams.output), closeAfterSpawningProcess: true)
        if let error = streams.error {
            let result = try await Subprocess.run(
                configuration, input: input, output: output,
                error: .fileDescriptor(.init(rawValue: error), closeAfterSpawningProcess: true))
            return result.terminationStatus.isSuccess ? .succeeded : .failed(message: [])
        }
        let result = try await Subprocess.run(
            configuration, input: input, output: output, error: .sequence
        ) { execution in
            var message: [UInt8] = []
            // Read to its end: a program whose output nobody reads would block for ever.
            for try await piece in execution.standardError where message.count < messageLimit {
                piece.withUnsafeBytes { message.append(contentsOf: $0) }
            }
            return message
        }
        return result.terminationStatus.isSuccess
            ? .succeeded : .failed(message: result.closureResult)
    }
}

/// How a process ended, once it has.
private final class ChildEnd: Sendable {
    private let outcome = Mutex<ChildProgram.Outcome?>(nil)
    private let pipe: WakePipe

    init() throws(FileError) { pipe = try WakePipe() }

    func set(_ value: ChildProgram.Outcome) {
        outcome.withLock { $0 = value }
        pipe.wake()
    }

    /// The outcome; nil when there is none yet after a while.
    func wait(milliseconds: Int32) -> ChildProgram.Outcome? {
        if let known = outcome.withLock({ $0 }) { return known }
        var request = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
        return outcome.withLock { $0 }
    }
}
