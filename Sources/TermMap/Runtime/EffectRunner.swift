import Dispatch
import MapModel
import MapSources

/// Turns effects into tasks and posts what comes of them.
///
/// One task per slot: newer work in a slot gives up the older, and an answer that came too late is recognised by
/// its ticket or the generation of its rows.
final class EffectRunner {
    private let work: DataWork
    private let mailbox: Mailbox
    private var loading: Task<Void, Never>?
    private var indexing: Task<Void, Never>?
    private var hiding: Task<Void, Never>?
    private var rowSearch: Task<Void, Never>?
    private var placeSearch: Task<Void, Never>?
    private var following: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var viewing: Task<Void, Never>?
    private var asking: Task<Void, Never>?

    private let positionFiles: PositionFiles?

    init(work: DataWork, mailbox: Mailbox, positionFiles: PositionFiles? = nil) {
        self.work = work
        self.mailbox = mailbox
        self.positionFiles = positionFiles
    }

    /// Reads the data, and the basemap unless none is wanted, in the background.
    func start(dataFolder: DataFolder?, names: DataFolder) {
        let mailbox = mailbox
        let work = work
        if let dataFolder {
            Task.detached(priority: .userInitiated) { mailbox.post(.basemapRead(dataFolder.readBasemap())) }
        }
        Task.detached(priority: .utility) {
            mailbox.post(work.search.readAtlas(names))
        }
        loading = Task.detached {
            if let action = work.load(progress: { mailbox.post($0) }) { mailbox.post(action) }
            Task.detached(priority: .background) { work.identifyRows() }
        }
    }

    /// Listens to where the user is until the program ends.
    func follow(_ source: PositionSource) {
        let mailbox = mailbox
        let feed = PositionFeed(mailbox: mailbox)
        following = Task.detached(priority: .userInitiated) {
            do throws(SourceError) {
                try await source.run { feed.take($0) }
                feed.flush()
            } catch {
                feed.flush()
                mailbox.post(.positionFailed(error.description))
            }
        }
    }

    /// Tells of changes of the data until the program ends.
    func follow(_ watch: SourceWatch) {
        let mailbox = mailbox
        watching = Task.detached(priority: .utility) {
            await watch.run { mailbox.post(.sourceChanged) }
        }
    }

    /// Saves the track as it is now.
    func save(_ track: Track?) {
        let mailbox = mailbox
        guard let track, let positionFiles else { return }
        Task.detached(priority: .utility) {
            if let error = positionFiles.save(track) { mailbox.post(.positionUnsaved(error)) }
        }
    }

    private func write(_ verdicts: [UInt8]) {
        let mailbox = mailbox
        guard let positionFiles else { return }
        positionFiles.note(verdicts)
        Task.detached(priority: .utility) {
            if let error = positionFiles.writeVerdicts() { mailbox.post(.positionUnsaved(error)) }
        }
    }

    /// Takes questions back from a server, which would go on answering them; waits for it a moment.
    func leaveServer() {
        guard work.server != nil else { return }
        let asked = [loading, viewing, asking, rowSearch].compactMap { $0 }
        for task in asked { task.cancel() }
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            for task in asked { await task.value }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(500))
    }

    /// Ends what runs until the program does, and writes what is to be kept; the error in words.
    func finish(_ position: OwnPosition?) -> String? {
        following?.cancel()
        watching?.cancel()
        guard let positionFiles, let position else { return nil }
        return positionFiles.writeVerdicts()
            ?? (position.track.isEmpty ? nil : positionFiles.save(position.track))
    }

    /// Starts what is not for the terminal.
    func run(_ effect: Effect) {
        let mailbox = mailbox
        let work = work
        switch effect {
        case .readLabels(let rows):
            Task.detached(priority: .userInitiated) {
                if let action = work.readLabels(rows) { mailbox.post(action) }
            }
        case .readRecord(let row, let ticket):
            Task.detached(priority: .userInitiated) { mailbox.post(work.readRecord(row, ticket: ticket)) }
        case .readSummaries(let rows):
            Task.detached(priority: .userInitiated) {
                if let action = work.readSummaries(rows) { mailbox.post(action) }
            }
        case .indexNames:
            indexing?.cancel()
            indexing = Task.detached(priority: .utility) {
                if let action = work.indexNames(progress: { mailbox.post($0) }) { mailbox.post(action) }
            }
        case .findRows(let query, let center, let ticket):
            rowSearch?.cancel()
            rowSearch = Task.detached(priority: .userInitiated) {
                let found = work.search.findRows(
                    query, near: center, ticket: ticket, progress: { mailbox.post($0) })
                if let found { mailbox.post(found) }
            }
        case .findPlaces(let query, let center, let ticket):
            placeSearch?.cancel()
            placeSearch = Task.detached(priority: .userInitiated) {
                if let action = work.search.findPlaces(query, near: center, ticket: ticket) {
                    mailbox.post(action)
                }
            }
        case .preparePlaces:
            Task.detached { _ = work.search.preparePlaces() }
        case .cancelSearch:
            rowSearch?.cancel()
            placeSearch?.cancel()
        case .askView, .askNear, .matchRows, .openServer: ask(effect)
        case .reload:
            loading = Task.detached {
                if let action = work.reload() { mailbox.post(action) }
            }
        case .hideSources(let hidden):
            hiding?.cancel()
            hiding = Task.detached(priority: .userInitiated) {
                if let action = work.hideSources(hidden) { mailbox.post(action) }
            }
        case .writeVerdicts(let bytes): write(bytes)
        case .cancelLoading:
            loading?.cancel()
            indexing?.cancel()
        case .saveTrack, .repaint, .suspend, .quit: break
        }
    }

    /// Asks the server; a newer question of a kind takes the older one back.
    private func ask(_ effect: Effect) {
        guard let server = work.server else { return }
        let mailbox = mailbox
        switch effect {
        case .askView(let question, let ticket):
            viewing?.cancel()
            viewing = Task.detached(priority: .userInitiated) {
                guard await Patience.isOver() else { return }
                if let action = server.view(question, ticket: ticket) { mailbox.post(action) }
            }
        case .askNear(let question):
            asking?.cancel()
            asking = Task.detached(priority: .userInitiated) {
                if let action = server.near(question) { mailbox.post(action) }
            }
        case .matchRows(let text, let ticket):
            rowSearch?.cancel()
            rowSearch = Task.detached(priority: .userInitiated) {
                guard await Patience.isOver() else { return }
                if let action = server.matches(text, ticket: ticket) { mailbox.post(action) }
            }
        case .openServer:
            loading = Task.detached {
                // What is in view comes first.
                guard await Patience.isOver(), await Patience.isOver() else { return }
                if let action = server.open() { mailbox.post(action) }
            }
        default: break
        }
    }
}

/// A server is asked a moment after the last key: keys that are held move on before an answer could be there.
private enum Patience {
    private static let length = Duration.milliseconds(30)

    /// Waits; false when it was not worth it.
    static func isOver() async -> Bool {
        do { try await Task.sleep(for: length) } catch { return false }
        return true
    }
}
