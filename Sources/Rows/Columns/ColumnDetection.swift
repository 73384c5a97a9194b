import Streams

/// Finds the columns that hold coordinates, label and id, by their names, then by their values.
package struct ColumnDetection {
    /// Names of the columns; "column 1" and so on where the file has no header.
    let names: ColumnNames
    let hasHeader: Bool
    let sample: ColumnSample
    let options: ColumnOptions

    /// A detection that looks at the names and at the values of the first records.
    ///
    /// - Parameter names: the header, or invented names where `hasHeader` is false.
    package init(names: [String], hasHeader: Bool, sample: ColumnSample, options: ColumnOptions) {
        self.names = ColumnNames(names)
        self.hasHeader = hasHeader
        self.sample = sample
        self.options = options
    }

    /// The columns by the user's options, else by their names, else by their values.
    ///
    /// - Throws: `ColumnError` when no coordinates are found, a requested column is missing or ambiguous, or
    ///   the coordinates look projected.
    package func detected() throws(ColumnError) -> DetectedColumns {
        var found = try coordinates()
        if options.isSwapped { swap(&found) }
        if case .pair(let latitude, let longitude) = found.coordinates,
            sample.looksProjected(latitude: latitude, longitude: longitude)
        {
            throw .looksProjected(columns: [names.names[latitude], names.names[longitude]])
        }
        try findID(&found)
        try findLabel(&found)
        findSearched(&found)
        return found
    }

    private func coordinates() throws(ColumnError) -> DetectedColumns {
        if let explicit = try explicitPosition() { return explicit }
        guard hasHeader else { return try guessed() }
        if let pair = byName() { return pair }
        if let geometry = geometryByName() { return geometry }
        if let combined = combinedByName() { return combined }
        if let projected = names.projectedPair() {
            throw .looksProjected(columns: [
                names.names[projected.longitude], names.names[projected.latitude],
            ])
        }
        if let column = names.columns(named: ColumnNames.geometries).first {
            return try geometry(column, because: "by name", share: Self.geometryShare)
        }
        throw .noCoordinates(found: names.names, proposal: proposal())
    }

    // MARK: columns that the user named

    private func explicitPosition() throws(ColumnError) -> DetectedColumns? {
        if let asked = options.combined {
            let column = try self.column(asked, flag: "--latlon")
            let longitudeFirst = sample.combinedOrder(of: column) ?? false
            return detected(
                .combined(column: column, longitudeFirst: longitudeFirst), because: "coordinates: --latlon")
        }
        if let asked = options.geometry {
            let column = try self.column(asked, flag: "--geom")
            return try geometry(column, because: "--geom", share: 0)
        }
        switch (options.latitude, options.longitude) {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            let pair = (
                latitude: try column(latitude, flag: "--lat"), longitude: try column(longitude, flag: "--lon")
            )
            guard pair.latitude != pair.longitude else {
                throw .sameColumnTwice(name: names.names[pair.latitude])
            }
            return detected(
                .pair(latitude: pair.latitude, longitude: pair.longitude), because: "--lat and --lon")
        case (let latitude?, nil):
            let column = try self.column(latitude, flag: "--lat")
            guard let pair = names.coordinatePairs().first(where: { $0.latitude == column }) else {
                throw .noPartner(flag: "--lon", given: "--lat", found: names.names)
            }
            return detected(
                .pair(latitude: column, longitude: pair.longitude), because: "--lat and its partner")
        case (nil, let longitude?):
            let column = try self.column(longitude, flag: "--lon")
            guard let pair = names.coordinatePairs().first(where: { $0.longitude == column }) else {
                throw .noPartner(flag: "--lat", given: "--lon", found: names.names)
            }
            return detected(
                .pair(latitude: pair.latitude, longitude: column), because: "--lon and its partner")
        }
    }

    /// The column that the user requested with `flag`, by name or by number counted from 1.
    ///
    /// - Throws: `.noSuchColumn`, or `.ambiguousName` when several columns have the name.
    package func column(_ asked: String, flag: String) throws(ColumnError) -> Int {
        let found = names.columns(asked: asked)
        guard let first = found.first else {
            throw .noSuchColumn(flag: flag, asked: asked, found: names.names)
        }
        guard found.count == 1 else {
            throw .ambiguousName(flag: flag, asked: asked, columns: found.map { $0 + 1 })
        }
        return first
    }

    // MARK: by name

    private func byName() -> DetectedColumns? {
        let pairs = names.coordinatePairs()
        guard let best = pairs.first else { return nil }
        var found = detected(
            .pair(latitude: best.latitude, longitude: best.longitude), because: best.rule)
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

    private func title(_ pair: ColumnNames.Pair) -> String {
        "\(quoted(names.names[pair.latitude]))/\(quoted(names.names[pair.longitude]))"
    }

    private func combinedByName() -> DetectedColumns? {
        for name in ColumnNames.combined {
            guard let column = names.columns(named: [name]).first,
                let longitudeFirst = sample.combinedOrder(of: column)
            else { continue }
            return detected(
                .combined(column: column, longitudeFirst: longitudeFirst),
                because: "one column with both, \(longitudeFirst ? "longitude" : "latitude") first")
        }
        return nil
    }

    // MARK: by values

    /// Two columns side by side with decimal degrees; latitude first unless its values go beyond 90.
    private func guessed() throws(ColumnError) -> DetectedColumns {
        let candidates = valuePairs()
        guard let first = candidates.first else {
            if let geometry = geometryByValues() { return geometry }
            if let column = names.names.indices.first(where: { sample.combinedOrder(of: $0) != nil }) {
                let longitudeFirst = sample.combinedOrder(of: column) ?? false
                var found = detected(
                    .combined(column: column, longitudeFirst: longitudeFirst), because: "detected by values")
                found.notices = [.guessedByValues(columns: [column + 1], others: [])]
                return found
            }
            throw .noCoordinates(found: names.names, proposal: nil)
        }
        var found = detected(
            .pair(latitude: first.latitude, longitude: first.longitude), because: "detected by values")
        let chosen = [first.latitude + 1, first.longitude + 1]
        let others = Set(candidates.flatMap { [$0.latitude + 1, $0.longitude + 1] }).subtracting(chosen)
            .sorted()
        found.notices = [.guessedByValues(columns: chosen, others: others)]
        return found
    }

    private func valuePairs() -> [ColumnNames.Pair] {
        let extents = names.names.indices.prefix(1_000).map { sample.decimalExtent(of: $0) }
        return zip(extents.indices, extents.indices.dropFirst()).compactMap { left, right in
            guard let first = extents[left], let second = extents[right], min(first, second) <= 90 else {
                return nil
            }
            return first <= 90
                ? ColumnNames.Pair(latitude: left, longitude: right, rule: "values")
                : ColumnNames.Pair(latitude: right, longitude: left, rule: "values")
        }
    }

    private func proposal() -> String? {
        valuePairs().first.map { pair in
            "--lat \(quoted(names.names[pair.latitude])) --lon \(quoted(names.names[pair.longitude]))"
        }
    }

    // MARK: reasons

    func detected(_ coordinates: DetectedColumns.Coordinates, because rule: String) -> DetectedColumns {
        let reasons =
            switch coordinates {
            case .pair(let latitude, let longitude):
                ["latitude: \(titled(latitude)) (\(rule))", "longitude: \(titled(longitude)) (\(rule))"]
            case .combined(let column, _): ["coordinates: \(titled(column)) (\(rule))"]
            case .geometry(let column, _): ["geometry: \(titled(column)) (\(rule))"]
            }
        return DetectedColumns(coordinates: coordinates, label: nil, id: nil, reasons: reasons, notices: [])
    }

    func titled(_ column: Int) -> String {
        hasHeader ? "column \(column + 1), \(quoted(names.names[column]))" : "column \(column + 1)"
    }

    private func swap(_ found: inout DetectedColumns) {
        switch found.coordinates {
        case .pair(let latitude, let longitude):
            found.coordinates = .pair(latitude: longitude, longitude: latitude)
        case .combined(let column, let longitudeFirst):
            found.coordinates = .combined(column: column, longitudeFirst: !longitudeFirst)
        case .geometry:
            found.reasons.append("geometries are not swapped (--swap is for latitude and longitude)")
            return
        }
        found.reasons.append("latitude and longitude swapped (--swap)")
    }
}
