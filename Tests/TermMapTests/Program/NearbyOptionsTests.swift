import MapModel
import Testing

@testable import App
@testable import TermMap

@Suite struct NearbyOptionsTests {
    private func request(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> NearbyRequest? {
        try Options.parse(arguments).nearbyRequest(environment: environment)
    }

    @Test func withoutAPlaceNothingIsAskedFor() throws {
        #expect(try request([]) == nil)
    }

    @Test(
        arguments: [
            (["--within", "50mi"], 80_467.2, .miles),
            (["--within", "5", "--units", "nm"], 9_260, .nauticalMiles),
            (["--within", "5km", "--units", "mi"], 5_000, .miles), (["--within", "0"], 0, .kilometers),
            ([], nil, .kilometers), (["--units", "mi"], nil, .miles),
        ] as [([String], Double?, DistanceUnit)])
    func radiiAreTaken(arguments: [String], meters: Double?, unit: DistanceUnit) throws {
        let request = try #require(try request(["--near", "-33.9,151.2"] + arguments))
        #expect(request.center == Coordinate(latitude: -33.9, longitude: 151.2))
        #expect(request.radiusMeters.map { ($0 * 10).rounded() / 10 } == meters && request.unit == unit)
    }

    @Test func unitFollowsTheLocale() throws {
        let request = try request(["--near", "1,2", "--within", "5"], environment: ["LANG": "en_US.UTF-8"])
        #expect(request?.unit == .miles && request?.radiusMeters == 8_046.72)
    }

    @Test(
        arguments: [
            ([], 10), (["--within", "5km"], nil), (["--limit", "3"], 3),
            (["--within", "1", "--limit", "7"], 7),
        ] as [([String], Int?)])
    func tenRowsUnlessMoreAreAskedFor(arguments: [String], rows: Int?) throws {
        #expect(try Options.parse(["--near", "1,2"] + arguments).printedRows() == rows)
    }

    @Test(arguments: [
        (["--near", "x"], "--near: no place found"),
        (["--near", "91,0"], "--near: latitude is out of range"),
        (["--near", "1,2", "--within", "-1km"], "--within: distance is negative"),
        (["--near", "1,2", "--within", "nan"], "--within: not a distance"),
        (["--near", "1,2", "--within", "5 yd"], "--within: unknown unit: \"yd\""),
        (["--near", "1,2", "--within", ""], "--within: not a distance"),
        (["--near", "1,2", "--limit", "0"], "--limit: not a count: \"0\""),
        (["--near", "1,2", "--limit", "-3"], "--limit: not a count"),
        (["--near", "1,2", "--limit", "1e3"], "--limit: not a count"),
        (["--within", "5"], "--within needs --near"),
        (["--limit", "5"], "--limit needs -o, --where, --near or --by-area"),
        (["-o", "csv", "--list"], "-o cannot be combined with --once or --list"),
        (["--near", "1,2", "-o", "csv", "--once"], "-o cannot be combined"),
    ])
    func badRequestsAreOneLine(arguments: [String], start: String) throws {
        let error = #expect(throws: UsageError.self) { try request(arguments) }
        let text = try #require(error?.description)
        #expect(text.hasPrefix(start), "\(text)")
        #expect(!text.contains("\n") && text.count < 200)
    }

    @Test(arguments: [["--units", "yd"], ["-o", "xml"], ["--near"]])
    func unknownChoicesAreErrors(arguments: [String]) {
        #expect(throws: (any Error).self) { try Options.parse(arguments) }
    }
}
