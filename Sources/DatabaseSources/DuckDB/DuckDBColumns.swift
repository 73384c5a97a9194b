import RowValues
import Streams

/// Finds the columns that hold places, label and id.
struct DuckDBColumns {
    let columns: [DuckDBColumn]
    let sample: ColumnSample
    let geometry: DuckDBGeometryColumn
    let options: ColumnOptions
    /// The source, for messages.
    let name: String

    struct Found {
        var place: DuckDBPlace
        var roles: ColumnRoles
        var reasons: [String]
        var notices: [String]
        /// The coordinate system of the geometries, if it is not that of degrees on WGS 84.
        var system: String?
    }

    /// The columns that the user named, else the declared geometries, else columns by their names and values.
    func detected() throws(SourceError) -> Found {
        let system = foreignSystem
        if let system, !system.contains(":") { throw .refused(name: name, words: Self.refusal(system)) }
        do throws(ColumnError) {
            var found = try foundColumns()
            found.system = system
            return found
        } catch {
            throw .columns(error, file: name)
        }
    }

    private func foundColumns() throws(ColumnError) -> Found {
        if let asked = options.geometry {
            let column = try detection.column(asked, flag: "--geom")
            if columns[column].binary != nil { return try geometries(column, because: "--geom") }
        } else if let column = geometry.index, !isNamed, options.places?.isAsked != true,
            columns[column].binary != nil
        {
            return try geometries(
                column,
                because: "declared as geometry"
                    + (foreignSystem.map { ", in \(printable($0, limit: 48))" } ?? ""))
        }
        return try found(detection.detected())
    }

    private var isNamed: Bool {
        options.latitude != nil || options.longitude != nil || options.combined != nil
    }

    /// The coordinate system of the geometries that are read, if it is not that of degrees on WGS 84.
    private var foreignSystem: String? {
        guard !isNamed, options.places?.isAsked != true else { return nil }
        guard let asked = options.geometry else { return geometry.index.flatMap { geometry.foreign[$0] } }
        return ColumnNames(columns.map(\.name)).columns(asked: asked).first.flatMap { geometry.foreign[$0] }
    }

    private var detection: ColumnDetection {
        ColumnDetection(
            names: columns.map(\.name), hasHeader: true, sample: sample, options: options, readsParts: true)
    }

    private func geometries(_ column: Int, because rule: String) throws(ColumnError) -> Found {
        let (roles, reasons) = try FeatureRoles(
            names: columns.map(\.name), sample: sample, options: options, coordinates: [column]
        ).found()
        return Found(
            place: .binary(columns[column], box: box), roles: roles,
            reasons: ["geometry: column \(column + 1), \(quoted(columns[column].name)) (\(rule))"] + reasons,
            notices: [])
    }

    private func found(_ detected: DetectedColumns) -> Found {
        Found(
            place: place(detected.coordinates),
            roles: ColumnRoles(label: detected.label, id: detected.id, searched: detected.searched),
            reasons: detected.reasons, notices: detected.notices.map(\.description))
    }

    private func place(_ coordinates: DetectedColumns.Coordinates) -> DuckDBPlace {
        switch coordinates {
        case .pair(let latitude, let longitude):
            let pair = (columns[latitude], columns[longitude])
            if pair.0.type.isNumber, pair.1.type.isNumber {
                return .numbers(latitude: pair.0, longitude: pair.1)
            }
            return .texts(
                latitude: pair.0, longitude: pair.1,
                commaIsDecimal: sample.decimalMark(of: [latitude, longitude]) == .comma)
        case .parts(let parts):
            return .numbers(
                latitude: number(parts.latitude, parts.form), longitude: number(parts.longitude, parts.form))
        case .combined(let column, let longitudeFirst):
            return .combined(columns[column], longitudeFirst: longitudeFirst)
        case .geometry(let column, let notation):
            return columns[column].binary != nil
                ? .binary(columns[column], box: box) : .written(columns[column], notation)
        case .places(let roles): return .places(roles, code: roles.code.map { columns[$0.column] })
        }
    }

    /// The box of each row in a structure `bbox`, as Overture and GeoParquet have it.
    private var box: DuckDBBox? {
        func edge(_ name: String) -> String? {
            columns.first { $0.name == "bbox.\(name)" && $0.type.isFloating }?.sql
        }
        guard let west = edge("xmin"), let south = edge("ymin"), let east = edge("xmax"),
            let north = edge("ymax")
        else { return nil }
        return DuckDBBox(west: west, south: south, east: east, north: north)
    }

    /// Why geometries in another system cannot be shown.
    static func refusal(_ system: String) -> String {
        "its geometries are in \(printable(system, limit: 48)), not in degrees on WGS 84 (convert them first, such as with "
            + "ST_Transform of DuckDB's extension spatial)"
    }
}

/// Degrees in more than two columns, put together in SQL.
extension DuckDBColumns {
    /// A column of degrees made of those with degrees, minutes, seconds and letters: NULL where one is empty, not a number where
    /// they make none.
    private func number(_ angle: DegreeParts.Angle, _ form: DegreeParts.Form) -> DuckDBColumn {
        func text(_ column: Int) -> String { "trim(CAST(\(columns[column].sql) AS VARCHAR), ' ''\"')" }
        func number(_ column: Int) -> String { "TRY_CAST(\(text(column)) AS DOUBLE)" }
        let degrees = number(angle.degrees)
        let whole = "abs(\(degrees))"
        var parts =
            switch form {
            case .degrees: [whole]
            case .radians: ["degrees(\(whole))"]
            case .degreesAndMinutes: ["floor(\(whole) / 100)", "\(whole) % 100"]
            case .degreesMinutesAndSeconds:
                ["floor(\(whole) / 10000)", "floor(\(whole) % 10000 / 100)", "\(whole) % 100"]
            }
        parts += [angle.minutes, angle.seconds].compactMap(\.self).map { "abs(\(number($0)))" }
        let areBelow = parts.dropFirst().map { "\($0) < 60" }
        let sum = zip(parts, [1, 60, 3600]).map { "\($0) / \($1)" }.joined(separator: " + ")
        let isMinus = "starts_with(\(text(angle.degrees)), '-')"
        var signs = "WHEN \(isMinus) THEN -(\(sum)) ELSE \(angle.isSouthOrWest ? "-(\(sum))" : sum)"
        if let column = angle.hemisphere {
            let letter = "upper(left(\(text(column)), 1))"
            let minus = angle.isOWest == true ? "('S', 'W', 'O')" : "('S', 'W')"
            let plus = angle.isOWest == false ? "('N', 'E', 'O')" : "('N', 'E')"
            signs =
                "WHEN \(letter) IN \(minus) THEN -(\(sum)) WHEN \(isMinus) AND \(letter) IN \(plus) THEN 'nan'::DOUBLE "
                + "WHEN \(isMinus) THEN -(\(sum)) WHEN \(letter) IN \(plus) THEN \(sum)"
        }
        let misfits = areBelow.map { "WHEN NOT (\($0)) THEN 'nan'::DOUBLE " }.joined()
        return DuckDBColumn(
            name: columns[angle.degrees].name, type: DuckDBType("DOUBLE"),
            sql: "CAST(CASE \(misfits)\(signs) END AS DOUBLE)")
    }
}
