import MapModel
import Streams

/// Coordinates by the values of columns.
extension ColumnDetection {
    private static let columnLimit = 1_000

    /// In a table without a header: two columns side by side with decimal degrees, else one with both.
    func guessed() throws(ColumnError) -> DetectedColumns {
        let candidates = valuePairs()
        guard let first = candidates.first else {
            if let found = geometryByValues() ?? combinedByValues() ?? pairByLetters() ?? partedByLetters() {
                return found
            }
            for column in names.names.indices.prefix(Self.columnLimit) {
                guard let order = order(in: column) else { continue }
                return byValues(.combined(column: column, longitudeFirst: order.longitudeFirst), order: order)
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
            guard let order = order(in: column) else { continue }
            return byValues(.combined(column: column, longitudeFirst: order.longitudeFirst), order: order)
        }
        return nil
    }

    /// A column whose values have N or S, and one whose values have E or W.
    func pairByLetters() -> DetectedColumns? {
        let columns = names.names.indices.prefix(Self.columnLimit)
        guard let latitude = columns.first(where: { sample.axisByLetters(of: $0) == .latitude }),
            let longitude = columns.first(where: { sample.axisByLetters(of: $0) == .longitude })
        else { return nil }
        return byValues(.pair(latitude: latitude, longitude: longitude))
    }

    /// The first column whose name and values are those of cells or squares, and what they are.
    func placeCodes() -> (column: Int, notation: String)? {
        for column in names.names.indices.prefix(Self.columnLimit) {
            guard let notation = PlaceCodes.notation(named: names.folded[column]),
                sample.values(of: column, limit: 100).allSatisfy(notation.fits)
            else { continue }
            return (column, notation.words)
        }
        return nil
    }

    /// Two columns side by side with large whole or decimal numbers whose names begin or end in letters for an easting and a
    /// northing, such as GKODE and GKODN, `E_LV95` and `N_LV95`; the easting first.
    func projectedNeighbours() -> [Int]? {
        for (left, right) in zip(names.names.indices, names.names.indices.dropFirst()).prefix(
            Self.columnLimit)
        {
            let letters = names.lettersThatDiffer(left, right)
            guard !letters.isEmpty, sample.looksProjected(latitude: right, longitude: left) else { continue }
            if letters.contains(where: { "exo".contains($0) && "ny".contains($1) }) { return [left, right] }
            if letters.contains(where: { "ny".contains($0) && "exo".contains($1) }) { return [right, left] }
        }
        return nil
    }

    /// Two columns side by side with decimal degrees of at least three digits after the mark.
    func pairByValues() -> DetectedColumns? {
        let precise = valuePairs().filter {
            sample.isPrecise($0.latitude) && sample.isPrecise($0.longitude)
        }
        guard let named = precise.first(where: { !$0.isGuess }) ?? precise.first else { return nil }
        return byValues(named, among: precise)
    }

    private func byValues(_ pair: ValuePair, among all: [ValuePair]) -> DetectedColumns {
        let chosen = [pair.latitude, pair.longitude]
        let others = Set(all.flatMap { [$0.latitude, $0.longitude] }).subtracting(chosen).sorted()
        let order = PairOrder(longitudeFirst: pair.longitude < pair.latitude, isGuess: pair.isGuess)
        return byValues(
            .pair(latitude: pair.latitude, longitude: pair.longitude), others: others, order: order)
    }

    private func byValues(
        _ coordinates: DetectedColumns.Coordinates, others: [Int] = [], order: PairOrder? = nil
    ) -> DetectedColumns {
        let guess: CoordinateAxis? =
            order?.isGuess == true && !options.isSwapped
            ? (order?.longitudeFirst == true ? .longitude : .latitude) : nil
        var found = detected(coordinates, because: "detected by values")
        let columns = coordinates.columns
        found.notices = [
            hasHeader
                ? .foundByValues(
                    columns: columns.map { names.names[$0] }, others: others.map { names.names[$0] },
                    flag: coordinates.flag, order: guess)
                : .guessedByValues(
                    columns: columns.map { $0 + 1 }, others: others.map { $0 + 1 }, order: guess)
        ]
        return found
    }

    /// A pair of columns that was found by its values.
    struct ValuePair {
        let latitude: Int
        let longitude: Int
        /// Neither names nor ranges show which is which.
        let isGuess: Bool
    }

    /// Neighbours in the order that their names or their ranges show; else latitude first, but in the tables of radio cells,
    /// which have no header and put the longitude first.
    private func valuePairs() -> [ValuePair] {
        let extents = names.names.indices.prefix(Self.columnLimit).map { sample.decimalExtent(of: $0) }
        let areCells = !hasHeader && sample.areRadioCells
        return zip(extents.indices, extents.indices.dropFirst()).compactMap { left, right in
            guard let first = extents[left], let second = extents[right], min(first, second) <= 90 else {
                return nil
            }
            let (leftAxis, rightAxis) = (names.axis(of: left), names.axis(of: right))
            var isLongitudeFirst = leftAxis == .longitude || rightAxis == .latitude
            var isGuess = leftAxis == nil && rightAxis == nil || leftAxis == rightAxis
            if isGuess { isLongitudeFirst = areCells }
            if first > 90 || second > 90 { (isLongitudeFirst, isGuess) = (first > 90, false) }
            return isLongitudeFirst
                ? ValuePair(latitude: right, longitude: left, isGuess: isGuess)
                : ValuePair(latitude: left, longitude: right, isGuess: isGuess)
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
        case .parts(let parts): parts.columns
        case .combined(let column, _), .geometry(let column, _): [column]
        case .places(let roles): roles.columns
        }
    }

    /// The flag that names such columns.
    var flag: String {
        switch self {
        case .pair, .parts: "--lat and --lon"
        case .combined: "--latlon"
        case .geometry: "--geom"
        case .places: "--city"
        }
    }
}
