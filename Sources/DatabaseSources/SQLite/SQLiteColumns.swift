import RowValues
import Streams

/// Finds the columns of a relation that hold places, label and id.
struct SQLiteColumns {
    let relation: SQLiteRelation
    let sample: SQLiteSample
    /// The geometry columns that its metadata name.
    let geometry: [SQLiteGeometryColumn]
    let options: ColumnOptions
    let path: String

    struct Found {
        let coordinates: SQLiteLayout.Coordinates
        /// Of a pair: so many whole numbers make a degree; 1 for degrees.
        var unitsPerDegree = 1.0
        let roles: ColumnRoles
        let reasons: [String]
        let notices: [String]
    }

    /// The columns that the user named, else the geometry column in the metadata, else columns by their
    /// names, else a column of geometries by its values.
    func detected() throws(SourceError) -> Found {
        if options.latitude != nil || options.longitude != nil || options.combined != nil {
            return try namedColumns()
        }
        if options.geometry != nil { return try namedGeometry() }
        if let box = boxPosition() { return try found(box, because: "the axes of the R*Tree") }
        if let known = geometry.first(where: { $0.foreignReference == nil }), let column = column(known) {
            return try found(
                .geometry(column: column, isVouchedFor: true), because: "geometry from the metadata")
        }
        do throws(SourceError) {
            return try namedColumns()
        } catch {
            if let foreign = geometry.lazy.compactMap(\.foreignReference).first { throw projected(foreign) }
            guard let column = sample.geometryColumns.min() else { throw error }
            return try found(
                .geometry(column: column, isVouchedFor: false), because: "geometry by values")
        }
    }

    /// The columns that the user named, or that are detected by name.
    private func namedColumns() throws(SourceError) -> Found {
        try named { () throws(ColumnError) in Found(try detection.detected()) }
    }

    private var detection: ColumnDetection {
        ColumnDetection(
            names: relation.columns.map(\.name), hasHeader: true, sample: sample.columns, options: options,
            readsWholeNumbers: true, readsParts: true)
    }

    /// What `body` finds; an error names the file.
    private func named<Result>(_ body: () throws(ColumnError) -> Result) throws(SourceError) -> Result {
        do throws(ColumnError) { return try body() } catch { throw .columns(error, file: path) }
    }

    /// The column of `--geom`.
    private func namedGeometry() throws(SourceError) -> Found {
        let column = try named { () throws(ColumnError) in
            try detection.column(options.geometry ?? "", flag: "--geom")
        }
        let known = geometry.first { self.column($0) == column }
        if let foreign = known?.foreignReference { throw projected(foreign) }
        return try found(.geometry(column: column, isVouchedFor: known != nil), because: "--geom")
    }

    private func column(_ known: SQLiteGeometryColumn) -> Int? {
        relation.columns.firstIndex { SQLiteSchema.folded($0.name) == SQLiteSchema.folded(known.column) }
    }

    private func found(_ coordinates: SQLiteLayout.Coordinates, because rule: String) throws(SourceError)
        -> Found
    {
        let names = relation.columns.map(\.name)
        let titles = coordinates.columns.map { "column \($0 + 1), \(quoted(names[$0]))" }.joined(
            separator: "; ")
        let (roles, reasons) = try named { () throws(ColumnError) in
            try FeatureRoles(
                names: names, sample: sample.columns, options: options, coordinates: Set(coordinates.columns)
            ).found()
        }
        return Found(
            coordinates: coordinates, roles: roles, reasons: ["coordinates: \(titles) (\(rule))"] + reasons,
            notices: [])
    }

    /// The columns of an R*Tree: row, then a minimum and a maximum for each axis. The first axis is longitude
    /// unless its name shows latitude.
    private func boxPosition() -> SQLiteLayout.Coordinates? {
        guard relation.kind == .boxes, relation.columns.count >= 5 else { return nil }
        let first = ColumnNames.folded(relation.columns[1].name)
        return first.contains("lat") || first.hasSuffix("y") || first.hasPrefix("y")
            ? .box(west: 3, east: 4, south: 1, north: 2) : .box(west: 1, east: 2, south: 3, north: 4)
    }

    private func projected(_ reference: String) -> SourceError {
        .otherSystem(
            name: path, layer: relation.name,
            words: "table \(quoted(relation.name)) is in \(reference), not in degrees on WGS 84 "
                + "(--format gdal --layer \(quoted(relation.name)) converts it)")
    }
}

extension SQLiteColumns.Found {
    fileprivate init(_ detected: DetectedColumns) {
        switch detected.coordinates {
        case .pair(let latitude, let longitude): coordinates = .pair(latitude: latitude, longitude: longitude)
        case .parts(let parts): coordinates = .parts(parts)
        case .combined(let column, let longitudeFirst):
            coordinates = .combined(column: column, longitudeFirst: longitudeFirst)
        case .geometry(let column, _): coordinates = .geometry(column: column, isVouchedFor: false)
        case .places(let roles):
            coordinates = .places(roles)
        }
        unitsPerDegree = detected.unitsPerDegree
        roles = ColumnRoles(label: detected.label, id: detected.id, searched: detected.searched)
        reasons = detected.reasons
        notices = detected.notices.map(\.description)
    }
}
