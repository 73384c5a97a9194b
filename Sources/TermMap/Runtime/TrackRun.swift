import CellGraphics
import Glibc
import MapModel
import MapSources
import Synchronization

/// The pipeline of `termmap track`, between the thread that reads and the one that waits for the end.
final class TrackRun: Sendable {
    private struct State: ~Copyable {
        var pipeline: TrackPipeline
        var error: SourceError?
        var hasEnded = false
    }

    private let state: Mutex<State>
    private let tellsStatus: Bool
    /// Becomes readable at the end.
    let endDescriptor: Int32
    private let endWriter: Int32

    /// - Parameter tellsStatus: say on standard error how the source is doing.
    init(_ pipeline: consuming TrackPipeline, tellsStatus: Bool) {
        state = Mutex(State(pipeline: pipeline))
        self.tellsStatus = tellsStatus
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        endDescriptor = ends[0]
        endWriter = ends[1]
    }

    deinit {
        close(endDescriptor)
        close(endWriter)
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    var error: SourceError? { state.withLock { $0.error } }

    /// No fix has come, good or not.
    var isUntouched: Bool {
        state.withLock { $0.pipeline.filter.keptCount + $0.pipeline.filter.droppedCount == 0 }
    }

    func take(_ event: PositionEvent) {
        switch event {
        case .fix(let fix):
            let isFull = state.withLock { state in
                guard !state.hasEnded else { return false }
                state.pipeline.take(fix, now: tellsStatus ? WallClock.now : nil)
                return state.pipeline.isFull
            }
            if isFull { end(nil) }
        case .log(let format): state.withLock { $0.pipeline.noteFormat(format) }
        case .dropped(let count, let reasons):
            state.withLock { $0.pipeline.noteDropped(count, reasons: reasons) }
        case .status(let status):
            if tellsStatus { Output.writeError("termmap: \(DisplayText(sanitising: "\(status)").text)\n") }
        case .satellites: break
        }
    }

    func end(_ error: SourceError?) {
        state.withLock { state in
            state.error = state.error ?? error
            state.hasEnded = true
        }
        var byte: UInt8 = 1
        _ = write(endWriter, &byte, 1)
    }

    /// Prints what is left; the summary, how many fixes were printed, and the track.
    func finish() -> (summary: String, count: Int, track: Track) {
        state.withLock { state in
            state.hasEnded = true
            state.pipeline.finish()
            return (state.pipeline.summary(), state.pipeline.printedCount, state.pipeline.track)
        }
    }
}
