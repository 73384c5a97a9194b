import CellGraphics
import MapModel
import Platform
import Receivers
import Streams
import Synchronization

/// The pipeline of `termmap track`, between the thread that reads and the one that waits for the end.
package final class TrackRun: Sendable {
    private struct State: ~Copyable {
        var pipeline: TrackPipeline
        var error: SourceError?
        var hasEnded = false
    }

    private let state: Mutex<State>
    private let tellsStatus: Bool
    /// Becomes readable at the end.
    package var endDescriptor: Int32 { endPipe.descriptor }
    private let endPipe: WakePipe

    /// - Parameter tellsStatus: say on standard error how the source is doing.
    package init(_ pipeline: consuming TrackPipeline, tellsStatus: Bool) throws(FileError) {
        endPipe = try WakePipe.opened()
        state = Mutex(State(pipeline: pipeline))
        self.tellsStatus = tellsStatus
    }

    /// How a run ended.
    package struct End {
        /// What was kept and dropped.
        package var summary: String
        /// Fixes that were printed, or would have been.
        package var count: Int
        /// Why nothing more could be printed.
        package var outputError: SystemError?
        /// What went wrong with the source or the log of verdicts.
        package var error: String?
    }

    /// The track so far.
    package var track: Track { state.withLock { $0.pipeline.track } }

    package var hasEnded: Bool { state.withLock { $0.hasEnded } }
    package var error: SourceError? { state.withLock { $0.error } }

    /// No fix has come, good or not.
    package var isUntouched: Bool {
        state.withLock { $0.pipeline.filter.keptCount + $0.pipeline.filter.droppedCount == 0 }
    }

    package func take(_ event: PositionEvent) {
        switch event {
        case .fix(let fix):
            let isDone = state.withLock { state in
                guard !state.hasEnded else { return false }
                state.pipeline.take(fix, now: tellsStatus ? WallClock.now : nil)
                return state.pipeline.isDone
            }
            if isDone { end(nil) }
        case .log(let format): state.withLock { $0.pipeline.noteFormat(format) }
        case .dropped(let count, let reasons):
            state.withLock { $0.pipeline.noteDropped(count, reasons: reasons) }
        case .status(let status):
            if tellsStatus { Output.writeError("termmap: \(DisplayText(sanitising: "\(status)").text)\n") }
        case .note(let words): Output.writeError("termmap: \(DisplayText(sanitising: words).text)\n")
        case .satellites: break
        }
    }

    package func end(_ error: SourceError?) {
        state.withLock { state in
            state.error = state.error ?? error
            state.hasEnded = true
        }
        endPipe.wake()
    }

    /// Prints what is left; how it ended, and the track.
    package func finish() -> (End, Track) {
        state.withLock { state in
            state.hasEnded = true
            state.pipeline.finish()
            let end = End(
                summary: state.pipeline.summary(), count: state.pipeline.printedCount,
                outputError: state.pipeline.outputError,
                error: state.error?.description ?? state.pipeline.logError.map { "--gps-log: \($0)" })
            return (end, state.pipeline.track)
        }
    }
}
