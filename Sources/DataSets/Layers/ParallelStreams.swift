import Platform
import Rows
import Streams
import Synchronization

/// Reads streams in parallel, each on a thread of its own, as layers of one.
final class ParallelStreams: Sendable {
    private struct State {
        /// What each stream has delivered so far; nil before its first rows.
        var parts: [LoadedSource?]
        var hasEnded: [Bool]
        var error: SourceError?
        var isCancelled = false
        var bytesRead: [Int]
        /// Something has arrived since the last check.
        var hasChanged = false

        /// A stream has more rows; what it said before and nobody has taken stays.
        mutating func replace(_ index: Int, by part: LoadedSource) {
            let waiting = parts[index]?.messages ?? []
            parts[index] = part
            parts[index]?.messages = waiting + part.messages
        }
    }

    private let streams: [any SourceLoader]
    private let state: Mutex<State>

    init(_ streams: [any SourceLoader]) {
        self.streams = streams
        let none = streams.map { _ in nil as LoadedSource? }
        state = Mutex(
            State(parts: none, hasEnded: none.map { _ in false }, bytesRead: none.map { _ in 0 }))
    }

    /// Reads all of them until the last has ended, or one cannot be read; their rows follow those of `files`.
    func read(
        after files: LoadedSource?, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let wakePipe: WakePipe
        do throws(FileError) { wakePipe = try WakePipe.opened() } catch { throw .file(error) }
        defer { state.withLock { $0.isCancelled = true } }
        for index in streams.indices { start(index, wakePipe) }
        while true {
            if isCancelled() { throw .cancelled }
            wakePipe.wait(.milliseconds(100))
            let seen = state.withLock { state in
                let seen = state
                state.hasChanged = false
                for index in state.parts.indices { state.parts[index]?.messages = [] }
                return seen
            }
            if let error = seen.error { throw error }
            guard seen.hasChanged else { continue }
            var all = files
            for (stream, part) in zip(streams, seen.parts) {
                all = try LayeredLoader.joined(all, part ?? .withoutRows(name: stream.name))
            }
            guard let all else {
                throw .empty(file: streams.map(\.name).joined(separator: ", "), hasHeader: false)
            }
            if !seen.hasEnded.contains(false) { return all }
            progress(
                LoadProgress(
                    bytesRead: seen.bytesRead.reduce(0, +), totalBytes: nil,
                    recordCount: all.table.recordCount,
                    part: all))
        }
    }

    /// Reads one of them on a thread of its own.
    private func start(_ index: Int, _ wakePipe: WakePipe) {
        let hasStarted = BlockingThread.detach { [self] in
            do throws(SourceError) {
                let whole = try streams[index].readWhole(
                    isCancelled: { self.state.withLock { $0.isCancelled } },
                    progress: { self.note($0, of: index, wakePipe) })
                state.withLock { state in
                    state.replace(index, by: whole)
                    state.hasEnded[index] = true
                    state.hasChanged = true
                }
            } catch {
                state.withLock { $0.error = $0.error ?? error }
            }
            wakePipe.wake()
        }
        if !hasStarted {
            state.withLock {
                $0.error = .refused(name: streams[index].name, words: "cannot create a thread to read it")
            }
        }
    }

    private func note(_ progress: LoadProgress, of index: Int, _ wakePipe: WakePipe) {
        state.withLock { state in
            state.bytesRead[index] = progress.bytesRead
            guard let part = progress.part else { return }
            state.replace(index, by: part)
            state.hasChanged = true
        }
        if progress.part != nil { wakePipe.wake() }
    }
}
