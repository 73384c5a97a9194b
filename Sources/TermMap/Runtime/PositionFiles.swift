import App
import MapModel
import Receivers
import Streams
import Synchronization

/// What is kept of positions on disk: the track, and what became of each fix.
package final class PositionFiles: Sendable {
    private let verdictFile: VerdictFile?
    private let verdicts = Mutex<[JudgedFix]>([])
    /// Where the track goes; nil when nothing is saved any more. Held while something is written, so that all comes
    /// in order.
    private let trackTarget: Mutex<SaveTarget?>

    package init(trackTarget: SaveTarget?, verdictFile: VerdictFile?) {
        self.trackTarget = Mutex(trackTarget)
        self.verdictFile = verdictFile
    }

    /// Writes the track, so that the file is whole at any time; the error in words.
    package func save(_ track: Track) -> String? {
        trackTarget.withLock { target in target.flatMap { Self.save(track, $0) } }
    }

    /// Keeps fixes for `writeVerdicts`.
    package func note(_ judged: [JudgedFix]) { verdicts.withLock { $0 += judged } }

    /// Writes what was noted; the error in words, once.
    func writeVerdicts() -> String? {
        trackTarget.withLock { _ in
            let judged = verdicts.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            var log = VerdictLog()
            for judged in judged { log.add(judged.fix, judged.verdict) }
            do throws(FileError) {
                try verdictFile?.append(log.take())
                return nil
            } catch {
                return "--gps-log: \(error)"
            }
        }
    }

    /// Writes everything for the last time and lets other processes save the file; the errors in words.
    package func finish(_ track: Track) -> String? {
        let unlogged = writeVerdicts()
        let unsaved = trackTarget.withLock { target in
            defer {
                target?.release()
                // A save that was asked for earlier and comes later would bring back an older track.
                target = nil
            }
            return track.isEmpty ? nil : target.flatMap { Self.save(track, $0) }
        }
        let words = [unlogged, unsaved].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    private static func save(_ track: Track, _ target: SaveTarget) -> String? {
        do throws(FileError) {
            try TrackFile.write(track, to: target)
            return nil
        } catch {
            return "--save-track: \(error)"
        }
    }
}
