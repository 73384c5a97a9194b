import CellGraphics
import DataSets
import MapModel
import RowValues
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Rows with addresses on the screen.
@Suite struct AddressStoryTests {
    /// Rows at three places: 6 of three addresses in Zurich, 2 in the middle of a country, 1 in Amsterdam.
    private static let addresses:
        [(address: String, network: String, owner: String, country: String, isRough: Bool)] = [
            ("203.0.113.34", "203.0.113.0/24", "Example Net", "CH", false),
            ("203.0.113.60", "203.0.113.0/24", "Example Net", "CH", false),
            ("198.51.100.9", "198.51.100.0/24", "Rent-a-Box", "CH", false),
            ("192.0.2.7", "192.0.2.0/24", "Cloud Nine", "US", true),
            ("192.0.2.81", "192.0.2.0/24", "Cloud Nine", "NL", false),
        ]
    private static let codes: [UInt32] = [0, 0, 0, 1, 1, 2, 3, 3, 4]

    private static var known: RowAddresses {
        let places: [String: (Double, Double)] = [
            "CH": (47.37, 8.54), "US": (37.75, -97.82), "NL": (52.37, 4.9),
        ]
        var known = RowAddresses(
            codes: codes,
            facts: addresses.enumerated().map { number, known in
                var fact = RowAddresses.Fact(address: known.address)
                (fact.network, fact.organisation, fact.country) = (known.network, known.owner, known.country)
                (fact.systemNumber, fact.kind, fact.isRough) = (64_500 + number, "public", known.isRough)
                (fact.city, fact.radius) = (
                    known.isRough ? "" : "Town \(known.country)", known.isRough ? 1_000 : 50
                )
                fact.coordinate = places[known.country].flatMap { Coordinate(wrapping: $0.0, $0.1) }.map {
                    FixedCoordinate($0)
                }
                return fact
            })
        known.column = "ip"
        known.databases = [
            RowAddresses.Database(
                name: "/data/city.mmdb", kind: "city", type: "Test-City", madeAt: 1_794_700_800, nodes: 1_234)
        ]
        return known
    }

    private func story(columns: Int = 120, rows: Int = 40, look: Appearance = .plain) throws -> Story {
        let places = Self.codes.map { code -> (Double, Double) in
            let place = Self.known.facts[Int(code)].coordinate?.coordinate
            return (place?.latitude ?? 0, place?.longitude ?? 0)
        }
        var data = LoadedData.places(places)
        data.addresses = Self.known
        data.columnNames = ["line", "ip"]
        var vague = VagueRows(capacity: Self.codes.count)
        for (row, code) in Self.codes.enumerated() where Self.known.facts[Int(code)].isRough {
            vague.insert(UInt32(row), isRough: true)
        }
        data.vague = vague
        data.skipped.add(.privateAddress, count: 2_120)
        data.skipped.add(.unknownAddress, count: 4_145)
        var story = Story(AppState(columns: columns, rows: rows, filePath: "access.log", appearance: look))
        story.apply(.data(.success(data)))
        story.state.screen.message = nil
        answer(&story)
        return story
    }

    /// Answers what the panel asks for.
    private func answer(_ story: inout Story) {
        for case .countAddresses(let question, let ticket) in story.effects.reversed() {
            guard let groups = AddressGroups(question) else { return }
            return story.apply(.addressGroups(groups, ticket: ticket))
        }
    }

    private func played(_ keys: String, columns: Int = 120, look: Appearance = .plain) throws -> Story {
        var story = try story(columns: columns, rows: columns < 100 ? 24 : 40, look: look)
        for key in keys {
            story.play(String(key))
            answer(&story)
        }
        return story
    }

    private func frame(_ story: Story) -> String {
        story.state.painted().plainText()
    }

