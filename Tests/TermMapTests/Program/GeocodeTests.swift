import MapModel
import Testing

@testable import App
@testable import Runtime
@testable import TermMap

@Suite struct GeocodeTests {
    private func request(_ arguments: String...) throws -> GeocodeRequest {
        try GeocodeOptions.parse(arguments).request()
    }

    @Test func wordsAreOneName() throws {
        let request = try request("new", "york")
        #expect(request.question == .name("new york") && request.limit == 10 && request.format == .table)
    }

    @Test(arguments: [[], ["-"], ["--reverse", "-"]])
    func standardInputGetsOneAnswerALine(arguments: [String]) throws {
        let request = try GeocodeOptions.parse(arguments).request()
        #expect(request.question == nil && request.limit == 1)
        #expect(request.isReverse == arguments.contains("--reverse"))
    }

    @Test func placesMayBeSouthOrWest() throws {
        let request = try request("--reverse", "-33.9,-18.4", "--limit", "3", "--json")
        #expect(request.question == .place(Coordinate(latitude: -33.9, longitude: -18.4)))
        #expect(request.limit == 3 && request.format == .json && request.isReverse)
        #expect(try self.request("paris", "--near", "-1,2").near == Coordinate(latitude: -1, longitude: 2))
    }

    @Test(arguments: [
        (["--reverse", "north"], "--reverse: "), (["--reverse", "1,2", "x"], "--reverse cannot be combined"),
        (["--reverse", "1,2", "--near", "1,2"], "--near and --reverse"),
        (["x", "--near", "91,0"], "--near: "),
        (["x", "--limit", "0"], "--limit: not a limit: \"0\" (expected 1 to 1000)"),
    ])
    func wrongUsageIsToldInALine(arguments: [String], start: String) throws {
        let options = try GeocodeOptions.parse(arguments)
        let error = #expect(throws: UsageError.self) { try options.request() }
        #expect(error?.description.hasPrefix(start) == true && error?.description.contains("\n") == false)
    }
}
