import Streams

/// Finds the columns that hold coordinates, label and id, by the names, then by the values.
package struct ColumnDetection {
    /// Names of the columns; "column 1" and so on where the file has no header.
    let names: ColumnNames
    let hasHeader: Bool
    let sample: ColumnSample
    let options: ColumnOptions

    /// More columns than this are not searched.
    private static let searchedLimit = 64

    package init(names: [String], hasHeader: Bool, sample: ColumnSample, options: ColumnOptions) {
        self.names = ColumnNames(names)
        self.hasHeader = hasHeader
        self.sample = sample
        self.options = options
    }

    package func detected() throws(ColumnError) -> DetectedColumns {
        var found = try position()
        if options.isSwapped { swap(&found) }
        if case .pair(let latitude, let longitude) = found.position,
            sample.looksProjected(latitude: latitude, longitude: longitude)
        {
            throw .looksProjected(columns: [names.names[latitude], names.names[longitude]])
        }
        try findID(&found)
        try findLabel(&found)
        findSearched(&found)
        return found
    }

    private func position() throws(ColumnError) -> DetectedColumns {
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

    // MARK: what the user said

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

    // MARK: label and id

    /// The id: named by the user, or by one of the usual names; none otherwise (rows have numbers anyway).
    private func findID(_ found: inout DetectedColumns) throws(ColumnError) {
        if let asked = options.id {
            found.id = try column(asked, flag: "--id")
        } else {
            found.id = names.columns(named: ColumnNames.ids).first { !isCoordinate($0, found) }
        }
        if let id = found.id {
            found.reasons.append("id: \(titled(id)) (\(options.id == nil ? "by name" : "--id"))")
        }
    }

    /// The label: named by the user, by one of the usual names, by a name that ends in "name", else the first
    /// column of words, else the id.
    private func findLabel(_ found: inout DetectedColumns) throws(ColumnError) {
        let free = names.names.indices.filter { !isCoordinate($0, found) }
        let reason: String
        if let asked = options.label {
            found.label = try column(asked, flag: "--label")
            reason = "--label"
        } else if let named = names.columns(named: ColumnNames.labels).first(where: {
            !isCoordinate($0, found)
        }) {
            found.label = named
            reason = "by name"
        } else if let named = names.first(of: free, endingIn: "name") {
            found.label = named
            reason = "by name"
        } else if let text = free.prefix(1_000).first(where: { $0 != found.id && sample.isText($0) }) {
            found.label = text
            reason = "first text column"
        } else {
            found.label = found.id
            reason = "no text column"
        }
        found.reasons.append(
            found.label.map { "label: \(titled($0)) (\(reason))" } ?? "label: none (\(reason))")
    }

    /// What searches look through: the label, the id, then the columns of words in the order of the file.
    private func findSearched(_ found: inout DetectedColumns) {
        let words = WordColumns(sample: sample)
        let others = names.names.indices.prefix(1_000).filter { column in
            column != found.label && column != found.id && !isCoordinate(column, found)
                && !names.columns(named: ColumnNames.geometries).contains(column) && words.isSearched(column)
        }
        let all = [found.label, found.id == found.label ? nil : found.id].compactMap(\.self) + others
        found.searched = Array(all.prefix(Self.searchedLimit))
        let titles = found.searched.map { names.names[$0] }.map { printable($0, limit: 48) }
        found.reasons.append("searched: \(titles.isEmpty ? "none" : titles.joined(separator: ", "))")
    }

    private func isCoordinate(_ column: Int, _ found: DetectedColumns) -> Bool {
        switch found.position {
        case .pair(let latitude, let longitude): column == latitude || column == longitude
        case .combined(let only, _), .geometry(let only, _): column == only
        }
    }

    // MARK: words

    func detected(_ position: DetectedColumns.Position, because rule: String) -> DetectedColumns {
        let reasons =
            switch position {
            case .pair(let latitude, let longitude):
                ["latitude: \(titled(latitude)) (\(rule))", "longitude: \(titled(longitude)) (\(rule))"]
            case .combined(let column, _): ["coordinates: \(titled(column)) (\(rule))"]
            case .geometry(let column, _): ["geometry: \(titled(column)) (\(rule))"]
            }
        return DetectedColumns(position: position, label: nil, id: nil, reasons: reasons, notices: [])
    }

    private func titled(_ column: Int) -> String {
        hasHeader ? "column \(column + 1), \(quoted(names.names[column]))" : "column \(column + 1)"
    }

    private func swap(_ found: inout DetectedColumns) {
        switch found.position {
        case .pair(let latitude, let longitude):
            found.position = .pair(latitude: longitude, longitude: latitude)
        case .combined(let column, let longitudeFirst):
            found.position = .combined(column: column, longitudeFirst: !longitudeFirst)
        case .geometry:
            found.reasons.append("geometries are not swapped (--swap is for latitude and longitude)")
            return
        }
        found.reasons.append("latitude and longitude swapped (--swap)")
    }
}
