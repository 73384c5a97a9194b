import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// Background work under a server that is silent: it holds up its own questions and nothing else.
@Suite(.timeLimit(.minutes(10)))
struct EffectRunnerTests {
    /// The first of the actions that `isWanted`; nil if none comes.
    private func await(_ mailbox: Mailbox, _ isWanted: (Action) -> Bool) async -> Action? {
        var found: Action?
        _ = await eventually {
            found = mailbox.takeAll().first(where: isWanted)
            return found != nil
        }
        return found
    }

    private static let window = WorldWindow(west: 0, east: 1 << 32, north: 0, south: 1 << 32)
    private static let question = ViewportQuestion(
        window: window, grid: ClusterGrid(worldDots: 64, cellDots: 20), limit: 10)
    private static let everyQuestion: [Effect] = [
        .openServer, .askView(question, ticket: 1), .matchRows("name", ticket: 1),
        .askNear(NearbyQuestion(center: Coordinate(latitude: 0, longitude: 0), radiusMeters: 1, limit: 1)),
        .readRecord(row: 1, ticket: 1), .readLabels(rows: [1]), .readSummaries(rows: [1]),
    ]

    @Test func aSilentServerHoldsUpNothingElse() async throws {
        let server = SilentServer()
        defer { server.release() }
        let mailbox = try Mailbox()
        let runner = EffectRunner(work: DataWork(server: server), mailbox: mailbox)
        for effect in Self.everyQuestion { runner.run(effect) }
        while server.waitingCount < Self.everyQuestion.count { await Task.yield() }

        let folder = DataFolder(path: Repository.root + "/data")
        runner.start(dataFolder: folder, names: folder)
        #expect(await self.await(mailbox) { if case .basemapRead = $0 { true } else { false } } != nil)
        #expect(await self.await(mailbox) { if case .answered(.atlas) = $0 { true } else { false } } != nil)
        runner.run(.findPlaces(SearchQuery("paris"), near: nil, ticket: 7))
        let found = await self.await(mailbox) { if case .answered(.places) = $0 { true } else { false } }
        guard case .answered(.places(let places?, 7)) = found else {
            Issue.record("places are found")
            return
        }
        #expect(places.total > 0)
    }

    @Test func rowsThatAreAskedForBehindASilentQuestionAreAskedAtOnce() async throws {
        let server = SilentServer()
        defer { server.release() }
        let mailbox = try Mailbox()
        let runner = EffectRunner(work: DataWork(server: server), mailbox: mailbox)
        runner.run(.readLabels(rows: [1]))
        let isAsked = await eventually { server.waitingCount > 0 }
        #expect(isAsked)
        for row in 2..<100 { runner.run(.readLabels(rows: [UInt32(row)])) }
        server.release()
        let answered = await self.await(mailbox) { action in
            if case .answered(.labels(let labels)) = action { labels.values.isEmpty } else { false }
        }
        // 98 questions that waited are one, the others find nothing left to ask.
        #expect(answered != nil)
    }

    @Test func workThatWasReplacedIsNotAnswered() async throws {
        let server = MemoryServer([(1, 2), (3, 4)])
        let mailbox = try Mailbox()
        let runner = EffectRunner(work: DataWork(server: server), mailbox: mailbox)
        server.isHeld.withLock { $0 = true }
        for ticket in 1...20 { runner.run(.matchRows("row", ticket: ticket)) }
        server.isHeld.withLock { $0 = false }
        let answer = await self.await(mailbox) { if case .answered(.matches) = $0 { true } else { false } }
        guard case .answered(.matches(_, let ticket)) = answer else {
            Issue.record("the newest question is answered")
            return
        }
        #expect(ticket == 20)
    }

    /// Each kind of question ends in an action of its own, also before there is anything to answer from.
    @Test(arguments: [
        Effect.findPlaces(SearchQuery("paris"), near: nil, ticket: 1),
        .findRows(SearchQuery("paris"), near: nil, ticket: 1), .readRecord(row: 1, ticket: 1),
        .readLabels(rows: [1]), .readSummaries(rows: [1]),
    ])
    func nothingReadYetIsAnAnswerToo(effect: Effect) async throws {
        let mailbox = try Mailbox()
        let runner = EffectRunner(
            work: DataWork(loader: CSVLoader(path: "/nowhere/places.csv")), mailbox: mailbox)
        runner.run(effect)
        let answer = await self.await(mailbox) { _ in true }
        let isItsOwn =
            switch (effect, answer) {
            case (.findPlaces, .answered(.places(_, ticket: 1))),
                (.findRows, .answered(.found(_, ticket: 1))),
                (.readRecord, .answered(.record(.failure, ticket: 1))), (.readLabels, .answered(.labels)),
                (.readSummaries, .answered(.summaries)):
                true
            default: false
            }
        #expect(isItsOwn, "\(String(describing: answer))")
    }
}

extension EffectRunner {
    /// Does what the loop does with an effect that is work.
    fileprivate func run(_ effect: Effect) {
        guard let job = work.job(for: effect) else { return }
        job.prepare()
        start(job)
    }
}
