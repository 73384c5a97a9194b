import Streams

/// Finds the columns that hold coordinates, label and id, by their names, then by their values.
package struct ColumnDetection {
    /// Names of the columns; "column 1" and so on where the file has no header.
    let names: ColumnNames
    let hasHeader: Bool
    let sample: ColumnSample
    let options: ColumnOptions
    /// The reader takes whole numbers of which ten million make a degree; a database does not.
    let readsWholeNumbers: Bool
    /// The reader transforms geometries that are in another coordinate system.
    let readsProjected: Bool
    /// The reader puts degrees, minutes, seconds and letters of several columns together.
    let readsParts: Bool
    /// The reader is that of delimited text: it exchanges the coordinates of geometries, too, and takes a lone O in a pair.
    let isDelimited: Bool

    /// A detection that looks at the names and at the values of the first records.
    ///
    /// - Parameter names: the header, or invented names where `hasHeader` is false.
    package init(
        names: [String], hasHeader: Bool, sample: ColumnSample, options: ColumnOptions,
        readsWholeNumbers: Bool = false,
        readsProjected: Bool = false,
        readsParts: Bool = false,
        isDelimited: Bool = false
    ) {
        self.isDelimited = isDelimited
        self.names = ColumnNames(names)
        self.hasHeader = hasHeader
        self.sample = sample
        self.options = options
        self.readsWholeNumbers = readsWholeNumbers
        self.readsProjected = readsProjected
        self.readsParts = readsParts
    }

    /// The columns by the user's options, else by their names, else by their values.
    ///
    /// - Throws: `ColumnError` when no coordinates are found, a requested column is missing or ambiguous, or
    ///   the coordinates look projected.
    package func detected() throws(ColumnError) -> DetectedColumns {
        var found = try coordinatesOrPlaces()
        if options.isSwapped { swap(&found) }
        complete(&found)
        if case .combined(let column, _) = found.coordinates, let isOWest = isOWest(inPairs: column) {
            found.isOWest = isOWest
            found.notices.append(
                .letterO(column: names.names[column], direction: isOWest ? "west" : "east"))
        }
        if case .pair(let latitude, let longitude) = found.coordinates, !options.isProjected,
            found.unitsPerDegree == 1, sample.looksProjected(latitude: latitude, longitude: longitude)
        {
            throw fault(of: ColumnNames.Pair(latitude: latitude, longitude: longitude, rule: ""))
        }
        if found.unitsPerDegree > 1, !readsWholeNumbers {
            throw .wholeNumbers(
                columns: found.coordinates.columns.map { names.names[$0] },
                unitsPerDegree: found.unitsPerDegree)
        }
        if case .pair(let latitude, let longitude) = found.coordinates {
            noteUnread(latitude: latitude, longitude: longitude, &found)
        }
        try findID(&found)
        try findLabel(&found)
        findSearched(&found)
        return found
    }

    /// Coordinates first; where there are none, columns of names and codes.
    private func coordinatesOrPlaces() throws(ColumnError) -> DetectedColumns {
        if options.places?.isAsked == true, let found = try places() { return found }
        do throws(ColumnError) {
            return try coordinates()
        } catch {
            switch error {
            case .noCoordinates, .looksProjected, .placeCodes, .geometryOnly:
                guard options.namesNoCoordinates else { throw error }
                do throws(ColumnError) {
                    guard let found = try places() else { throw error }
                    return found
                } catch .fewPlaces(let found, let words) {
                    // Metres say more than words that are no towns.
                    if case .noCoordinates = error { throw .fewPlaces(found: found, words: words) }
                    throw error
                }
            default: throw error
            }
        }
    }

    private func places() throws(ColumnError) -> DetectedColumns? {
        guard let found = try options.places?.find(names.names, hasHeader, sample) else { return nil }
        return DetectedColumns(
            coordinates: .places(found.roles), label: nil, id: nil, reasons: found.reasons,
            notices: found.notices.map(ColumnNotice.places))
    }

    private func coordinates() throws(ColumnError) -> DetectedColumns {
        if let explicit = try explicitPosition() { return explicit }
        if options.isProjected, let pair = projectedByName() { return pair }
        guard hasHeader else { return try guessed() }
        if let found = parted(before: byName()) ?? geometryByName() ?? geometryByValues() ?? combinedByName()
            ?? axesByName()
            ?? combinedByValues() ?? pairByLetters() ?? partedByLetters()
        {
            return found
        }
        if let projected = names.projectedPair() {
            // Degrees under such names are degrees.
            if sample.decimalExtent(of: projected.latitude) ?? 91 <= 90,
                sample.decimalExtent(of: projected.longitude) != nil
            {
                return detected(projected)
            }
            throw fault(ofProjected: projected)
        }
        if let pair = names.coordinatePairs().first { return detected(pair) }
        if let pair = pairByValues() { return pair }
        if let column = names.columns(named: ColumnNames.geometries).first {
            return try geometry(column, because: "by name", share: Self.geometryShare)
        }
        if let projected = names.axisPairs().first(where: looksProjected) {
            throw fault(ofProjected: projected)
        }
        if let (column, notation) = placeCodes() {
            throw .placeCodes(column: names.names[column], notation: notation)
        }
        if let pair = projectedNeighbours() {
            throw projectedFault(latitude: pair[1], longitude: pair[0], columns: pair)
        }
        throw .noCoordinates(found: names.names, proposal: proposal())
    }

    // MARK: columns that the user named

    private func explicitPosition() throws(ColumnError) -> DetectedColumns? {
        if let asked = options.combined {
            let column = try self.column(asked, flag: "--latlon")
            let order = order(in: column) ?? PairOrder(longitudeFirst: false, isGuess: false)
            return combined(column, order, because: "coordinates: --latlon")
        }
        if let asked = options.geometry {
            let column = try self.column(asked, flag: "--geom")
            return try geometry(column, because: "--geom", share: 0)
        }
        switch (options.latitude, options.longitude) {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            if let parts = try namedParts(latitude, longitude) { return parts }
            let pair = (
                latitude: try column(latitude, flag: "--lat"), longitude: try column(longitude, flag: "--lon")
            )
            guard pair.latitude != pair.longitude else {
                throw .sameColumnTwice(name: names.names[pair.latitude])
            }
            return detected(
                ColumnNames.Pair(latitude: pair.latitude, longitude: pair.longitude, rule: "--lat and --lon"))
        case (let latitude?, nil):
            let column = try self.column(latitude, flag: "--lat")
            guard let pair = names.coordinatePairs().first(where: { $0.latitude == column }) else {
                throw .noPartner(flag: "--lon", given: "--lat", found: names.names)
            }
            return detected(
                ColumnNames.Pair(latitude: column, longitude: pair.longitude, rule: "--lat and its partner"))
        case (nil, let longitude?):
            let column = try self.column(longitude, flag: "--lon")
            guard let pair = names.coordinatePairs().first(where: { $0.longitude == column }) else {
                throw .noPartner(flag: "--lat", given: "--lon", found: names.names)
            }
            return detected(
                ColumnNames.Pair(latitude: pair.latitude, longitude: column, rule: "--lon and its partner"))
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

    // MARK: reasons

    func detected(_ coordinates: DetectedColumns.Coordinates, because rule: String) -> DetectedColumns {
        let reasons =
            switch coordinates {
            case .pair(let latitude, let longitude):
                ["latitude: \(titled(latitude)) (\(rule))", "longitude: \(titled(longitude)) (\(rule))"]
            case .parts(let parts):
                [
                    "latitude: \(title(parts.latitude, parts.form)) (\(rule))",
                    "longitude: \(title(parts.longitude, parts.form)) (\(rule))",
                ]
            case .combined(let column, _): ["coordinates: \(titled(column)) (\(rule))"]
            case .geometry(let column, _): ["geometry: \(titled(column)) (\(rule))"]
            case .places: [String]()
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
        case .parts(let parts): found.coordinates = .parts(parts.swapped)
        case .combined(let column, let longitudeFirst):
            found.coordinates = .combined(column: column, longitudeFirst: !longitudeFirst)
        case .places: return
        case .geometry where isDelimited: break
        case .geometry:
            found.reasons.append("geometries are not swapped (--swap is for latitude and longitude)")
            return
        }
        found.reasons.append("latitude and longitude swapped (--swap)")
    }
}
