import Testing

@testable import RowValues
@testable import Streams

@Suite struct SavedColumnsTests {
    private static let all: [DetectedColumns.Coordinates] = [
        .pair(latitude: 1, longitude: 4), .combined(column: 4, longitudeFirst: true),
        .geometry(column: 4, notation: .hexadecimal),
    ]

    private func saved(_ coordinates: DetectedColumns.Coordinates) -> [UInt8] {
        var writer = ByteWriter()
        DetectedColumns(
            coordinates: coordinates, label: 2, id: nil, searched: [2, 0], reasons: [], notices: []
        ).append(to: &writer)
        return writer.bytes
    }

    @Test(arguments: all) func columnsAreReadAsTheyWereSaved(coordinates: DetectedColumns.Coordinates) {
        var reader = ByteReader(saved(coordinates))
        let columns = DetectedColumns(&reader, columnCount: 5)
        #expect(columns?.coordinates == coordinates)
        #expect(columns?.label == 2 && columns?.id == nil && columns?.searched == [2, 0])
    }

    /// What found the places of rows says how, beside the columns.
    @Test func columnsOfPlacesAreNotSaved() {
        var roles = PlaceRoles()
        (roles.town, roles.country) = (3, 4)
        var reader = ByteReader(saved(.places(roles)))
        let columns = DetectedColumns(&reader, columnCount: 5)
        #expect(columns?.coordinates == .places(PlaceRoles()) && columns?.searched == [2, 0])
    }

    /// The table has a column less than the largest number.
    @Test(arguments: all) func coordinatesOfNoColumnAreRefused(coordinates: DetectedColumns.Coordinates) {
        var reader = ByteReader(saved(coordinates))
        #expect(DetectedColumns(&reader, columnCount: 4) == nil)
    }

    @Test func damagedNumbersAreReadOrRefused() {
        let bytes = saved(Self.all[0])
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                var reader = ByteReader(damaged)
                guard let columns = DetectedColumns(&reader, columnCount: 5) else { continue }
                #expect(columns.coordinates.columns.allSatisfy { (0..<5).contains($0) })
            }
        }
    }
}
