import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// A map whose rows stay with a server.
@Suite struct ServerStoryTests {
    /// Rows on a grid of 0.1°, row 0 in the south-west.
    static let places: [(Double, Double)] = (0..<900).map { index in
        let latitude = 45 + Double(index / 30) / 10
        let longitude = 5 + Double(index % 30) / 10
        return (latitude, longitude)
    }

    func program(
        _ server: MemoryServer, _ keys: String = "", limit: Int = 50
    ) throws -> Headless {
        var state = AppState(columns: 100, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: limit))
        var headless = Headless(
            state: state, work: DataWork(server: server), basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    @Test func manyRowsComeAsClustersWithTheTrueTotal() throws {
        let server = MemoryServer(Self.places)
        let state = try program(server).state
        #expect(state.annotations.rowsInView == 900 && state.data.rowTotal == 900)
        #expect(state.annotations.placed.contains { !$0.isElsewhere } == false)
        #expect(state.data.tree.isEmpty)
        #expect(state.data.origin.server?.isWaiting == false)
    }

    @Test func aFilterIsAskedOfTheServer() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server, "fname LIKE 'row 1%'<Enter>")
        let state = headless.state
        #expect(state.annotations.rowsInView == 111 && state.data.rowTotal == 111)
        #expect(
            state.data.unfilteredTotal == 900
                && headless.frame(colored: false).contains("f 111 in view, 111 of 900 match"))
        headless.play(try KeyScript.events(in: "f<C-u>nam = 3"))
        #expect(headless.state.panels.prompt?.error?.text == "no column nam: name?")
        #expect(headless.state.annotations.rowsInView == 900, "the text was empty for a moment")
        headless.play(try KeyScript.events(in: "<Esc>"))
        #expect(headless.state.annotations.rowsInView == 111, "the filter before is back")
        headless.play(try KeyScript.events(in: "F"))
        #expect(headless.state.annotations.rowsInView == 900 && headless.state.data.query.isPlain)
        #expect(server.questions.contains("filter name LIKE 'row 1%'"))
        headless.play(try KeyScript.events(in: "fname = "))
        #expect(headless.state.filterCompletion?.candidates.count == 8)
    }

    @Test func fewRowsComeAsRows() throws {
        let server = MemoryServer(Self.places)
        let state = try program(server, "gl46.5,6.5<Enter>+").state
        #expect(state.annotations.rowsInView > 0 && state.annotations.rowsInView <= 50)
        #expect(
            state.annotations.rowsInView
                == server.tree.count(in: state.map.viewport.window(of: state.visibleMap.dots)))
        #expect(state.annotations.placed.contains { $0.isPlace })
    }

    @Test func enterGoesNearerUntilThereAreRows() throws {
        let server = MemoryServer(Self.places)
        let headless = try program(server, "<Tab><Enter>")
        #expect(headless.state.map.viewport.zoom > (try program(server).state.map.viewport.zoom))
        let deep = try program(server, "<Tab>" + String(repeating: "<Enter>", count: 12))
        guard case .details = deep.state.panels.current else {
            Issue.record("a row is opened in the end")
            return
        }
        #expect(
            try deep.state.selection.record?.get().fields.first?.value.text
                == "row \(deep.state.selection.current?.row ?? 0)")
    }

    /// The rows of the cluster that is selected, by brute force.
    private func members(_ server: MemoryServer, _ state: AppState) throws -> [UInt32] {
        let annotation = try #require(state.selectedAnnotation)
        var rows: [UInt32] = []
        for cell in annotation.parts.compactMap(\.id.cell) {
            let indices = server.tree.members(of: cell, in: state.annotations.set.window).indices(
                limit: 20_000)
            rows += indices.map { server.tree.row(at: $0) }
        }
        return rows.sorted()
    }

    @Test func membersOfAClusterOnTheServerAreListedAPageAtATime() throws {
        // Ten thousand rows at few places: a cluster is many pages.
        let places: [(Double, Double)] = (0..<10_000).map { row in
            let latitude = 45 + Double(row % 7) / 100
            let longitude = 5 + Double(row % 5) / 100
            return (latitude, longitude)
        }
        let server = MemoryServer(places)
        var headless = try program(server, "-<Tab>")
        let expected = try members(server, headless.state)
        headless.play(try KeyScript.events(in: "o"))
        #expect(!KeyMap().hints(for: headless.state).contains { $0.keys == "s" || $0.keys == "f" })
        let list = try #require(headless.state.panels.members)
        #expect(list.total == expected.count && expected.count > 400 && list.count == 200)
        #expect(list.rows(headless.state.data, offset: 0, limit: 200) == Array(expected.prefix(200)))
        #expect(headless.frame(colored: false).contains("row \(expected[0])"))
        #expect(headless.state.selection.current?.row == expected[0], "its values are shown")
        for _ in 0..<2 { headless.play(try KeyScript.events(in: "<End>")) }
        let longer = try #require(headless.state.panels.members)
        #expect(longer.count >= 400)
        let rows = longer.rows(headless.state.data, offset: 0, limit: 20_000)
        #expect(rows == Array(expected.prefix(longer.count)))
        #expect(headless.state.selection.current?.row == rows[longer.cursor.index])
        #expect(headless.state.annotations.rowsInView == 10_000, "badges count each row once")
    }

    @Test func moreMatchesThanAreSentAreCounted() throws {
        let places: [(Double, Double)] = (0..<3_000).map { (45 + Double($0) / 1_000, 5) }
        let headless = try program(MemoryServer(places), "/row")
        #expect(headless.frame(colored: false).contains("3,000 found"))
        #expect(
            headless.state.data.origin.isFoundCut && headless.state.data.origin.server?.found.count == 1_000)
        let few = try program(MemoryServer(places), "/row 29<Backspace>99")
        #expect(few.state.data.origin.foundTotal == nil)
    }

    @Test func aClusterOnTheServerIsSummarized() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server, "<Tab>")
        let count = try members(server, headless.state).count
        headless.play(try KeyScript.events(in: "i"))
        let lines = headless.frame(colored: false).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("\(count) rows here") })
        let head = try #require(lines.firstIndex { $0.contains("size") && $0.contains("number") })
        #expect(lines[head + 1].contains("mean 4"), "no room for bars that are not known")
    }

    @Test func listedMembersSurviveOtherAnswersAndAFailure() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server, "<Tab>o")
        let expected = try members(server, headless.state)
        let list = try #require(headless.state.panels.members)
        #expect(list.rows(headless.state.data, offset: 0, limit: 900) == expected)
        headless.play(try KeyScript.events(in: "<Down><Enter>"))
        #expect(try headless.state.selection.record?.get().fields[0].value.text == "row \(expected[1])")
        headless.play(try KeyScript.events(in: "<Esc>"))
        guard headless.state.panels.current == .members else {
            Issue.record("back to the list")
            return
        }
        headless.play(try KeyScript.events(in: "<Esc><Esc>"))
        server.failure.withLock { $0 = "gone" }
        headless.play(try KeyScript.events(in: "<Tab>o"))
        #expect(headless.state.screen.message?.kind == .error)
        #expect(headless.state.annotations.rowsInView == 900)
    }

    @Test func whatIsShownStaysUntilTheAnswerIsThere() throws {
        let server = MemoryServer(Self.places)
        var state = try program(server).state
        let before = state.annotations.placed.map(\.id)
        let effects = state.update(.command(.pan(eastEighths: 1, southEighths: 0)))
        guard case .askView(let question, let ticket)? = effects.first else {
            Issue.record("the server is asked")
            return
        }
        #expect(state.data.origin.server?.isWaiting == true)
        #expect(!Set(before).isDisjoint(with: state.annotations.placed.map(\.id)))
        // An answer to an older question is too late.
        _ = state.update(
            .view(
                .success(
                    ViewportAnswer(question: question, total: 0, content: .clusters([]))), ticket: ticket - 1)
        )
        #expect(!state.annotations.placed.isEmpty)
        _ = state.update(.view(.success(try server.answer(question, isCancelled: { false })), ticket: ticket))
        #expect(state.data.origin.server?.isWaiting == false)
        #expect(state.annotations.rowsInView == server.tree.count(in: question.window))
    }

    @Test func linesAndAreasAreThoseOfTheLastAnswer() throws {
        var state = try program(MemoryServer(Self.places)).state
        let question = try #require(state.data.origin.server?.question)
        let ticket = try #require(state.data.origin.server?.ticket)
        #expect(question.dotExtent == ShapeView(state.map.viewport).dotExtent && state.data.shapes.isEmpty)
        var sketch = GeometrySketch()
        sketch.begin(.line)
        for degrees in [10, 20] as [Int32] {
            sketch.append(FixedCoordinate(latitudeE7: degrees * 10_000_000, longitudeE7: 0))
        }
        var shapes = ShapeBuffer()
        shapes.append(sketch, row: 7)
        var answer = ViewportAnswer(question: question, total: 0, content: .clusters([]))
        answer.shapes = ShapeIndex(shapes)
        answer.leftOutShapeCount = 1_234
        _ = state.update(.view(.success(answer), ticket: ticket))
        #expect(state.data.shapes.shape(of: 7) == 0)
        #expect(state.screen.message?.text == "1,234 more lines and areas not drawn: zoom in")
        answer.shapes = ShapeIndex()
        _ = state.update(.view(.success(answer), ticket: ticket))
        #expect(state.data.shapes.isEmpty)
    }

    @Test func viewsSeenBeforeAreShownAtOnceAndAskedForAgain() throws {
        let server = MemoryServer(Self.places)
        var state = try program(server, "+").state
        let effects = state.update(.command(.viewBack))
        #expect(state.data.origin.server?.isCached == true && state.annotations.rowsInView == 900)
        guard case .askView(let question, let ticket)? = effects.first else {
            Issue.record("the server is asked")
            return
        }
        _ = state.update(.view(.success(try server.answer(question, isCancelled: { false })), ticket: ticket))
        #expect(state.data.origin.server?.isCached == false)
    }

    @Test func theSameViewIsAskedOnce() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server)
        let count = server.questions.count
        headless.play(try KeyScript.events(in: "??L<Esc>"))
        let asked = server.questions.count - count
        // The panel covers a part of the map: that part is another question, and the way back one more.
        #expect(asked <= 2)
    }

    @Test func aSelectionIsKeptWhenItsRowComesBack() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server, "<Tab>" + String(repeating: "<Enter>", count: 12) + "<Esc>")
        let selection = try #require(headless.state.selection.current)
        headless.play(try KeyScript.events(in: "LLLhhll--"))
        #expect(headless.state.selection.current == selection)
        headless.play(try KeyScript.events(in: "cR"))
        #expect(headless.state.selection.current == selection)
        #expect(headless.state.texts.labels[selection.row]?.text == "row \(selection.row)")
    }

    @Test func rowsAreFoundByTheServer() throws {
        let server = MemoryServer(Self.places)
        let headless = try program(server, "/row 77")
        #expect(server.questions.contains("match row 77"))
        #expect(
            headless.state.search.session?.rows?.listed.map(\.row).sorted() == [
                77, 770, 771, 772, 773, 774, 775, 776, 777, 778, 779,
            ])
        let chosen = try program(server, "/row 771<Enter>")
        #expect(chosen.state.selection.current?.row == 771)
    }

    @Test func foundRowsStayFoundWhenTheMapMoves() throws {
        var headless = try program(MemoryServer(Self.places), "/row 77<Enter><Esc>")
        headless.play(try KeyScript.events(in: "hjkl--"))
        #expect(headless.state.search.session?.rows?.total == 11)
        let positions = try #require(headless.state.search.session?.rows?.listed.map(\.index))
        let rows = positions.map { headless.state.data.tree.row(at: $0) }
        #expect(rows == headless.state.search.session?.rows?.listed.map(\.row))
    }

    @Test func whatIsNearIsFoundByTheServer() throws {
        let server = MemoryServer(Self.places)
        let headless = try program(server, "gl46,6<Enter>r30km<Enter>")
        let expected = server.tree.nearest(
            to: Coordinate(latitude: 46, longitude: 6), count: 1_000, within: 30_000)
        let nearby = try #require(headless.state.nearby)
        #expect(
            Set(nearby.neighbors.map { headless.state.data.tree.row(at: $0.index) })
                == Set(expected.map { server.tree.row(at: $0.index) }))
        #expect(nearby.neighbors.map(\.distanceMeters) == expected.map(\.distanceMeters))
        #expect(nearby.total == expected.count)
    }

    @Test func aServerThatFailsLeavesWhatIsShown() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server)
        server.failure.withLock { $0 = "gone" }
        headless.play(try KeyScript.events(in: "l"))
        #expect(
            headless.state.screen.message?.text.text == "gone"
                && headless.state.screen.message?.kind == .error)
        #expect(
            !headless.state.annotations.placed.isEmpty
                && headless.state.data.origin.server?.isWaiting == false)
        server.failure.withLock { $0 = nil }
        headless.play(try KeyScript.events(in: "h"))
        #expect(headless.state.annotations.rowsInView == 900)
    }

    @Test(arguments: 0..<6) func countsAreThoseOfAllRows(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let places = (0..<400).map { _ in random.place() }
        let server = MemoryServer(places)
        var headless = try program(server, limit: random.number(0...200))
        for _ in 0..<25 {
            headless.play(
                try KeyScript.events(
                    in: ["h", "j", "k", "l", "+", "-", "W", "0", "<Tab>", "L", "<Esc>", "<", ">", "R"][
                        random.number(0...13)]))
            let state = headless.state
            let shown = state.annotations.rowsInView
            let covered = state.annotations.covered.reduce(0) { $0 + $1.count }
            #expect(
                shown + covered
                    == server.tree.count(in: state.map.viewport.window(of: state.layout.map.dots)))
        }
    }

    @Test func aFailedConnectionIsTriedAgain() throws {
        let server = MemoryServer(Self.places)
        server.failure.withLock { $0 = "no" }
        var state = AppState(columns: 100, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: 50))
        let work = try #require(DataWork(server: server).server)
        _ = state.update(try work.open())
        #expect(state.screen.message?.kind == .error)
        #expect(state.update(.tick, at: .milliseconds(900)).isEmpty)
        #expect(state.update(.tick, at: .seconds(1)) == [.openServer])
        server.failure.withLock { $0 = nil }
        _ = state.update(try work.open(), at: .seconds(1))
        #expect(state.data.origin.server?.summary != nil && state.data.origin.server?.retryAt == nil)
        #expect(state.data.origin.server?.isWaiting == true)
    }

    @Test func whatIsSaidUnaskedIsListedAmongTheBad() throws {
        var state = try program(MemoryServer(Self.places)).state
        _ = state.update(.noticed(["old \u{1B}[2Jcollation", "", "old \u{1B}[2Jcollation", "other"]))
        #expect(state.screen.message?.text.text == "other; :bad lists all")
        #expect(state.data.notices == ["old \u{1B}[2Jcollation", "other"])
        _ = state.update(.noticed(["other"]))
        #expect(state.data.notices.count == 2)
        // A flood is cut, and known notices survive a reload.
        _ = state.update(.noticed((0..<1_000).map { "line \($0)" }))
        #expect(state.data.notices.count == 100)
        let summary = SourceSummary(rowCount: 900, isEstimate: false, bounds: nil, notices: ["own"])
        _ = state.update(.server(.success(OpenedServer(summary))))
        #expect(state.data.notices.count == 101 && state.data.notices.first == "own")
        _ = state.update(.command(.commandLine))
        _ = state.update(.typed(.insert("bad")))
        _ = state.update(.typed(.accept))
        let frame = state.painted().plainText()
        #expect(frame.contains(#"old \x1b[2Jcollation"#))
    }

    @Test func aServerThatIsSilentIsSaidToBeWaitedFor() throws {
        var state = AppState(columns: 100, rows: 30, filePath: "memory", appearance: .plain)
        state.data.origin = .server(ServerView(limit: 50))
        #expect(state.painted().plainText().contains("waiting for the server"))
        #expect(state.timeToNextChange == AppState.spinnerStep)
    }

    @Test func afterAFailureTheViewIsAskedAgainLaterAndLater() throws {
        var state = try program(MemoryServer(Self.places)).state
        var times: [Int] = []
        var now = Duration.zero
        _ = state.update(.command(.zoom(steps: 1)), at: now)
        for _ in 0..<7 {
            let ticket = try #require(state.data.origin.server?.ticket)
            _ = state.update(
                .view(.failure(.refused(name: "server", words: "gone")), ticket: ticket), at: now)
            let wait = try #require(state.data.origin.server?.retryAt) - now
            times.append(wait.milliseconds / 1_000)
            now += wait
            guard case .askView? = state.update(.tick, at: now).first else {
                Issue.record("asked again")
                return
            }
        }
        #expect(times == [1, 2, 4, 8, 16, 30, 30])
    }

    @Test func aFoundRowThatIsNoLongerThereIsNotCounted() throws {
        let server = MemoryServer(Self.places)
        var state = try program(server, "/row 771<Enter><Esc>").state
        let question = try #require(state.data.origin.server?.question)
        let ticket = try #require(state.data.origin.server?.ticket)
        #expect(question.window.contains(QuantumPoint(try #require(state.selection.current?.coordinate))))
        let nothing = ViewportAnswer(question: question, total: 0, content: .rows(PointBuffer()))
        _ = state.update(.view(.success(nothing), ticket: ticket))
        #expect(state.annotations.rowsInView == 0)
    }

    @Test func withoutAScreenAFailureIsReported() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server)
        server.failure.withLock { $0 = "timeout" }
        headless.play(try KeyScript.events(in: "+"))
        #expect(headless.serverFailure == "timeout")
    }
}
