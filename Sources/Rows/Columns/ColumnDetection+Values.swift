import Streams

/// Coordinates by the values of columns.
extension ColumnDetection {
    private static let columnLimit = 1_000

    /// In a table without a header: two columns side by side with decimal degrees, else one with both.
    func guessed() throws(ColumnError) -> DetectedColumns {
        let candidates = valuePairs()
        guard let first = candidates.first else {
            if let found = geometryByValues() ?? combinedByValues() { return found }
            if let column = names.names.indices.first(where: { longitudeFirst(in: $0) != nil }) {
                return byValues(
                    .combined(column: column, longitudeFirst: longitudeFirst(in: column) ?? false))
            }
            throw .noCoordinates(found: names.names, proposal: nil)
        }
        return byValues(first, among: candidates)
    }

    /// The first column whose values are geometries.
    func geometryByValues() -> DetectedColumns? {
        for column in names.names.indices.prefix(Self.columnLimit) where sample.mayBeGeometries(column) {
            guard
                let found = try? geometry(column, because: "detected by values", share: Self.geometryShare)
            else { continue }
            return byValues(found.coordinates)
        }
        return nil
    }

    /// The first column whose values are two coordinates with at least three digits after the mark each, or
    /// with letters for the hemisphere: 3/4 and 10, 20 are none.
    func combinedByValues() -> DetectedColumns? {
        for column in names.names.indices.prefix(Self.columnLimit) where sample.mayBePlaces(column) {
            guard let longitudeFirst = longitudeFirst(in: column) else { continue }
            return byValues(.combined(column: column, longitudeFirst: longitudeFirst))
        }
        return nil
    }

    /// Two columns side by side with decimal degrees of at least three digits after the mark.
    func pairByValues() -> DetectedColumns? {
        let precise = valuePairs().filter {
            sample.isPrecise($0.latitude) && sample.isPrecise($0.longitude)
        }
        return precise.first.map { byValues($0, among: precise) }
    }

    private func byValues(_ pair: ColumnNames.Pair, among all: [ColumnNames.Pair]) -> DetectedColumns {
        let chosen = [pair.latitude, pair.longitude]
        let others = Set(all.flatMap { [$0.latitude, $0.longitude] }).subtracting(chosen).sorted()
        return byValues(.pair(latitude: pair.latitude, longitude: pair.longitude), others: others)
    }

    private func byValues(
        _ coordinates: DetectedColumns.Coordinates, others: [Int] = []
    ) -> DetectedColumns {
        var found = detected(coordinates, because: "detected by values")
        let columns = coordinates.columns
        found.notices = [
            hasHeader
                ? .foundByValues(
                    columns: columns.map { names.names[$0] }, others: others.map { names.names[$0] },
                    flag: coordinates.flag)
                : .guessedByValues(columns: columns.map { $0 + 1 }, others: others.map { $0 + 1 })
        ]
        return found
    }

    /// Latitude first unless its values go beyond 90.
    private func valuePairs() -> [ColumnNames.Pair] {
        let extents = names.names.indices.prefix(Self.columnLimit).map { sample.decimalExtent(of: $0) }
        return zip(extents.indices, extents.indices.dropFirst()).compactMap { left, right in
            guard let first = extents[left], let second = extents[right], min(first, second) <= 90 else {
                return nil
            }
            return first <= 90
                ? ColumnNames.Pair(latitude: left, longitude: right, rule: "values")
                : ColumnNames.Pair(latitude: right, longitude: left, rule: "values")
        }
    }

    /// The flags that would read columns whose values look like coordinates.
    func proposal() -> String? {
        valuePairs().first.map { pair in
            "--lat \(quoted(names.names[pair.latitude])) --lon \(quoted(names.names[pair.longitude]))"
        }
    }
}

extension DetectedColumns.Coordinates {
    /// The columns that hold them.
    package var columns: [Int] {
        switch self {
        case .pair(let latitude, let longitude): [latitude, longitude]
        case .combined(let column, _), .geometry(let column, _): [column]
        }
    }

    /// The flag that names such columns.
    var flag: String {
        switch self {
        case .pair: "--lat and --lon"
        case .combined: "--latlon"
        case .geometry: "--geom"
        }
    }
}
