import Synchronization

/// Leaf directories by their place in the archive: those that were used last, within a limit of memory.
final class LeafCache: Sendable {
    private struct State {
        var directories: [Range<Int>: (directory: PMTilesDirectory, lastUse: UInt64)] = [:]
        var byteCount = 0
        var useCount: UInt64 = 0
    }

    /// Finding the one to drop looks at all: more than these are not worth it.
    private static let countLimit = 256

    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

    /// The memory of the directories, about.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// The directory at a place, where it is kept.
    func directory(at place: Range<Int>) -> PMTilesDirectory? {
        state.withLock { state in
            state.useCount += 1
            state.directories[place]?.lastUse = state.useCount
            return state.directories[place]?.directory
        }
    }

    /// Keeps a directory and drops those that were not used for longest; one that is too large is not kept.
    func keep(_ directory: PMTilesDirectory, at place: Range<Int>) {
        guard directory.byteCount <= byteLimit else { return }
        state.withLock { state in
            guard state.directories[place] == nil else { return }
            state.useCount += 1
            state.directories[place] = (directory, state.useCount)
            state.byteCount += directory.byteCount
            while state.byteCount > byteLimit || state.directories.count > Self.countLimit {
                guard let oldest = state.directories.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
                    return
                }
                state.directories[oldest.key] = nil
                state.byteCount -= oldest.value.directory.byteCount
            }
        }
    }
}
