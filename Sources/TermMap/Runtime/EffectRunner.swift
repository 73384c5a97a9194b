import MapSources

/// Turns effects into tasks and posts what comes of them.
///
/// One task per slot: newer work in a slot follows the older, and an answer that came too late is recognised by
/// its ticket.
final class EffectRunner {
    private let work: DataWork
    private let mailbox: Mailbox
    private var loading: Task<Void, Never>?
    private var indexing: Task<Void, Never>?
    private var rowSearch: Task<Void, Never>?
    private var placeSearch: Task<Void, Never>?

    init(work: DataWork, mailbox: Mailbox) {
        self.work = work
        self.mailbox = mailbox
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
        }
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
        case .cancelLoading:
            loading?.cancel()
            indexing?.cancel()
        case .repaint, .suspend, .quit: break
        }
    }
}