    @Test func theAddressesInViewAreListed() throws {
        let story = try played("o")
        #expect(story.state.panels.list == .addresses)
        let groups = try #require(story.state.panels.addresses.groups)
        #expect(
            groups.lines.map(\.name).first == "203.0.113.34" && groups.lines.map(\.count) == [3, 2, 2, 1, 1])
        #expect(groups.rowCount == 9 && groups.addressCount == 5)
        let frame = frame(story)
        for text in ["9 lines here", "5 addresses", "address", "organisation", "198.51.100.9"] {
            #expect(frame.contains(text), "\(text)")
        }
        #expect(frame.contains("203.0.113.0/24, AS64500") && frame.contains("Town CH, CH · city, ±50 km"))
        // The same key closes it.
        #expect(story.playing("o").state.panels.current == nil)
    }

    @Test(arguments: [
        (">", ["203.0.113.0/24", "192.0.2.0/24", "198.51.100.0/24"], [5, 3, 1]),
        (">>>", ["CH", "US", "NL"], [6, 2, 1]), ("<", ["CH", "US", "NL"], [6, 2, 1]),
        (">s", ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"], [3, 1, 5]),
        (">ss", ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"], [3, 1, 5]),
    ])
    func theyAreGroupedAndSorted(keys: String, names: [String], counts: [Int]) throws {
        let groups = try #require(try played("o" + keys).state.panels.addresses.groups)
        #expect(groups.lines.map(\.name) == names && groups.lines.map(\.count) == counts)
    }

    @Test func theRowsOfALineAreListedNewestFirstAndMarked() throws {
        let story = try played("o").playing("<Enter>")
        let list = try #require(story.state.panels.members)
        #expect(list.rows(story.state.data, offset: 0, limit: 9) == [2, 1, 0])
        #expect(story.playing("<Esc>").state.panels.list == .addresses)
        #expect(try played("o ").state.marks.rows.rows == [0, 1, 2])
    }

    @Test(arguments: [
        ("of", "ip IN '203.0.113.34'"), ("oF", "(ip NOT IN '203.0.113.34' OR ip IS NULL)"),
        ("o>f", "network = '203.0.113.0/24'"), ("o<f", "country = 'CH'"), ("o>>f", "asn = 64500"),
    ])
    func filtersAreWritten(keys: String, filter: String) throws {
        let story = try played(keys)
        #expect(story.state.data.query.filter.text == filter)
        #expect(
            story.effects.contains {
                if case .chooseRows(let query) = $0 { query.filter.text == filter } else { false }
            })
    }

    @Test func theAddressIsCopied() throws {
        var story = try story()
        story.state.screen.hasClipboard = true
        story.play("o")
        answer(&story)
        story.play("y")
        #expect(story.effects.contains(.copy(Array("203.0.113.34".utf8))))
    }

    @Test func theStatusCountsWhatIsNowhere() throws {
        let frame = frame(try story(columns: 140))
        #expect(frame.contains("9 of 6,274 lines") && frame.contains("4,145 unknown · 2,120 private"))
    }

    @Test func databasesAreNamed() throws {
        var story = try story()
        story.play(":geoip<Enter>")
        #expect(
            story.state.screen.message?.text.text.contains(
                "city.mmdb: city, Test-City, of 2026-11-15, 1,234 nodes") == true)
    }

    // MARK: - Rough places

    @Test func aBadgeOfRowsThatAreOnlyKnownByCountryHasASign() throws {
        let story = try story()
        let rough = try #require(story.state.annotations.placed.first { $0.vagueness == .mostlyRough })
        #expect(rough.count == 2 && rough.rect.width == 4)
        #expect(frame(story).contains("~2"))
        #expect(story.state.annotations.placed.reduce(0) { $0 + $1.count } == 9)
    }

    @Test func inNearViewsTheyLeaveTheMap() throws {
        var story = try story()
        story.play("<Tab>")
        while story.state.map.viewport.zoom < 7 { story.play("+") }
        #expect(story.state.data.query.hidesRough)
        while story.state.map.viewport.zoom >= 7 { story.play("-") }
        #expect(!story.state.data.query.hidesRough)
    }

    @Test func theRadiusOfASingleRowIsACircleWhereItCanBeSeen() throws {
        var story = try story()
        let place = try #require(Self.known.facts[4].coordinate)
        story.state.selection.current = Selection(row: 8, at: place)
        #expect(!story.state.overlay.lines.contains { $0.isQuiet })
        while story.state.map.viewport.zoom < 8 { story.play("+") }
        let circles = story.state.overlay.lines.filter(\.isQuiet)
        #expect(circles.count == 1)
        guard case .circle(let circle)? = circles.first?.path else { return }
        #expect(circle.radiusMeters == 50_000 && circle.center == place.coordinate)
    }

    // MARK: - Rates

    @Test func theRateIsTheMeanOfTenSeconds() {
        var rate = RowRate()
        for second in 0...30 { rate.note(second * 38, at: .seconds(second)) }
        #expect(rate.perSecond(at: .seconds(30)) == 38)
        #expect(rate.perSecond(at: .seconds(35)) ?? 0 < 20)
        #expect(rate.perSecond(at: .seconds(41)) == nil)
        rate.note(5, at: .seconds(50))
        #expect(rate.perSecond(at: .seconds(50)) == nil)
    }
}
