import Foundation
import TestSupport
import Testing

@testable import MapSources
@testable import Places
@testable import RowTestSupport
@testable import Rows

/// Sources other than delimited files.
@Suite struct OtherSourceTests {
    @Test func objectsAreFoundByTheirMembers() throws {
        let text = """
            {"shop":"A","address":{"city":"Lyon","country":"FR"}}
            {"shop":"B","address":{"city":"Köln","country":"DE"}}
            {"shop":"C"}

            """
        let source = try ShippedPlaces.load(text, named: "ndjson")
        #expect(source.isAccountedFor && source.points.count == 2)
        #expect(source.skipped.count(of: .noPlace) == 1)
        #expect(try source.placeWords()[1] == "exact Köln, North Rhine-Westphalia, DE")
    }

    @Test func recordsWithCoordinatesComeBeforeOnesWithNames() throws {
        let text =
            #"{"towns":[{"city":"Lyon"},{"city":"Paris"}],"stops":[{"lat":1,"lon":2},{"lat":3,"lon":4}]}"#
        let source = try ShippedPlaces.load(text, named: "json")
        #expect(source.places()[0]?.coordinate.latitude == 1 && source.points.count == 2)
    }

    @Test func aShortStreamIsPlacedLikeAFile() throws {
        let text = "city,country\nSpringfield,US\nLyon,FR\nParis,FR\nVienne,FR\n"
        let file = try ShippedPlaces.load(text)
        let stream = try self.stream(text)
        #expect(try stream.placeWords() == file.placeWords())
        #expect(stream.skipped.names == file.skipped.names)
    }

    @Test func aLongStreamIsPlacedAsItComes() throws {
        let towns = ["Lyon", "Paris", "Marseille", "Toulouse", "Nice", "Nantes", "Lille", "Rennes"]
        let rows = (0..<30_000).map { "\(towns[$0 % 8]),FR,\($0)" }.joined(separator: "\n")
        let stream = try self.stream("city,country,n\n\(rows)\nNowhere at all,FR,x\n")
        #expect(stream.points.count == 30_000 && stream.skipped.count(of: .unknownPlace) == 1)
        #expect(stream.isAccountedFor)
    }

    private func stream(_ text: String) throws -> LoadedSource {
        let pipe = try NamedPipe()
        pipe.write(Array(text.utf8), piece: 4_096)
        return try SourceOpener(SourceOptions(), places: ShippedPlaces.finder()).open([pipe.path])
            .read(isCancelled: { false })
    }

    @Test func layersKeepTheirNamesApart() throws {
        let first = try TemporaryFile("city,country\nLyon,FR\nNowhere one,FR\n,FR\n")
        let second = try TemporaryFile("lat,lon\n1,2\n")
        let third = try TemporaryFile("city,country\nNowhere two,DE\n,DE\n")
        let source = try SourceOpener(SourceOptions(), places: ShippedPlaces.finder())
            .open([first.path, second.path, third.path]).read(isCancelled: { false })
        #expect(source.isAccountedFor)
        #expect(source.skipped.names.map(\.file) == [first.path, third.path])
        #expect(source.vague?.areas.rows == [2, 5])
    }
}
