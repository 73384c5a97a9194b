import App
import MapModel
import Platform
import DataSets
import Rows
import Streams
import Synchronization

/// Shows the rows that were read so far of a file: their index is built on a thread of its own, while the
/// reading goes on. Parts that come faster than they can be built are left out, and those that all rows would follow
/// at once: building them takes time from the reading.
final class PartialRows: Sendable {
    /// More are not worth the memory of a second index: there will be all of them soon.
    private static let largestCount = 1 << 25
    /// The thread rests so many times as long as it has worked.
    private static let rest = 3
    /// A part must be worth looking at for so many times as long as its index takes.
    private static let worth = 2.0

    private struct State {
        var fraction = 0.0
        /// Seconds that the index of a row takes, as the last one did.
        var secondsPerRow = 4e-8
        var isBuilding = false
        var isOver = false
        var restsUntil = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let post: BackgroundJob.Post
    private let start = ContinuousClock.now

    init(post: @escaping BackgroundJob.Post) {
        self.post = post
    }

    /// Shows how much was read, and soon its rows, unless an earlier part is still on its way.
    func show(_ part: LoadedSource?, fraction: Double) {
        post(.dataGrew(nil, fraction: fraction))
        let now = ContinuousClock.now
        let isTaken = state.withLock { state in
            state.fraction = fraction
            guard let part, part.points.count <= Self.largestCount, !state.isBuilding, now >= state.restsUntil
            else { return false }
            let cost = Duration.seconds(state.secondsPerRow * Double(part.points.count))
            guard Self.isWorth(cost, at: fraction, after: now - start) else { return false }
            state.isBuilding = true
            return true
        }
        guard isTaken, let part else { return }
        let isStarted = BlockingThread.detach { self.build(part) }
        if !isStarted { state.withLock { $0.isBuilding = false } }
    }

    /// Whether an index is looked at for long enough before all rows are there, if the rest is read as fast as the beginning.
    static func isWorth(_ cost: Duration, at fraction: Double, after time: Duration) -> Bool {
        time * ((1 - fraction) / Swift.max(fraction, 1e-6)) > cost * worth
    }

    /// Shows nothing more.
    func stop() {
        state.withLock { $0.isOver = true }
    }

    private func build(_ part: LoadedSource) {
        let start = ContinuousClock.now
        let count = part.points.count
        // Of a file only the places are shown before its end: it will not be long.
        let data = LoadedRows.prepared(part, generation: 0, by: .alone).data
        let end = ContinuousClock.now
        state.withLock { state in
            if !state.isOver { post(.dataGrew(data, fraction: state.fraction)) }
            state.isBuilding = false
            // Of few rows it is the start of the thread that takes the time.
            if count >= 1 << 16 { state.secondsPerRow = (end - start) / .seconds(1) / Double(count) }
            state.restsUntil = end + (end - start) * Self.rest
        }
    }
}
