import MapModel

/// A format for exported rows.
package enum RowFormat: String, CaseIterable, Sendable {
    /// As the file has them, byte for byte; the distance is one more column.
    case csv
    /// A JSON object a line. Source: ndjson.org, version 1.
    case ndjson
    /// A FeatureCollection of points. Source: RFC 7946.
    case geojson

    /// The format that the ending of a name stands for; nil for any other.
    package init?(path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
        switch ending {
        case "csv": self = .csv
        case "ndjson", "jsonl": self = .ndjson
        case "geojson", "json": self = .geojson
        default: return nil
        }
    }
}

/// A row to export: its place and distance.
package struct ExportedRow: Sendable {
    /// The row's number in its table.
    package let row: UInt32
    /// Its representative point; any where it has no place.
    package let place: FixedCoordinate
    /// Whether anything says where it is.
    package let hasPlace: Bool
    /// Metres from the centre of the question along the great circle; 0 where nothing is measured.
    package let distanceMeters: Double
    /// What writes the geometry of a row at a place as GeoJSON.
    private let shape: (@Sendable (UInt32, FixedCoordinate) -> [UInt8]?)?

    /// Its line or area, or its point with a height, as GeoJSON; nil for another point, and where it is not written.
    package var geometry: [UInt8]? { shape?(row, place) }

    /// A row at a known distance, in metres.
    package init(
        row: UInt32, place: FixedCoordinate, distanceMeters: Double = 0,
        shape: (@Sendable (UInt32, FixedCoordinate) -> [UInt8]?)? = nil
    ) {
        self.row = row
        self.place = place
        hasPlace = true
        self.distanceMeters = distanceMeters
        self.shape = shape
    }

    /// A row that is nowhere.
    package init(withoutPlace row: UInt32) {
        (self.row, hasPlace) = (row, false)
        place = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        (distanceMeters, shape) = (0, nil)
    }
}

extension ExportedRow: Equatable {
    /// The same row at the same place and distance.
    package static func == (first: ExportedRow, second: ExportedRow) -> Bool {
        (first.row, first.place, first.distanceMeters) == (second.row, second.place, second.distanceMeters)
            && first.hasPlace == second.hasPlace
    }
}
