import Platform
import Programs
import Streams
import Synchronization

/// A duckdb that is started on demand and started again after it ended: one statement at a time.
///
/// Several threads may call it at once: they take turns. A cancelled statement ends the program, which is the only
/// way to stop it that leaves no doubt about what is printed next.
final class DuckDBSession: Sendable {
    private struct State {
        var process: DuckDBProcess?
        var isTaken = false
        var isClosed = false
        /// Statements that a new process runs first.
        var preparation: [String]
    }

    /// As the user named the source.
    let name: String
    private let start: DuckDBProcess.Start
    private let state: Mutex<State>
    private let timeout: Duration

    /// How long nothing may be heard of a statement.
    static let standardTimeout = Duration.seconds(120)
    /// Bytes of an answer that is held in memory.
    private static let answerLimit = 1 << 28
    private static let turnMicroseconds: UInt32 = 2_000

    /// - Parameter preparation: statements that each process runs first.
    init(
        name: String, _ start: DuckDBProcess.Start, preparation: [String],
        timeout: Duration = DuckDBSession.standardTimeout
    ) {
        self.name = name
        self.start = start
        self.timeout = timeout
        state = Mutex(State(preparation: preparation))
    }

    /// Makes a waiting call check whether it is cancelled.
    func wake() { state.withLock { $0.process }?.waiting.wake() }

    /// Ends the program, and all calls with it: they throw `.cancelled`.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.process?.waiting.wake()
            if !state.isTaken { state.process = nil }
        }
    }

    /// Starts a new program for the next statement: it has opened files that were replaced.
    func restart() {
        state.withLock { state in
            if !state.isTaken { state.process = nil }
        }
    }

    /// Runs a statement in each process from now on, first in this one.
    func prepare(_ statement: String, isCancelled: () -> Bool) throws(SourceError) {
        try run([statement + ";"], isCancelled: isCancelled) { _ in }
        state.withLock { state in
            if !state.preparation.contains(statement) { state.preparation.append(statement) }
        }
    }

    // MARK: - Asking

    /// The rows that a SELECT returns.
    func rows(
        _ select: String, columnCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        var bytes: [UInt8] = []
        try stream(select, isCancelled: isCancelled) { piece throws(DuckDBFault) in
            guard bytes.count + piece.count <= Self.answerLimit else {
                throw .tooLong(limit: Self.answerLimit)
            }
            bytes.append(contentsOf: piece)
        }
        guard let rows = DuckDBAnswer.rows(bytes, columnCount: columnCount) else {
            throw .refused(name: name, words: "unexpected answer of duckdb (expected \(columnCount) columns)")
        }
        return rows
    }

    /// The rows that a SELECT returns as CSV: texts in quotes, NULL without.
    ///
    /// - Parameter isQuoted: whether all values are in quotes; false for numbers.
    func stream(
        _ select: String, isQuoted: Bool = true, isCancelled: () -> Bool,
        sink: (UnsafeBufferPointer<UInt8>) throws(DuckDBFault) -> Void
    ) throws(SourceError) {
        let quotes = isQuoted ? ", FORCE_QUOTE *" : ""
        try run(
            ["COPY (\n\(select)\n) TO '/dev/stdout' (FORMAT csv, HEADER false\(quotes));"],
            isCancelled: isCancelled, sink: sink)
    }

    /// The plan of a SELECT, a line each.
    func plan(of select: String, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var bytes: [UInt8] = []
        try run(["EXPLAIN \(select);"], isCancelled: isCancelled) { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A process that was killed from outside, or that ran out of memory, is started once more.
    private func run(
        _ statements: [String], isCancelled: () -> Bool,
        sink: (UnsafeBufferPointer<UInt8>) throws(DuckDBFault) -> Void
    ) throws(SourceError) {
        func isOver() -> Bool { state.withLock { $0.isClosed } || isCancelled() }
        var isFirstTry = true
        while true {
            var hasOutput = false
            do throws(DuckDBFault) {
                try attempt(statements, isOver) { piece throws(DuckDBFault) in
                    hasOutput = true
                    try sink(piece)
                }
                return
            } catch {
                if case .ended = error, isFirstTry, !hasOutput {
                    isFirstTry = false
                    continue
                }
                throw error.sourceError(name: name)
            }
        }
    }

    private func attempt(
        _ statements: [String], _ isOver: () -> Bool,
        sink: (UnsafeBufferPointer<UInt8>) throws(DuckDBFault) -> Void
    ) throws(DuckDBFault) {
        var process = try taken(isOver)
        do throws(DuckDBFault) {
            if process == nil { process = try started(isOver) }
            guard let process else { throw .cancelled }
            let text = statements.joined(separator: "\n")
            try process.run(text, silence: timeout, isCancelled: isOver, sink: sink)
            give(process)
        } catch {
            if case .refused = error {
                give(process)
            } else {
                process?.kill()
                give(nil)
            }
            throw error
        }
    }

    private func started(_ isOver: () -> Bool) throws(DuckDBFault) -> DuckDBProcess {
        let process = try DuckDBProcess(start)
        state.withLock { $0.process = process }
        for statement in state.withLock({ $0.preparation }) {
            do throws(DuckDBFault) {
                try process.run(
                    statement + (statement.hasPrefix(".") ? "" : ";"), silence: timeout, isCancelled: isOver
                ) { _ in }
            } catch .refused(let words) {
                // The next statement must not run in a process that is not prepared.
                throw .ended(words: words)
            }
        }
        return process
    }

    // MARK: - Turns

    private func taken(_ isOver: () -> Bool) throws(DuckDBFault) -> DuckDBProcess? {
        while true {
            if isOver() { throw .cancelled }
            let turn = state.withLock { state -> (isMine: Bool, process: DuckDBProcess?) in
                guard !state.isTaken else { return (false, nil) }
                state.isTaken = true
                return (true, state.process)
            }
            if turn.isMine { return turn.process }
            MonotonicClock.sleep(microseconds: Self.turnMicroseconds)
        }
    }

    private func give(_ process: DuckDBProcess?) {
        state.withLock { state in
            state.process = state.isClosed ? nil : process
            state.isTaken = false
        }
    }
}
