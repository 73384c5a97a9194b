import Dispatch
import Platform
import Rows
import Streams
import Synchronization

/// The index of one file that an earlier run saved, and the one that this run saves for the next.
///
/// Nothing here fails: without a disk, with a full one or with a damaged file the source is read. Why is in the log.
package final class SavedIndex: Sendable {
    /// Smaller files are read in a few hundredths of a second.
    package static let smallestSource = 8 << 20
    /// The most bytes of columns that are saved unless the user says otherwise.
    package static let standardColumnLimit = 1 << 30

    /// What is saved of a file, each in a file of its own.
    package enum Part: Equatable, CustomStringConvertible {
        case index, names
        case column(Int)

        /// What the options of a saved column end with, before its number.
        fileprivate static let columnWord = " column "

        package var description: String {
            switch self {
            case .index: "index"
            case .names: "names"
            case .column(let number): "column \(number + 1)"
            }
        }
    }

    private let folder: SavedFolder
    private let input: SavableInput
    private let file: FileBytes
    private let header: SavedHeader
    private let found: Mutex<SavedFile?>
    /// Whether one that is missing is saved.
    private let saves: Bool
    /// Changes of a file within this time of each other may have the same time.
    private let settling: Duration
    /// The most bytes of columns, those of other files as well.
    private let columnLimit: Int
    private let note: @Sendable (String) -> Void
    /// What is read ahead, once it is there: nil inside where it cannot be used.
    private let readAhead = Mutex<SavedSource??>(nil)
    private let readingAhead = DispatchGroup()
    private let isAbandoned = Atomic<Bool>(false)
    private let writing = DispatchGroup()

    /// What is saved of a source; nil for one that cannot be, such as a stream, a server, several files, a small file.
    ///
    /// - Parameters:
    ///   - version: of the program: another one may read the source in another way.
    ///   - note: takes lines for the log.
    package init?(
        of loader: (any SourceLoader)?, in folder: SavedFolder, version: String, saves: Bool,
        smallestSource: Int = smallestSource, settling: Duration = .milliseconds(1_100),
        columnLimit: Int = standardColumnLimit,
        note: @escaping @Sendable (String) -> Void
    ) {
        guard let input = (loader as? any SavableLoader)?.savable,
            let file = (try? input.file()) ?? nil, file.identity.size >= smallestSource,
            let path = input.path, let fingerprint = try? FileFingerprint(of: file)
        else { return nil }
        self.folder = folder
        self.input = input
        self.file = file
        self.saves = saves
        self.settling = settling
        self.columnLimit = columnLimit
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
    package var isFound: Bool { found.withLock { $0 != nil } }

    /// Begins to read what was saved, while the screen is prepared: `restore` waits for it.
    package func beginRestoring() {
        readingAhead.enter()
        let isStarted = BlockingThread.detach {
            let source = self.read()
            self.readAhead.withLock { $0 = .some(source) }
            self.readingAhead.leave()
        }
        if !isStarted { readingAhead.leave() }
    }

    /// What was saved; nil when the source must be read. A second call returns nil.
    package func restore() -> SavedSource? {
        readingAhead.wait()
        return readAhead.withLock { $0.take() } ?? read()
    }

    private func read() -> SavedSource? {
        let saved = found.withLock { found in
            defer { found = nil }
            return found
        }
        guard let saved else { return nil }
        return timed(.index) { () throws(SavedFault) in try SavedSource(saved, of: input, source: file) }
    }

    /// What `body` makes of a saved part; nil when there is none, or none of the file as it is.
    func restore<Restored>(
        _ part: Part, _ body: (SavedFile) throws(SavedFault) -> Restored
    ) -> Restored? {
        guard isCurrent else { return nil }
        return timed(part) { () throws(SavedFault) in
            try body(SavedFile(header(of: part), in: folder, layout: SavedSource.layout))
        }
    }

    private func timed<Restored>(_ part: Part, _ body: () throws(SavedFault) -> Restored) -> Restored? {
        let start = ContinuousClock.now
        do throws(SavedFault) {
            let restored = try body()
            note("saved \(part) read in \((ContinuousClock.now - start).milliseconds) ms")
            return restored
        } catch {
            note("saved \(part) not used: \(error)")
            return nil
        }
    }

    private func header(of part: Part) -> SavedHeader {
        var header = header
        if part != .index { header.options += " \(part)" }
        return header
    }

    // MARK: - Saving

    /// Saves what was read, in the background.
    package func save(_ source: SavedSource) {
        guard let byteCount = source.savedByteCount else { return }
        save(.index, rowCount: source.table.recordCount, byteCount: byteCount) { file throws(SavedFault) in
            try source.save(to: &file)
        }
    }

    /// Saves a part in the background.
    package func save(
        _ part: Part, rowCount: Int, byteCount: Int,
        _ body: @escaping @Sendable (inout SavedFileWriter) throws(SavedFault) -> Void
    ) {
        guard saves else { return }
        var header = header(of: part)
        header.rowCount = rowCount
        let full = header
        writing.enter()
        let isStarted = BlockingThread.detach {
            self.write(part, full, byteCount: byteCount, body)
            self.writing.leave()
        }
        if !isStarted { writing.leave() }
    }

    /// Gives up saving, since the program ends; waits a moment for the unfinished file to be removed.
    package func abandon() {
        isAbandoned.store(true, ordering: .relaxed)
        _ = writing.wait(timeout: .now() + .milliseconds(50))
    }

    /// Waits until what is being saved is saved: for tests.
    package func finish() { writing.wait() }

    private func write(
        _ part: Part, _ header: SavedHeader, byteCount: Int,
        _ body: (inout SavedFileWriter) throws(SavedFault) -> Void
    ) {
        let start = ContinuousClock.now
        do throws(SavedFault) {
            try waitUntilSettled()
            if case .column = part { try makeRoom(forColumn: byteCount) }
            var file = try SavedFileWriter.begin(
                header, in: folder, layout: SavedSource.layout, byteCount: byteCount,
                isAbandoned: { self.isAbandoned.load(ordering: .relaxed) })
            try body(&file)
            try file.commit(if: { self.isCurrent })
            note("\(part) saved in \((ContinuousClock.now - start).milliseconds) ms")
        } catch {
            note("\(part) not saved: \(error)")
        }
    }

    /// Removes the columns that were used least recently, of this file or others.
    private func makeRoom(forColumn byteCount: Int) throws(SavedFault) {
        let hasRoom = try folder.makeRoom(
            for: byteCount, within: columnLimit,
            among: { $0.options.contains(Part.columnWord) }, layout: SavedSource.layout)
        if !hasRoom { throw .noRoom }
    }

    /// A file that has just been written may be written again within one tick of its clock.
    private func waitUntilSettled() throws(SavedFault) {
        // Clocks of file systems tick up to a hundred times a second, those of others once.
        let changed = Duration.nanoseconds(header.fingerprint.changed)
        // Of another machine whose clock is ahead one cannot know.
        guard changed - WallTime.now <= settling else { throw .otherSource }
        while WallTime.now - changed < settling {
            if isAbandoned.load(ordering: .relaxed) { throw .abandoned }
            guard isCurrent else { throw .otherSource }
            MonotonicClock.sleep(microseconds: 20_000)
        }
    }

    /// Whether the path still names the file that was read, unmodified.
    private var isCurrent: Bool {
        file.isUnchanged && (try? FileFingerprint(of: file)) == header.fingerprint
            && FileIdentity(path: header.source) == header.fingerprint.identity
    }

}
