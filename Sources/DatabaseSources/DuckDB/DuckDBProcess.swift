import Platform
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
                waiting = try WakePipe.opened()
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
        for descriptor in [input, output, errors] { Descriptor.close(descriptor) }
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
        var waits = [
            Descriptor.Wait(waiting.descriptor, .reading), Descriptor.Wait(output, .reading),
            Descriptor.Wait(errors, .reading), Descriptor.Wait(hasInput ? input : -1, .writing),
        ]
        Descriptor.wait(for: &waits, milliseconds: 50)
        if !waits[0].found.isEmpty { waiting.drain() }
        return Ready(
            input: !waits[3].found.isEmpty, output: !waits[1].found.isEmpty,
            errors: waits[2].found.contains(.reading))
    }

    private func send(_ unsent: inout ArraySlice<UInt8>) throws(DuckDBFault) {
        let count = unsent.withUnsafeBytes { Socket.send($0, to: input) }
        if count > 0 {
            unsent.removeFirst(count)
        } else if !SystemError.last.isPassing {
            // It has ended: its output says why.
            unsent = []
        }
    }

    /// Reads what is there of the standard error.
    private func take(into message: inout [UInt8]) throws(DuckDBFault) {
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Descriptor.read(errors, into: &piece)
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

    init() throws(FileError) {
        // A socket, so that writing to a program that has ended raises no signal.
        guard let statements = Socket.makePair(), let answers = Descriptor.makePipe(),
            let messages = Descriptor.makePipe()
        else { throw FileError(system: .last, file: "duckdb") }
        (input, output, errors) = (statements, answers, messages)
        for end in [input.0, output.0, errors.0] { Descriptor.setNonBlocking(end) }
        Descriptor.setPipeCapacity(Self.capacity, of: output.0)
    }

    func closeOurs() { for end in [input.0, output.0, errors.0] { Descriptor.close(end) } }
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
        let count = Descriptor.read(descriptor, into: &piece)
        guard count > 0 else { return count < 0 && SystemError.last.isPassing ? false : nil }
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
