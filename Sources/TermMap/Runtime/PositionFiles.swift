import Glibc
import MapModel
import MapSources
import Synchronization

/// What is kept of positions on disk: the track, and what became of each fix.
final class PositionFiles: Sendable {
    private let trackPath: String?
    private let verdictDescriptor: Int32?
    private let verdicts = Mutex<[UInt8]>([])
    /// Held while something is written, so that all comes in order.
    private let writing = Mutex(true)

    /// - Parameter verdictDescriptor: an open file; nil for none.
    init(trackPath: String?, verdictDescriptor: Int32?) {
        self.trackPath = trackPath
        self.verdictDescriptor = verdictDescriptor
    }

    /// Writes the track, so that the file is whole at any time; the error in words.
    func save(_ track: Track) -> String? {
        guard let trackPath else { return nil }
        return writing.withLock { _ in
            do throws(FileError) {
                try TrackFile.write(track, to: trackPath)
                return nil
            } catch {
                return "--save-track: \(error)"
            }
        }
    }

    /// Keeps lines for `writeVerdicts`.
    func note(_ bytes: [UInt8]) { verdicts.withLock { $0 += bytes } }

    /// Writes what was noted; the error in words, once.
    func writeVerdicts() -> String? {
        guard let verdictDescriptor else { return nil }
        return writing.withLock { works in
            let bytes = verdicts.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            guard works, !Output.writeAll(bytes, to: verdictDescriptor) else { return nil }
            works = false
            return "--gps-log: \(String(cString: strerror(errno)))"
        }
    }
}
