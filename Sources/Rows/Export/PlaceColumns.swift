import MapModel

/// The two columns of a table that a reader takes for the coordinates of its rows, by their names.
struct PlaceColumns {
    let latitude: Int
    let longitude: Int
    /// They are those of the row and of nothing else, such as a pickup: a row that has nothing in them may get its place.
    let canBeFilled: Bool

    /// Nil when no names are those of coordinates.
    init?(_ names: ColumnNames) {
        guard let pair = names.coordinatePairs().first else { return nil }
        (latitude, longitude) = (pair.latitude, pair.longitude)
        canBeFilled = names.placeColumns.map { $0 == (pair.latitude, pair.longitude) } ?? false
    }

    /// Whether a row has nothing in them.
    func areEmpty(in values: [FieldValue?]) -> Bool {
        [latitude, longitude].allSatisfy { Self.text(values, $0).isEmpty }
    }

    /// Whether a reader finds the place of a row in them, to a tenth of a metre, once they are filled.
    func hold(_ place: FixedCoordinate, in values: [FieldValue?]) -> Bool {
        if canBeFilled, areEmpty(in: values) { return true }
        return Self.agree(Self.text(values, latitude), place.latitudeE7)
            && Self.agree(Self.text(values, longitude), place.longitudeE7)
    }

    private static func text(_ values: [FieldValue?], _ column: Int) -> String {
        guard column < values.count, let value = values[column], value.kind != .missing else { return "" }
        return value.text
    }

    private static func agree(_ text: String, _ degreesE7: Int32) -> Bool {
        guard let degrees = Double(text), degrees.isFinite else { return false }
        return abs((degrees * 1e7 - Double(degreesE7)).remainder(dividingBy: 360e7)) <= 10
    }
}
