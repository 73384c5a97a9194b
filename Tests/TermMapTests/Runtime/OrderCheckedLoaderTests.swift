import MapSources
import Rows
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// Columns that are swapped and whose values fit both ways.
@Suite struct OrderCheckedLoaderTests {
    private static let cities = [
        ("CH", "Switzerland", "8.54", "47.37"), ("CH", "Switzerland", "7.44", "46.94"),
        ("CH", "Switzerland", "6.14", "46.20"),
        ("DE", "Germany", "13.40", "52.50"), ("DE", "Germany", "11.57", "48.13"),
        ("FR", "France", "2.35", "48.85"),
    ]

    /// Zürich lies in Ethiopia then: only the country shows it.
    @Test(arguments: [true, false]) func rowsInOtherCountriesThanTheySayAreSuspicious(usesCodes: Bool) throws
    {
        let rows = Self.cities.map { "\(usesCodes ? $0.0 : $0.1),\($0.2),\($0.3)" }
        let notice = try notices("country,lat,lon\n" + rows.joined(separator: "\n")).first
        #expect(
            notice?.hasSuffix(
                "most rows lie in other countries than they say: latitude and longitude look swapped (try --swap)"
            ) == true)
        #expect(try notices("country,lat,lon\n" + rows.prefix(3).joined(separator: "\n")).count == 1)
        #expect(try notices("country,lat,lon\n" + rows.prefix(2).joined(separator: "\n")).isEmpty)
        let right = Self.cities.map { "\($0.0),\($0.3),\($0.2)" }
        #expect(try notices("country,lat,lon\n" + right.joined(separator: "\n")).isEmpty)
    }

    /// Madagascar is in the Atlantic then.
    @Test func rowsInTheSeaThatWouldLieOnLandAreSuspicious() throws {
        let rows = (0..<10).map { "\(46 + Double($0) / 10),\(-20 + Double($0) / 10)" }
        let notice = try notices("lat,lon\n" + rows.joined(separator: "\n")).first
        #expect(
            notice?.hasSuffix("most rows lie in the sea: latitude and longitude look swapped (try --swap)")
                == true)
    }

    /// Ships are at sea either way, and few rows show nothing.
    @Test(arguments: [
        "lat,lon\n-30.5,-20.5\n-31.5,-21.5\n-32.5,-22.5\n-33.5,-23.5\n-34.5,-24.5\n", "lat,lon\n46.5,-19.5\n",
    ])
    func whatProvesNothingIsNotSuspicious(text: String) throws { #expect(try notices(text).isEmpty) }

    private func notices(_ text: String) throws -> [String] {
        let files = try TemporaryFiles([text])
        guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open(files.paths) else {
            return []
        }
        let checked = OrderCheckedLoader(base: loader, folder: DataFolder(path: Repository.root + "/data"))
        return try checked.read(isCancelled: { false }, progress: { _ in }).notices
    }
}
