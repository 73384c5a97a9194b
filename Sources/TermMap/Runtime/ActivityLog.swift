import App
import CellGraphics
import MapModel
import Platform
import Receivers
import Streams

/// What the program does, a line for each event with its time: for `--log`.
///
/// Files, jobs, failures and durations; never values of rows, typed text or passwords.
package final class ActivityLog: Sendable {
    private let descriptor: Int32
    private let secrets = ArgumentSecrets(CommandLine.arguments)
    private let start = ContinuousClock.now

    /// Opens or creates a file and appends the first line; throws when that cannot be written.
    package init(_ path: String, first line: String) throws(FileError) {
        // A pipe that nobody reads would block here.
        descriptor = Descriptor.open(
            path, [.writing, .create, .append, .noControl, .nonBlocking], permissions: 0o600)
        guard descriptor >= 0 else { throw FileError(system: .last, file: path) }
        let bytes = Array(Self.line(line, secrets, since: start).utf8)
        guard Descriptor.writeAll(bytes, to: descriptor) else { throw FileError(system: .last, file: path) }
    }

    deinit { Descriptor.close(descriptor) }

    /// Writes a line, whole; what cannot be written is lost.
    package func note(_ text: String) {
        _ = Descriptor.writeAll(Array(Self.line(text, secrets, since: start).utf8), to: descriptor)
    }

    private static func line(
        _ text: String, _ secrets: ArgumentSecrets, since start: ContinuousClock.Instant
    ) -> String {
        let text = DisplayText(sanitising: secrets.stripped(withoutValues(text)), limit: 500).text
        let elapsed = Double((ContinuousClock.now - start).milliseconds) / 1000
        return "\(WallClock.now) +\(elapsed.fixed(3)) \(text)\n"
    }

    /// The same for what a job has come to.
    package func note(_ job: BackgroundJob.Slot, _ answer: Answer?, in duration: Duration) {
        note("job \(job): \(answer?.outcome ?? "cancelled"), \(duration.milliseconds) ms")
    }

    /// Messages quote values: those are not for a log that is sent to somebody.
    private static func withoutValues(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset % 2 == 0 ? String($0.element) : "…" }.joined(separator: "\"")
    }
}

extension BackgroundJob {
    /// The same job, whose result and duration are logged.
    func logged(by log: ActivityLog?) -> BackgroundJob {
        guard let log else { return self }
        return BackgroundJob(slot: slot, delay: delay, prepare: prepare) { post throws(CancellationError) in
            let start = ContinuousClock.now
            do throws(CancellationError) {
                let result = try run(post)
                log.note(slot, result, in: ContinuousClock.now - start)
                return result
            } catch {
                log.note(slot, nil, in: ContinuousClock.now - start)
                throw error
            }
        }
    }
}

extension Answer {
    /// Its case without values, and how many rows there are, or why there is none.
    fileprivate var outcome: String {
        switch self {
        case .data(.success(let data)): "data (\(data.rows.tree.count.grouped) places)"
        case .labels(let answer): "labels" + (answer.problem.map { ": \($0)" } ?? "")
        case .streetsDrawn(let problem?, _): "streetsDrawn: \(problem)"
        default: Self.describe(self)
        }
    }

    private static func describe(_ answer: Answer) -> String {
        guard let (label, value) = Mirror(reflecting: answer).children.first, let label else {
            return "\(answer)"
        }
        let values = [value] + Mirror(reflecting: value).children.map(\.value)
        let failure = values.lazy.compactMap { Mirror(reflecting: $0).children.first }.first {
            $0.label == "failure"
        }
        return label + (failure.map { " failed: \($0.value)" } ?? "")
    }
}
