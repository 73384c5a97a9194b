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
        if case .pair(let latitude, let longitude) = found.coordinates, !options.isProjected,
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
        if options.isProjected, let pair = projectedByName() { return pair }
        guard hasHeader else { return try guessed() }
        if let found = byName() ?? geometryByName() ?? combinedByName() ?? axesByName()
            ?? geometryByValues() ?? combinedByValues()
        {
            return found
        }
        if let projected = names.projectedPair() {
            throw .looksProjected(columns: [
                names.names[projected.longitude], names.names[projected.latitude],
            ])
        }
        if let pair = names.coordinatePairs().first { return detected(pair) }
        if let pair = pairByValues() { return pair }
        if let column = names.columns(named: ColumnNames.geometries).first {
            return try geometry(column, because: "by name", share: Self.geometryShare)
        }
        if let projected = names.axisPairs().first(where: looksProjected) {
            throw .looksProjected(columns: [
                names.names[projected.longitude], names.names[projected.latitude],
            ])
        }
        throw .noCoordinates(found: names.names, proposal: proposal())
    }

    // MARK: columns that the user named

    private func explicitPosition() throws(ColumnError) -> DetectedColumns? {
        if let asked = options.combined {
            let column = try self.column(asked, flag: "--latlon")
            return detected(
                .combined(column: column, longitudeFirst: longitudeFirst(in: column) ?? false),
                because: "coordinates: --latlon")
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
