import Streams

/// Coordinates by the names of columns.
extension ColumnDetection {
    /// The best pair of names whose values may be degrees.
    func byName() -> DetectedColumns? {
        let pairs = names.coordinatePairs().filter(mayBeDegrees)
        guard let best = pairs.first else { return nil }
        var found = detected(best)
        if pairs.count > 1 {
            found.notices.append(.otherPairs(chosen: title(best), others: pairs.dropFirst().map(title)))
        }
        for column in [best.latitude, best.longitude] {
            let namesakes = names.namesakes(of: column)
            guard namesakes.count > 1 else { continue }
            found.notices.append(
                .sameName(
                    name: names.names[column], chosen: column + 1,
                    others: namesakes.filter { $0 != column + 1 }))
        }
        return found
    }

    /// False for a pair whose values are metres, or that has no numbers while it has other values.
    private func mayBeDegrees(_ pair: ColumnNames.Pair) -> Bool {
        !looksProjected(pair) && sample.mayBeNumbers(pair.latitude) && sample.mayBeNumbers(pair.longitude)
    }

    func looksProjected(_ pair: ColumnNames.Pair) -> Bool {
        sample.looksProjected(latitude: pair.latitude, longitude: pair.longitude)
    }

    /// `point_x` and `point_y` whose values are decimal degrees.
    func axesByName() -> DetectedColumns? {
        names.axisPairs().first { pair in
            guard let north = sample.decimalExtent(of: pair.latitude) else { return false }
            return north <= 90 && sample.decimalExtent(of: pair.longitude) != nil
        }.map(detected)
    }

    /// The columns of a coordinate system that the user named: easting and northing, x and y, else any pair.
    func projectedByName() -> DetectedColumns? {
        let named = [names.projectedPair()].compactMap(\.self)
        let pairs = named + names.axisPairs() + names.coordinatePairs()
        return (pairs.first(where: looksProjected) ?? pairs.first).map(detected)
    }

    func combinedByName() -> DetectedColumns? {
        for column in names.columns(calledOneOf: ColumnNames.combined) {
            guard let longitudeFirst = longitudeFirst(in: column) else { continue }
            return detected(
                .combined(column: column, longitudeFirst: longitudeFirst),
                because: "one column with both, \(longitudeFirst ? "longitude" : "latitude") first")
        }
        return nil
    }

    /// The order in a column with both: by the range of its values, else by its name, else latitude first.
    func longitudeFirst(in column: Int) -> Bool? {
        sample.combinedOrder(of: column, tie: names.isLongitudeFirst(column) ?? false)
    }

    func detected(_ pair: ColumnNames.Pair) -> DetectedColumns {
        detected(.pair(latitude: pair.latitude, longitude: pair.longitude), because: pair.rule)
    }

    func title(_ pair: ColumnNames.Pair) -> String {
        "\(quoted(names.names[pair.latitude]))/\(quoted(names.names[pair.longitude]))"
    }
}
