import DataSets
import MapModel
import Testing

@testable import App
@testable import MapSources
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import Streams

/// Servers that do not answer: what is unknown is said to be, and nothing else is hidden.
@Suite struct UnansweredServerTests {
    private static let places: [(Double, Double)] = (0..<900).map { row in
        let latitude = 45 + Double(row / 30) / 10
        let longitude = 5 + Double(row % 30) / 10
        return (latitude, longitude)
    }

    private func program(_ source: any ViewportSource) -> Headless {
        var state = AppState(columns: 120, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: 50))
        return Headless(
            state: state, work: DataWork(server: source), basemap: BasemapData(labels: []),
            keyMap: KeyMap())
    }

    private func text(_ state: AppState) -> String {
        state.painted().plainText()
    }

    // MARK: - Counts

    @Test func whileAServerIsSilentTheRowsInViewAreUnknown() throws {
        let server = MemoryServer(Self.places)
        var headless = program(server)
        #expect(headless.load() == nil)
        var state = headless.state
        #expect(text(state).contains("900 of 900"))
        let effects = state.update(.command(.pan(eastEighths: 2, southEighths: 0)), at: .seconds(1))
        guard case .askView(let question, let ticket)? = effects.first else {
            Issue.record("the server is asked")
            return
        }
        // For a moment the badges of before stand for those of the view.
        #expect(!text(state).contains("? of"))
        _ = state.update(.tick, at: .milliseconds(1_300))
        #expect(text(state).contains("? of 900"))
        _ = state.update(
            .view(.failure(.refused(name: "server", words: "gone")), ticket: ticket), at: .seconds(2))
        #expect(text(state).contains("? of 900"))
        _ = state.update(.tick, at: .seconds(3))
        let answer = try server.answer(question, isCancelled: { false })
        let next = try #require(state.data.origin.server?.ticket)
        _ = state.update(.view(.success(answer), ticket: next), at: .seconds(3))
        #expect(!text(state).contains("? of") && text(state).contains("\(answer.total) of 900"))
    }

    @Test func beforeTheFirstAnswerNoTotalIsShown() {
        let state = program(MemoryServer(Self.places)).state
        #expect(text(state).contains("? rows"))
    }

    /// While files beside a server are read, their rows are shown and counted; the server's answer takes their place.
    @Test func rowsOfFilesAreShownBeforeAServerAnswers() throws {
        let server = MemoryServer(Self.places)
        var state = program(server).state
        _ = state.update(.dataGrew(.places([(45, 5), (46, 6), (47, 6.5)]), fraction: 0.5), at: .zero)
        #expect(state.annotations.rowsInView == 3 && text(state).contains("3 of ?"))
        #expect(state.data.columnNames.isEmpty, "the columns are those of all layers")
        let more = [(45, 5), (46, 6), (47, 6.5), (47.5, 7)]
        _ = state.update(.dataGrew(.places(more), fraction: 0.6), at: .zero)
        #expect(state.annotations.rowsInView == 4)
        let opened = try #require(DataWork(server: server).server).open()
        let effects = state.update(opened, at: .milliseconds(1))
        // A server that is slow to answer keeps them on the screen.
        #expect(state.annotations.rowsInView == 4 && state.data.loading == .done)
        let asked = effects.compactMap { effect in
            if case .askView(let question, let ticket) = effect { (question, ticket) } else { nil }
        }
        let (question, ticket) = try #require(asked.first)
        let answer = try server.answer(question, isCancelled: { false })
        _ = state.update(.view(.success(answer), ticket: ticket), at: .milliseconds(2))
        #expect(text(state).contains("900 of 900") && state.data.tree.count <= 50)
    }

    // MARK: - Layers

    private func layers(_ servers: [MemoryServer]) throws -> (LayeredSource, TemporaryFiles) {
        let files = try TemporaryFiles(["name,lat,lon\nA,45,5\nB,46,6\nC,47,7\n"])
        guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open(files.paths) else {
            throw SourceError.cancelled
        }
        return (
            LayeredSource(
                files: LoadedLayer(LoadedDataSet(loader: loader), paths: files.paths), servers: servers),
            files
        )
    }

    @Test func aServerThatRefusesHidesNoFile() throws {
        let server = MemoryServer(Self.places)
        server.failure.withLock { $0 = "wrong password" }
        let (source, files) = try layers([server])
        let shown = source.showingWhatAnswers()
        let work = try #require(DataWork(server: shown).server)
        var headless = program(shown)
        #expect(headless.load() == nil)
        #expect(headless.state.data.loading == .done && headless.state.annotations.rowsInView == 3)
        #expect(text(headless.state).contains("3 of 3 + ?"))
        #expect(headless.state.screen.message?.text.text == "memory: wrong password")
        #expect(headless.state.screen.message?.kind == .error)

        // It is tried again after 1, 2, 4 … s, and its rows come when it answers.
        var state = headless.state
        #expect(state.update(.tick, at: .milliseconds(900)).isEmpty)
        #expect(state.update(.tick, at: .seconds(1)).contains(.openServer))
        _ = state.update(try work.open(), at: .seconds(1))
        #expect(!state.update(.tick, at: .milliseconds(2_900)).contains(.openServer))
        #expect(state.update(.tick, at: .seconds(3)).contains(.openServer))
        server.failure.withLock { $0 = nil }
        let effects = state.update(try work.open(), at: .seconds(3))
        #expect(effects.contains(.outlineColumns) && state.data.rowTotal == 903)
        #expect(state.timeToNextChange.map { $0 > .zero } ?? true && !state.data.origin.lacksLayers)
        withExtendedLifetime(files) {}
    }

    /// Printed totals are never smaller than they are.
    @Test func withoutAScreenARefusalIsAnError() throws {
        let server = MemoryServer(Self.places)
        server.failure.withLock { $0 = "wrong password" }
        let (source, files) = try layers([server])
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: { false }) }
        #expect(error?.words == "memory: wrong password")
        withExtendedLifetime(files) {}
    }

    @Test func whereNobodyAnswersTheFirstFailureIsSaid() throws {
        let servers = [MemoryServer(Self.places), MemoryServer(Self.places)]
        for server in servers { server.failure.withLock { $0 = "no route" } }
        let source = LayeredSource(files: nil, servers: servers).showingWhatAnswers()
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: { false }) }
        #expect(error?.words == "memory: no route")
        servers[1].failure.withLock { $0 = nil }
        let summary = try source.open(isCancelled: { false })
        #expect(summary.rowCount == 900 && summary.failures == ["memory: no route"])
        #expect(try source.answer(Self.world, isCancelled: { false }).total == 900)
    }

    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 2_000)
}
