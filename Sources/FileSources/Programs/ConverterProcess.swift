import Glibc
import Streams
import Subprocess
import Synchronization

/// A program of GDAL that runs beside this one and writes to a pipe.
///
/// No shell is used and no file written. The program is killed if it is still running when the last reference
/// goes away.
final class ConverterProcess: Sendable {
    enum Outcome: Equatable, Sendable {
        case succeeded
        /// Its error message, on one line.
        case failed(words: String)
        case notInstalled
    }

    /// The end to read from.
    let output: FileBytes
    private let task: Task<Void, Never>
    private let ending: ConverterEnd

    private static let messageLimit = 4_096

    /// Starts a program found by its name.
    ///
    /// - Parameter input: a descriptor that it reads from, which is closed; nil for no input.
    init(
        _ program: String, _ arguments: [String], settings: [String: String], name: String,
        input: Int32? = nil
    ) throws(FileError) {
        var ends: [Int32] = [-1, -1]
        let ending = try ConverterEnd()
        guard pipe(&ends) == 0 else { throw FileError(system: errno, file: name) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let writeEnd = ends[1]
        let readEnd = input ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
        do throws(FileError) {
            output = try FileBytes(pipe: ends[0], name: name)
        } catch {
            close(writeEnd)
            close(readEnd)
            throw error
        }
        self.ending = ending
        task = Task.detached(executorPreference: Lane()) {
            ending.set(
                await Self.run(program, arguments, settings: settings, readEnd: readEnd, writeEnd: writeEnd))
        }
    }

    deinit { task.cancel() }

    /// Waits until the program has ended.
    func outcome(isCancelled: () -> Bool) throws(SourceError) -> Outcome {
        while true {
            if let outcome = ending.wait(milliseconds: 100) { return outcome }
            if isCancelled() { throw .cancelled }
        }
    }

    private static func run(
        _ program: String, _ arguments: [String], settings: [String: String], readEnd: Int32, writeEnd: Int32
    ) async -> Outcome {
        var changes: [Environment.Key: String?] = [:]
        for (key, value) in settings { changes[Environment.Key(stringLiteral: key)] = value }
        do {
            let result = try await Subprocess.run(
                .name(program), arguments: Arguments(arguments), environment: .inherit.updating(changes),
                input: .fileDescriptor(.init(rawValue: readEnd), closeAfterSpawningProcess: true),
                output: .fileDescriptor(.init(rawValue: writeEnd), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                var message: [UInt8] = []
                // Read to its end: a program whose output nobody reads would block for ever.
                for try await piece in execution.standardError where message.count < messageLimit {
                    piece.withUnsafeBytes { message.append(contentsOf: $0) }
                }
                return message
            }
            if result.terminationStatus.isSuccess { return .succeeded }
            return .failed(words: GDALWords.first(in: result.closureResult))
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return .notInstalled
        } catch {
            return .failed(words: "cannot be run: \(error)")
        }
    }
}

/// How a process ended, once it has.
private final class ConverterEnd: Sendable {
    private let outcome = Mutex<ConverterProcess.Outcome?>(nil)
    private let pipe: WakePipe

    init() throws(FileError) { pipe = try WakePipe() }

    func set(_ value: ConverterProcess.Outcome) {
        outcome.withLock { $0 = value }
        pipe.wake()
    }

    /// The outcome; nil when there is none yet after a while.
    func wait(milliseconds: Int32) -> ConverterProcess.Outcome? {
        if let known = outcome.withLock({ $0 }) { return known }
        var request = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
        return outcome.withLock { $0 }
    }
}
