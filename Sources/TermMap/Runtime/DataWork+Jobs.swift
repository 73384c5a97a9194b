import App
import MapModel
import Rows

/// The table of effects: which work each asks for.
extension DataWork {
    /// The work behind `effect`; nil for what the terminal, the files of positions or the loop do.
    func job(for effect: Effect) -> BackgroundJob? {
        switch effect {
        case .readLabels(let rows):
            return BackgroundJob(slot: .labels, prepare: { self.wantedLabels.insert(rows) }) { _ in
                .labels(self.readLabels(self.wantedLabels.takeAll()))
            }
        case .readSummaries(let rows):
            return BackgroundJob(slot: .summaries, prepare: { self.wantedSummaries.insert(rows) }) { _ in
                .summaries(self.readSummaries(self.wantedSummaries.takeAll()))
            }
        case .readChanges(let rows):
            return BackgroundJob(slot: .changes) { _ in .changes(self.readValues(rows)) }
        case .listChanges(let question, let ticket):
            return BackgroundJob(slot: .changeList) { _ throws(CancellationError) in
                .changeListing(try self.listChanges(question), ticket: ticket)
            }
        case .compareReadings:
            return BackgroundJob(slot: .readings) { _ throws(CancellationError) in
                .readingsCompared(try self.compareReadings())
            }
        case .showReadings(let areShown):
            return BackgroundJob(slot: .load) { _ throws(CancellationError) in
                try self.showReadings(areShown)
            }
        case .countChangedColumns(let kept, let generation):
            return BackgroundJob(slot: .changedColumns) { _ throws(CancellationError) in
                .changedColumns(try self.countChangedColumns(kept), generation: generation)
            }
        case .readRecord(let row, let ticket):
            return BackgroundJob(slot: .record) { _ throws(CancellationError) in
                .record(try self.readRecord(row), ticket: ticket)
            }
        case .readArea(let set, let area, let ticket):
            return BackgroundJob(slot: .record) { _ throws(CancellationError) in
                .record(try self.readArea(area, of: set), ticket: ticket)
            }
        case .listAreas(let question, let ticket):
            return BackgroundJob(slot: .areaTable) { _ throws(CancellationError) in
                guard let listing = AreaListing(question, isCancelled: { Task.isCancelled }) else {
                    throw CancellationError()
                }
                return .areaListing(listing, ticket: ticket)
            }
        case .countAddresses(let question, let ticket):
            return BackgroundJob(slot: .addresses) { _ throws(CancellationError) in
                guard let groups = AddressGroups(question, isCancelled: { Task.isCancelled }) else {
                    throw CancellationError()
                }
                return .addressGroups(groups, ticket: ticket)
            }
        case .findInside(let question, let ticket):
            return BackgroundJob(slot: .inside) { _ throws(CancellationError) in
                guard let points = question.points(isCancelled: { Task.isCancelled }) else {
                    throw CancellationError()
                }
                return .inside(points, ticket: ticket)
            }
        case .readJourneys(let question, let ticket): return job(for: question, ticket: ticket)
        case .writeRow(let row, let place):
            return BackgroundJob(slot: .clipboard) { _ throws(CancellationError) in
                .writtenRow(try self.writeRow(row, at: place))
            }
        case .saveRows(let request, let rows):
            return BackgroundJob(slot: .rowFile) { post throws(CancellationError) in
                try self.save(rows, as: request, progress: post)
            }
        case .summarize(let rows, let ticket):
            return BackgroundJob(slot: .summary) { post throws(CancellationError) in
                let note = { (share: Double) in post(.summaryProgressed(share, ticket: ticket)) }
                return .summary(try self.summarize(rows, progress: note), ticket: ticket)
            }
        case .arrangeMembers(let rows, let arrangement, let ticket):
            return BackgroundJob(slot: .members) { _ in
                .arranged(self.arrange(rows, arrangement), ticket: ticket)
            }
        case .table(let request): return job(for: request)
        case .indexNames:
            return BackgroundJob(slot: .names) { post throws(CancellationError) in
                try self.indexNames(progress: post)
            }
        case .findRows(let query, let center, let ticket):
            return BackgroundJob(slot: .rowSearch) { post throws(CancellationError) in
                try self.search.findRows(query, near: center, ticket: ticket, progress: post)
            }
        case .findPlaces(let query, let center, let ticket):
            return BackgroundJob(slot: .placeSearch) { _ throws(CancellationError) in
                try self.search.findPlaces(query, near: center, ticket: ticket)
            }
        case .preparePlaces:
            return BackgroundJob(slot: .searchablePlaces) { _ in
                _ = self.search.preparePlaces()
                return .placesReady
            }
        case .reload:
            return BackgroundJob(slot: .load) { _ throws(CancellationError) in try self.reload() }
        case .placeNames(let fixes):
            return BackgroundJob(slot: .load) { _ throws(CancellationError) in
                (self.dataSet?.loader as? any PlaceFixing)?.fixes?.set(fixes)
                guard let server = self.server else { return try self.reload() }
                server.all.placeFixes?.set(fixes)
                return try server.open()
            }
        case .swapCoordinates:
            return BackgroundJob(slot: .load) { _ throws(CancellationError) in
                try self.reload(swapping: true)
            }
        case .passThings:
            return BackgroundJob(slot: .things) { _ in .things(self.dataSet?.passTime()) }
        case .forgetThings:
            return BackgroundJob(slot: .things) { _ in .things(self.dataSet?.forgetThings()) }
        case .watch(let alerts):
            return BackgroundJob(slot: .things) { _ in .things(self.dataSet?.watch(alerts)) }
        case .readHeadings(let numbering):
            return BackgroundJob(slot: .headings) { _ in
                .headings(try? self.dataSet?.headings { Task.isCancelled }, numbering: numbering)
            }
        case .chooseRows(let query):
            return BackgroundJob(slot: .choice) { post throws(CancellationError) in
                try self.choose(query, progress: post)
            }
        case .countBand(let question):
            return BackgroundJob(slot: .band) { _ in .band(question.counts(by: .processors), of: question) }
        case .countFold(let question):
            return BackgroundJob(slot: .fold) { _ in .fold(question.fold(by: .processors), of: question) }
        case .outlineTimes(let query):
            return server.map { server in
                BackgroundJob(slot: .band) { _ throws(CancellationError) in
                    .timeOutline(try server.timeOutline(query), of: query)
                }
            }
        case .countServerBand(let question):
            return server.map { server in
                BackgroundJob(slot: .band, delay: .milliseconds(30)) { _ throws(CancellationError) in
                    .serverBand(try server.timeCounts(question), of: question)
                }
            }
        case .countServerFold(let question):
            return server.map { server in
                BackgroundJob(slot: .fold, delay: .milliseconds(30)) { _ throws(CancellationError) in
                    .serverFold(try server.timeFold(question), of: question)
                }
            }
        // Nothing plays beside the grid.
        case .listServerMoments(let question):
            return server.map { server in
                BackgroundJob(slot: .fold) { _ throws(CancellationError) in
                    .serverMoments(try server.timeMoments(question), of: question)
                }
            }
        case .readColumn(let column):
            return BackgroundJob(slot: .column) { _ throws(CancellationError) in try self.readColumn(column) }
        case .outlineAreas:
            return BackgroundJob(slot: .areas) { _ in .areas(self.areaSets.outlined { Task.isCancelled }) }
        case .outlineColumns:
            return BackgroundJob(slot: .outline) { _ in self.server?.outlineColumns() ?? self.outlineColumns()
            }
        case .fetchMembers(let windows, let row, let limit, let ticket):
            return server.map { server in
                BackgroundJob(slot: .members) { _ throws(CancellationError) in
                    .members(try server.members(of: windows, after: row, limit: limit), ticket: ticket)
                }
            }
        case .fetchMarked(let windows, let limit, let ticket):
            return server.map { server in
                BackgroundJob(slot: .marked) { _ throws(CancellationError) in
                    .marked(try server.members(of: windows, after: nil, limit: limit), ticket: ticket)
                }
            }
        case .openStreets:
            return streets.map { streets in
                BackgroundJob(slot: .streets) { _ throws(CancellationError) in try streets.open() }
            }
        case .drawStreets(let blocks):
            return streets.map { streets in
                BackgroundJob(slot: .streets, prepare: { streets.want(blocks) }) {
                    post throws(CancellationError) in try streets.draw(post: post)
                }
            }
        case .describeSpot(let coordinate, let zoom):
            return streets.map { streets in
                BackgroundJob(slot: .spot) { _ in
                    .spot(streets.describe(coordinate, zoom: zoom), at: coordinate)
                }
            }
        case .openServer, .askView, .askNear, .matchRows: return server?.job(for: effect)
        case .writeVerdicts, .saveTrack, .cancelLoading, .cancelSearch, .cancelSaving, .keepBookmarks,
            .savePicture,
            .repaint, .ring, .copy, .useMouse, .suspend, .quit:
            return nil
        }
    }
}

extension ServerWork {
    /// A server is asked a moment after the last key.
    private static let debounce = Duration.milliseconds(30)

    fileprivate func job(for effect: Effect) -> BackgroundJob? {
        switch effect {
        case .openServer:
            // What is in view comes first.
            BackgroundJob(slot: .load, delay: Self.debounce * 2) { post throws(CancellationError) in
                try self.open(post: post)
            }
        case .askView(let question, let ticket):
            BackgroundJob(slot: .view, delay: Self.debounce) { _ throws(CancellationError) in
                .view(try self.view(question), ticket: ticket)
            }
        case .askNear(let question):
            BackgroundJob(slot: .near) { _ throws(CancellationError) in
                .near(try self.near(question), to: question)
            }
        case .matchRows(let text, let ticket):
            BackgroundJob(slot: .serverSearch, delay: Self.debounce) { post throws(CancellationError) in
                try self.matches(text, ticket: ticket, post: post)
            }
        default: nil
        }
    }
}
