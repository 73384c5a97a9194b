import Dispatch
import Glibc
import MapSources
import Rows
import Streams
import Synchronization

/// The index of one file that an earlier run saved, and the one that this run saves for the next.
///
/// Nothing here fails: without a disk, with a full one or with a damaged file the source is read. Why is in the log.
final class SavedIndex: Sendable {
    /// Smaller files are read in a few hundredths of a second.
    static let smallestSource = 8 << 20

    private let folder: SavedFolder
    private let input: SavableInput
    private let file: FileBytes
    private let header: SavedHeader
    private let found: Mutex<SavedFile?>
    /// Whether one that is missing is saved.
    private let saves: Bool
    /// Changes of a file within this time of each other may have the same time.
    private let settling: Duration
    private let note: @Sendable (String) -> Void
    private let isAbandoned = Atomic<Bool>(false)
    private let writing = DispatchGroup()

    /// What is saved of a source; nil for one that cannot be, such as a stream, a server, several files, a small file.
    ///
    /// - Parameters:
    ///   - version: of the program: another one may read the source in another way.
    ///   - note: takes lines for the log.
    init?(
        of source: OpenedSource, in folder: SavedFolder, version: String, saves: Bool,
        smallestSource: Int = smallestSource, settling: Duration = .milliseconds(1_100),
        note: @escaping @Sendable (String) -> Void
    ) {
        guard case .loader(let loader, _) = source, let input = (loader as? any SavableLoader)?.savable,
            let file = (try? input.file()) ?? nil, file.identity.size >= smallestSource,
            let path = input.path, let fingerprint = try? FileFingerprint(of: file)
        else { return nil }
        self.folder = folder
        self.input = input
        self.file = file
        self.saves = saves
        self.settling = settling
        self.note = note
        header = SavedHeader(
            source: path, options: "\(version) \(input.options)", fingerprint: fingerprint, rowCount: 0)
        do throws(SavedFault) {
            found = Mutex(try SavedFile(header, in: folder, layout: SavedSource.layout))
        } catch {
            note("no saved index: \(error)")
            found = Mutex(nil)
        }
    }

    /// Whether there is one of the file as it is now; whether it is whole shows when it is read.
    var isFound: Bool { found.withLock { $0 != nil } }

    /// What was saved; nil when the source must be read. A second call returns nil.
    func restore() -> SavedSource? {
        let saved = found.withLock { found in
            defer { found = nil }
            return found
        }
        guard let saved else { return nil }
        let start = ContinuousClock.now
        do throws(SavedFault) {
            let source = try SavedSource(saved, of: input, source: file)
            note("saved index read in \((ContinuousClock.now - start).milliseconds) ms")
            return source
        } catch {
            note("saved index not used: \(error)")
            return nil
        }
    }

    // MARK: - Saving

    /// Saves what was read, in the background.
    func save(_ source: SavedSource) {
        guard saves, let byteCount = source.savedByteCount else { return }
        writing.enter()
        let isStarted = BlockingThread.detach {
            self.write(source, byteCount: byteCount)
            self.writing.leave()
        }
        if !isStarted { writing.leave() }
    }

    /// Gives up saving, since the program ends; waits a moment for the unfinished file to be removed.
    func abandon() {
        isAbandoned.store(true, ordering: .relaxed)
        _ = writing.wait(timeout: .now() + .milliseconds(50))
    }

    /// Waits until what is being saved is saved: for tests.
    func finish() { writing.wait() }

    private func write(_ source: SavedSource, byteCount: Int) {
        let start = ContinuousClock.now
        do throws(SavedFault) {
            try waitUntilSettled()
            var header = header
            header.rowCount = source.table.recordCount
            var writer = try SavedFileWriter.begin(
                header, in: folder, layout: SavedSource.layout, byteCount: byteCount,
                isAbandoned: { self.isAbandoned.load(ordering: .relaxed) })
            try source.save(to: &writer)
            try writer.commit(if: { self.isCurrent })
            note("index saved in \((ContinuousClock.now - start).milliseconds) ms")
        } catch {
            note("index not saved: \(error)")
        }
    }

    /// A file that has just been written may be written again within one tick of its clock.
    private func waitUntilSettled() throws(SavedFault) {
        // Clocks of file systems tick up to a hundred times a second, those of others once.
        let changed = Duration.nanoseconds(header.fingerprint.changed)
        // Of another machine whose clock is ahead one cannot know.
        guard changed - Self.now <= settling else { throw .otherSource }
        while Self.now - changed < settling {
            if isAbandoned.load(ordering: .relaxed) { throw .abandoned }
            guard isCurrent else { throw .otherSource }
            usleep(20_000)
        }
    }

    /// The file that was read is what the path names, and is as it was before it was read.
    private var isCurrent: Bool {
        file.isUnchanged && (try? FileFingerprint(of: file)) == header.fingerprint
            && FileIdentity(path: header.source) == header.fingerprint.identity
    }

    /// Since 1970.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
