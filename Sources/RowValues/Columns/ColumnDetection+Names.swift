import MapModel
import Streams

/// Coordinates by the names of columns.
extension ColumnDetection {
    /// The best pair of names whose values may be degrees: the first that has nearly as many values as any.
    func byName() -> DetectedColumns? {
        let pairs = names.coordinatePairs().filter(mayBeDegrees)
        guard let first = pairs.first else { return nil }
        let counts = pairs.map { sample.pairCount($0.latitude, $0.longitude) }
        let most = counts.max() ?? 0
        let index = counts.firstIndex { $0 * 10 >= most * 9 } ?? 0
        let best = pairs[index]
        var found = detected(best)
        if pairs.count > 1 {
            let others = pairs.indices.filter { $0 != index }.map { title(pairs[$0]) }
            found.notices.append(
                best == first
                    ? .otherPairs(chosen: title(best), others: others)
                    : .fullerPair(chosen: title(best), others: others))
        }
        if found.unitsPerDegree > 1, names.unitsPerDegree(best.latitude) == nil {
            found.notices.append(
                .wholeNumbers(
                    columns: [names.names[best.latitude], names.names[best.longitude]],
                    unitsPerDegree: found.unitsPerDegree))
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
        (unitsPerDegree(pair) > 1 || !looksProjected(pair) || parted(pair.latitude, pair.longitude) != nil)
            && sample.mayBeNumbers(pair.latitude)
            && sample.mayBeNumbers(pair.longitude)
    }

    /// 1 for degrees; ten or one million where whole numbers are such parts of a degree.
    func unitsPerDegree(_ pair: ColumnNames.Pair) -> Double {
        if options.isProjected { return 1 }
        if let named = names.unitsPerDegree(pair.latitude), named == names.unitsPerDegree(pair.longitude) {
            return sample.areBeyondDegrees(latitude: pair.latitude, longitude: pair.longitude) ? named : 1
        }
        return sample.unitsPerDegree(
            latitude: pair.latitude, longitude: pair.longitude,
            isNamed: names.axis(of: pair.latitude) != nil)
    }

    /// Why numbers of a pair that is named like degrees are none.
    func fault(of pair: ColumnNames.Pair) -> ColumnError {
        let columns = [names.names[pair.latitude], names.names[pair.longitude]]
        let systems = projectedSystems(latitude: pair.latitude, longitude: pair.longitude)
        // Axes of a grid are called x and y, too.
        let mayBeGrid = names.folded[pair.latitude] == "y" && systems != nil
        if !mayBeGrid, names.axis(of: pair.latitude) == .latitude || names.isPlainPair(pair) {
            if let example = sample.lostDecimalPoint(latitude: pair.latitude, longitude: pair.longitude) {
                return .lostDecimalPoint(columns: columns, example: example)
            }
            if let example = sample.degreesAndMinutes(latitude: pair.latitude, longitude: pair.longitude) {
                return .degreesAndMinutes(columns: columns, example: example)
            }
        }
        return .looksProjected(columns: columns, systems: systems)
    }

    /// The same of a pair that is named like an easting and a northing.
    func fault(ofProjected pair: ColumnNames.Pair) -> ColumnError {
        projectedFault(
            latitude: pair.latitude, longitude: pair.longitude, columns: [pair.longitude, pair.latitude])
    }

    func looksProjected(_ pair: ColumnNames.Pair) -> Bool {
        sample.looksProjected(latitude: pair.latitude, longitude: pair.longitude)
    }

    /// `point_x` and `point_y`, `GPS_N` and `GPS_E` whose values are decimal degrees.
    func axesByName() -> DetectedColumns? {
        (names.axisPairs() + names.lettered()).first { pair in
            guard let north = sample.decimalExtent(of: pair.latitude) else { return false }
            return north <= 90 && sample.decimalExtent(of: pair.longitude) != nil
        }.map(detected)
    }

    /// The columns of a coordinate system that the user named: easting and northing, x and y, else any pair.
    func projectedByName() -> DetectedColumns? {
        let named = [names.projectedPair()].compactMap(\.self)
        let pairs = named + names.axisPairs() + names.coordinatePairs()
        let neighbours = projectedNeighbours().map {
            ColumnNames.Pair(latitude: $0[1], longitude: $0[0], rule: "projected")
        }
        return (pairs.first(where: looksProjected) ?? neighbours ?? pairs.first).map(detected)
    }

    func combinedByName() -> DetectedColumns? {
        let named = names.columns(calledOneOf: ColumnNames.combined)
        for column in named + names.columns(joinedToOneOf: ColumnNames.combined) {
            guard let order = order(in: column, isNamed: true) else { continue }
            return combined(
                column, order,
                because: "one column with both, \(order.longitudeFirst ? "longitude" : "latitude") first")
        }
        return nil
    }

    /// The columns of a pair in one column; a notice says an order that nothing shows.
    func combined(_ column: Int, _ order: PairOrder, because rule: String) -> DetectedColumns {
        var found = detected(.combined(column: column, longitudeFirst: order.longitudeFirst), because: rule)
        if order.isGuess, !options.isSwapped {
            found.notices.append(
                .guessedOrder(
                    column: names.names[column], first: order.longitudeFirst ? .longitude : .latitude))
        }
        return found
    }

    /// The order in a column with both: by letters and labels, by the range of its values, by its name, else latitude
    /// first, which is a guess.
    func order(in column: Int, isNamed: Bool = false) -> PairOrder? {
        // Lines of three numbers and more are columns that blanks part.
        if names.names.count == 1, !isNamed, sample.areSeparated(column) { return nil }
        return sample.pairOrder(
            of: column, named: names.isLongitudeFirst(column), isNamed: isNamed,
            isOWest: isOWest(inPairs: column))
    }

    func detected(_ pair: ColumnNames.Pair) -> DetectedColumns {
        var found = detected(.pair(latitude: pair.latitude, longitude: pair.longitude), because: pair.rule)
        found.unitsPerDegree = unitsPerDegree(pair)
        return found
    }

    func title(_ pair: ColumnNames.Pair) -> String {
        "\(quoted(names.names[pair.latitude]))/\(quoted(names.names[pair.longitude]))"
    }
}
