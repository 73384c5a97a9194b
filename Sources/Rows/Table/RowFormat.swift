import MapModel

/// In which form rows are given out.
package enum RowFormat: String, CaseIterable, Sendable {
    /// As the file has them, byte for byte, with a column for the distance at their end.
    case csv
    /// A JSON object a line. Source: ndjson.org, version 1.
    case ndjson
    /// A FeatureCollection of points. Source: RFC 7946.
    case geojson
}

/// A row to give out: where it is and how far.
package struct ExportedRow: Sendable, Equatable {
    package let row: UInt32
    package let place: FixedCoordinate
    package let distanceMeters: Double

    package init(row: UInt32, place: FixedCoordinate, distanceMeters: Double) {
        self.row = row
        self.place = place
        self.distanceMeters = distanceMeters
    }
}
