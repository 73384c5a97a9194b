import App
import CellGraphics
import Dispatch
import Feeds
import MapModel
import Platform
import Receivers
import Rows
import Streams

/// Runs jobs as tasks and posts their answers.
///
/// What may block runs on a lane of its slot, everything else on the shared pool. An answer that came too late is
/// recognised by its ticket or the generation of its rows.
package final class EffectRunner {
    let work: DataWork
    private let mailbox: Mailbox
    private let positionFiles: PositionFiles?
    private let viewFile: ViewFile?
    private let log: ActivityLog?
    private let lanes: [BackgroundJob.Slot: Lane]
    /// The data that we ship is read on one lane, the files of positions are written on another.
    private let shippedData = Lane()
    private let files = Lane()
    private let watches = Lane()
    private var tasks: [BackgroundJob.Slot: Task<Void, Never>] = [:]
    private var following: Task<Void, Never>?
    private var watching: Task<Void, Never>?

    package init(
        work: DataWork, mailbox: Mailbox, positionFiles: PositionFiles? = nil, viewFile: ViewFile? = nil,
        log: ActivityLog? = nil
    ) {
        self.log = log
        self.viewFile = viewFile
        self.work = work
        self.mailbox = mailbox
        self.positionFiles = positionFiles
        let blocking = BackgroundJob.Slot.allCases.filter(\.mayBlock)
        lanes = Dictionary(uniqueKeysWithValues: blocking.map { ($0, Lane()) })
    }

    /// Reads the data, and the basemap unless none is wanted, in the background.
    package func start(dataFolder: DataFolder?, names: DataFolder) {
        let mailbox = mailbox
        let work = work
        let rowsAreRead = DispatchSemaphore(value: 0)
        Task.detached(executorPreference: shippedData) {
            if let dataFolder { mailbox.post(.basemapRead(dataFolder.readBasemap())) }
            EffectRunner.wait(for: rowsAreRead)
            mailbox.post(.answered(work.search.readAtlas(names)))
        }
        if let opening = work.job(for: .openStreets) { start(opening) }
        let identities = lanes[.identities]
        start(
            BackgroundJob(slot: .load) { post throws(CancellationError) in
                defer { rowsAreRead.signal() }
                let answer = try work.load(progress: post)
                Task.detached(executorPreference: identities) {
                    MonotonicClock.sleep(microseconds: Self.paintingMicroseconds)
                    if let answer = work.identifyRows() { mailbox.post(.answered(answer)) }
                }
                return answer
            })
    }

    /// The time in which the first picture of the rows is painted: whatever it does not need waits.
    private static let paintingMicroseconds: UInt32 = 40_000

    /// Leaves the processors to rows for a moment: the first picture shows them, and seldom names of places.
    private static func wait(for rowsAreRead: DispatchSemaphore) {
        guard rowsAreRead.wait(timeout: .now() + .milliseconds(100)) == .success else { return }
        MonotonicClock.sleep(microseconds: paintingMicroseconds)
    }

    /// Listens to where the user is until the program ends.
    package func follow(_ source: PositionSource) {
        let mailbox = mailbox
        let feed = PositionFeed(mailbox: mailbox)
        let log = log
        following = Task.detached(priority: .userInitiated) {
            do throws(SourceError) {
                try await source.run { event in
                    if case .status(let status) = event { log?.note("position: \(status)") }
                    feed.take(event)
                }
                feed.flush()
            } catch {
                feed.flush()
                mailbox.post(.positionFailed(error.description))
            }
        }
    }

    /// Listens to what a feed says of the own position.
    package func follow(_ reports: OwnReports) {
        let feed = PositionFeed(mailbox: mailbox)
        let position = FeedPosition { feed.take($0) }
        reports.follow { position.take($0) }
    }

    /// Posts what happens to things as soon as a message says so: their rows may come later.
    package func follow(_ watch: AlertWatch) {
        let mailbox = mailbox
        watch.follow { mailbox.post(.alerted($0)) }
    }

    /// Posts changes of the data until the program ends.
    package func follow(_ watch: SourceWatch) {
        let mailbox = mailbox
        let known = watch.state
        work.dataSet?.expectReloads()
        watching = Task.detached(executorPreference: watches) {
            await watch.run(since: known) { mailbox.post(.sourceChanged) }
        }
    }

    /// Writes what is kept besides rows, beside the loop.
    func keep(_ record: KeptRecord) {
        switch record {
        case .track(let track): write { $0.save(track) }
        case .verdicts(let judged):
            positionFiles?.note(judged)
            write { $0.writeVerdicts() }
        case .views(let kept):
            guard let viewFile else { return }
            let mailbox = mailbox
            Task.detached(executorPreference: files) {
                if let problem = viewFile.write(kept) {
                    mailbox.post(.noticed(["bookmark not kept: \(problem)"]))
                }
            }
        }
    }

    /// Writes a frame of the screen beside the loop.
    package func save(_ frame: CellBuffer, of state: AppState, as request: SaveRequest) {
        let mailbox = mailbox
        let picture = PictureFile(
            request, of: frame, theme: state.screen.appearance.theme,
            title: "\(state.data.fileName.text) – termmap")
        Task.detached(executorPreference: files) {
            mailbox.post(.answered(.picture(request.path, problem: picture.write())))
        }
    }

    private func write(_ body: @escaping @Sendable (PositionFiles) -> String?) {
        let mailbox = mailbox
        guard let positionFiles else { return }
        Task.detached(executorPreference: files) {
            if let error = body(positionFiles) { mailbox.post(.positionUnsaved(error)) }
        }
    }

    /// Cancels what a server was asked, which would go on answering; waits for it a moment.
    package func leaveServer() {
        guard let server = work.server?.source else { return }
        let asked = BackgroundJob.Slot.asking.compactMap { tasks[$0] }
        for task in asked { task.cancel() }
        server.close()
        Self.wait(for: asked)
    }

    /// Cancels writing a file of rows and removes the incomplete file; false when it was complete already.
    package func leaveRowFile(_ path: String) -> Bool {
        guard let task = tasks[.rowFile] else { return true }
        task.cancel()
        Self.wait(for: [task])
        work.abandonRowFile()
        return work.writtenRowFile.withLock { $0 } != path
    }

    private static func wait(for tasks: [Task<Void, Never>]) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            for task in tasks { await task.value }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(500))
    }

    /// Stops long-running tasks and saves the track; returns the error message, if any.
    package func finish(_ position: OwnPosition?) -> String? {
        following?.cancel()
        watching?.cancel()
        guard let positionFiles, let position else { return nil }
        return positionFiles.finish(position.track)
    }

    func cancel(_ slots: [BackgroundJob.Slot]) {
        for slot in slots { tasks[slot]?.cancel() }
        // Whoever waits for a server looks at once whether its answer is still wanted.
        if !Set(slots).isDisjoint(with: BackgroundJob.Slot.asking) { work.server?.source.wake() }
    }

    func start(_ job: BackgroundJob) {
        let job = job.logged(by: log)
        let mailbox = mailbox
        if job.slot.isReplaced, tasks[job.slot] != nil { cancel([job.slot]) }
        tasks[job.slot] = Task.detached(executorPreference: lanes[job.slot]) {
            do {
                if job.delay > .zero { try await Task.sleep(for: job.delay) }
                try Task.checkCancellation()
                mailbox.post(.answered(try job.run { mailbox.post($0) }))
            } catch {
                // Cancelled: no one waits for the result.
            }
        }
    }
}
