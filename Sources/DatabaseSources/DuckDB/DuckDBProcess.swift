import Glibc
import Programs
import Streams

/// A running duckdb that answers one statement after another, for one thread at a time.
///
/// Statements go to its standard input. After each it prints a mark that no data can contain, because it is drawn anew
/// for each process; what it printed on its standard error by then is the statement's error.
final class DuckDBProcess: Sendable {
    /// How the program is started.
    struct Start: Sendable, Equatable {
        /// A name that is found on PATH, or a path with a slash.
        var program: String
        var arguments: [String]
    }

    /// Wakes the thread that waits for an answer.
    let waiting: WakePipe
    private let child: ChildProgram
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private let mark: [UInt8]

    private static let messageLimit = 1 << 14
    /// How long a program without output may still run.
    private static let endingTime = Duration.seconds(2)

    init(_ start: Start) throws(DuckDBFault) {
        do throws(FileError) {
            let ends = try DuckDBProcessEnds()
            do throws(FileError) {
                waiting = try WakePipe()
                child = try ChildProgram(
                    start.program, start.arguments, input: ends.input.1, output: ends.output.1,
                    error: ends.errors.1)
            } catch {
                ends.closeOurs()
                throw error
            }
            (input, output, errors) = (ends.input.0, ends.output.0, ends.errors.0)
        } catch {
            throw .ended(words: error.description)
        }
        let number = (0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }
        mark = Array("termmap-\(number.joined())".utf8)
    }

    deinit {
        for descriptor in [input, output, errors] { close(descriptor) }
    }

    /// Ends the program at once, whatever it does.
    func kill() { child.kill() }

    // MARK: - Asking

    /// Runs statements, each with its semicolon, and passes on what they print.
    ///
    /// After any fault but `.refused` the process cannot be used again.
    /// - Parameter silence: how long nothing may happen.
    func run(
        _ statements: String, silence: Duration, isCancelled: () -> Bool,
        sink: (UnsafeBufferPointer<UInt8>) throws(DuckDBFault) -> Void
    ) throws(DuckDBFault) {
        var unsent = Array("\(statements)\n.print ".utf8)[...]
        unsent.append(contentsOf: mark)
        unsent.append(0x0A)
        var answer = DuckDBAnswerEnd(mark: mark)
        var message: [UInt8] = []
        var deadline = MonotonicClock.now + silence
        while true {
            if isCancelled() { throw .cancelled }
            let ready = wait(hasInput: !unsent.isEmpty)
            if ready.input { try send(&unsent) }
            if ready.errors { try take(into: &message) }
            if ready.output {
                let isOver = try answer.read(from: output, sink: sink)
                if isOver == nil { throw ended(message) }
                if isOver == true { break }
            }
            if ready.output || ready.errors {
                deadline = MonotonicClock.now + silence
            } else if MonotonicClock.now > deadline {
                throw .timedOut(silence)
            }
        }
        try take(into: &message)
        if !message.isEmpty, let words = DuckDBWords.error(in: message) { throw .refused(words: words) }
    }

    private struct Ready {
        let input: Bool
        let output: Bool
        let errors: Bool
    }

    private func wait(hasInput: Bool) -> Ready {
        var requests = [
            pollfd(fd: waiting.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
            pollfd(fd: hasInput ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        _ = poll(&requests, 4, 50)
        if requests[0].revents != 0 { waiting.drain() }
        return Ready(
            input: requests[3].revents != 0, output: requests[1].revents != 0,
            errors: requests[2].revents & Int16(POLLIN) != 0)
    }

    private func send(_ unsent: inout ArraySlice<UInt8>) throws(DuckDBFault) {
        let count = unsent.withUnsafeBytes {
            Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count > 0 {
            unsent.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // It has ended: its output says why.
            unsent = []
        }
    }

    /// Reads what is there of the standard error.
    private func take(into message: inout [UInt8]) throws(DuckDBFault) {
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(errors, &piece, piece.count)
            guard count > 0 else { return }
            message += piece.prefix(min(count, Self.messageLimit - message.count))
        }
    }

    /// Why there is no more output.
    private func ended(_ message: [UInt8]) -> DuckDBFault {
        var message = message
        let deadline = MonotonicClock.now + Self.endingTime
        let outcome = child.outcome { MonotonicClock.now > deadline }
        try? take(into: &message)
        switch outcome {
        case .notInstalled: return .notInstalled
        case .notStarted(let words): return .ended(words: words)
        default: return .ended(words: DuckDBWords.error(in: message) ?? DuckDBWords.plain(message))
        }
    }
}

/// The pipes of a process: our end of each, then the program's.
private struct DuckDBProcessEnds {
    var input: (Int32, Int32) = (-1, -1)
    var output: (Int32, Int32) = (-1, -1)
    var errors: (Int32, Int32) = (-1, -1)

    /// More than the standard size: answers are long.
    private static let capacity: Int32 = 1 << 20
    /// F_SETPIPE_SZ, which Swift does not import: 1024 + 7.
    private static let setPipeSize: Int32 = 1_031

    init() throws(FileError) {
        var ends: [Int32] = [-1, -1]
        // A socket, so that writing to a program that has ended raises no signal.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw Self.fault() }
        input = (ends[0], ends[1])
        guard pipe(&ends) == 0 else { throw Self.fault() }
        output = (ends[0], ends[1])
        guard pipe(&ends) == 0 else { throw Self.fault() }
        errors = (ends[0], ends[1])
        for end in [input.0, input.1, output.0, output.1, errors.0, errors.1] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        for end in [input.0, output.0, errors.0] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        _ = fcntl(output.0, Self.setPipeSize, Self.capacity)
    }

    func closeOurs() { for end in [input.0, output.0, errors.0] { close(end) } }

    private static func fault() -> FileError { FileError(system: errno, file: "duckdb") }
}

/// Passes on the output of a statement up to the mark behind it.
private struct DuckDBAnswerEnd {
    let mark: [UInt8]
    /// What may belong to the mark.
    private var held: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    init(mark: [UInt8]) { self.mark = mark }

    /// Reads what is there; true when the mark was met, nil at the end of the output.
    mutating func read(
        from descriptor: Int32, sink: (UnsafeBufferPointer<UInt8>) throws(DuckDBFault) -> Void
    ) throws(DuckDBFault) -> Bool? {
        let count = Glibc.read(descriptor, &piece, piece.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? false : nil }
        held += piece[..<count]
        let isOver = held.last == 0x0A && held.dropLast().suffix(mark.count).elementsEqual(mark)
        let passed = max(held.count - mark.count - 1, 0)
        try held.withUnsafeBufferPointer { bytes throws(DuckDBFault) in
            if passed > 0 { try sink(UnsafeBufferPointer(rebasing: bytes[..<passed])) }
        }
        held.removeFirst(passed)
        return isOver
    }
}
