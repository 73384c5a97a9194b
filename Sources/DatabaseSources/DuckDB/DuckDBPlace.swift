import MapModel
import RowValues

/// Where the places of rows are.
enum DuckDBPlace: Sendable, Equatable {
    /// Degrees as numbers.
    case numbers(latitude: DuckDBColumn, longitude: DuckDBColumn)
    /// Degrees in any notation.
    case texts(latitude: DuckDBColumn, longitude: DuckDBColumn, commaIsDecimal: Bool)
    /// One text with both.
    case combined(DuckDBColumn, longitudeFirst: Bool)
    /// Well-known binary, perhaps with the box of each geometry in columns of its own, from which views take the middle.
    case binary(DuckDBColumn, box: DuckDBBox?)
    /// A text that is a geometry.
    case written(DuckDBColumn, GeometryNotation)
    /// Names and codes say where rows are; the column of codes, where there is one.
    case places(PlaceRoles, code: DuckDBColumn?)

    /// Well-known binary that views must decode; nil where there is none.
    var binary: String? {
        switch self {
        case .binary(let column, nil): column.binary
        case .written(let column, .hexadecimal):
            "CASE WHEN regexp_full_match(\(column.sql), '([0-9A-Fa-f]{2})+') THEN unhex(\(column.sql)) END"
        default: nil
        }
    }

    /// Longitude and latitude as doubles in SQL; NULL where a row has none.
    var axes: (x: String, y: String) {
        switch self {
        case .numbers(let latitude, let longitude): return (Self.double(longitude), Self.double(latitude))
        case .texts(let latitude, let longitude, let commaIsDecimal):
            func number(_ column: DuckDBColumn) -> String {
                let text = "CAST(\(column.sql) AS VARCHAR)"
                return "TRY_CAST(trim(\(commaIsDecimal ? "replace(\(text), ',', '.')" : text)) AS DOUBLE)"
            }
            return (number(longitude), number(latitude))
        case .combined(let column, let longitudeFirst):
            func part(_ number: Int) -> String {
                "TRY_CAST(trim(split_part(\(column.sql), ',', \(number))) AS DOUBLE)"
            }
            return longitudeFirst ? (part(1), part(2)) : (part(2), part(1))
        // Numbers of four bytes, about a metre off, which need no decoding.
        case .binary(_, let box?): return box.middle
        case .binary(_, nil), .written(_, .hexadecimal): return Self.pointAxes
        case .written(let column, .wellKnownText):
            func number(_ group: Int) -> String {
                "TRY_CAST(regexp_extract(\(column.sql), "
                    + "'^\\s*(?:SRID=\\d+;\\s*)?POINT[ ZM]*\\(\\s*(\\S+)\\s+([^\\s)]+)', \(group), 'i') AS DOUBLE)"
            }
            return (number(1), number(2))
        case .written(let column, .geoJSON):
            func number(_ index: Int) -> String {
                "TRY_CAST(json_extract_string(TRY_CAST(\(column.sql) AS JSON), '$.coordinates[\(index)]') AS DOUBLE)"
            }
            return (number(0), number(1))
        case .places: return (EnginePlaces.names[1], EnginePlaces.names[0])
        // Only a loader decodes them.
        case .written(_, .encodedPolyline), .written(_, .britishGrid): return ("NULL", "NULL")
        }
    }

    /// What the rows of a load select, and whether these are texts.
    var selection: (sql: String, isText: Bool) {
        switch self {
        case .numbers(let latitude, let longitude):
            ("\(Self.units(latitude)), \(Self.units(longitude))", false)
        case .texts(let latitude, let longitude, _): ("\(latitude.sql), \(longitude.sql)", true)
        case .combined(let column, _), .written(let column, _): ("CAST(\(column.sql) AS VARCHAR)", true)
        case .binary(let column, _): ("hex(\(column.binary ?? "NULL"))", false)
        case .places(_, let code): (code.map { "CAST(\($0.sql) AS VARCHAR)" } ?? "1", code != nil)
        }
    }

    /// A condition that blocks of rows answer by their statistics; nil where those on `axes` do.
    var boxCondition: (@Sendable ([GeoBounds]) -> String)? {
        switch self {
        case .binary(_, let box?): return { boxes in Self.any(boxes.map(box.condition)) }
        case .numbers(let latitude, let longitude)
        where latitude.type.name != "DOUBLE" || longitude.type.name != "DOUBLE":
            let box = DuckDBBox(
                west: longitude.sql, south: latitude.sql, east: longitude.sql, north: latitude.sql)
            return { boxes in Self.any(boxes.map(box.condition)) }
        default: return nil
        }
    }

    private static func any(_ conditions: [String]) -> String {
        conditions.isEmpty ? "false" : "(" + conditions.joined(separator: " OR ") + ")"
    }

    // MARK: - Numbers

    private static func double(_ column: DuckDBColumn) -> String {
        column.type.name == "DOUBLE" ? column.sql : "CAST(\(column.sql) AS DOUBLE)"
    }

    /// What stands for a value that is no number: beyond all degrees.
    static let notANumber = Int64(1) << 60

    /// Whole units of 1e-7 degrees, clamped to a million degrees.
    private static func units(_ column: DuckDBColumn) -> String {
        let value = double(column)
        return
            "CASE WHEN isfinite(\(value)) THEN CAST(round(least(greatest(\(value), -1e6), 1e6) * 1e7) AS BIGINT) "
            + "WHEN \(value) IS NOT NULL THEN \(notANumber) END"
    }

    // MARK: - Well-known binary

    /// The names that `DuckDBRelation` gives to the blob and to the doubles in it.
    static let blobName = "tm_w"
    static let doubleNames = (x: "tm_wx", y: "tm_wy")

    /// Points in two to four dimensions of OGC, ISO and PostGIS, in the byte order of this machine.
    private static let pointHeads = [
        "0101000000", "01E9030000", "01D1070000", "01B90B0000", "0101000080", "0101000040", "01010000C0",
    ]

    /// Lines and areas have no place here: only a load reads them.
    private static var pointAxes: (x: String, y: String) {
        let heads = pointHeads.map { "unhex('\($0)')" }.joined(separator: ", ")
        let isPoint = "octet_length(\(blobName)) >= 21 AND \(blobName)[1:5] IN (\(heads))"
        return (
            "CASE WHEN \(isPoint) THEN \(doubleNames.x) END", "CASE WHEN \(isPoint) THEN \(doubleNames.y) END"
        )
    }

    /// Macros that read a double from eight bytes, the least first: they become bits, then a whole number whose bytes are
    /// reversed, then bits again.
    static let macros = [
        "CREATE OR REPLACE TEMP MACRO tm_pairs(u) AS (((u & 71777214294589695::UBIGINT) << 8) "
            + "| ((u >> 8) & 71777214294589695::UBIGINT))",
        "CREATE OR REPLACE TEMP MACRO tm_fours(u) AS (((u & 281470681808895::UBIGINT) << 16) "
            + "| ((u >> 16) & 281470681808895::UBIGINT))",
        "CREATE OR REPLACE TEMP MACRO tm_eights(u) AS (((u & 4294967295::UBIGINT) << 32) | (u >> 32))",
        "CREATE OR REPLACE TEMP MACRO tm_double(b) AS "
            + "CAST(CAST(tm_eights(tm_fours(tm_pairs(CAST(CAST(b AS BIT) AS UBIGINT)))) AS BIT) AS DOUBLE)",
    ]

    /// A relation with the blob and its doubles as further columns. Shorter blobs are filled up: no value makes a
    /// statement fail.
    static func decoding(_ binary: String, of relation: String, keys: [String]) -> String {
        let filled = "(\(blobName) || unhex('\(String(repeating: "00", count: 21))'))"
        let keys = keys.map { ", \($0)" }.joined()
        return "(SELECT *, tm_double(\(filled)[6:13]) AS \(doubleNames.x), "
            + "tm_double(\(filled)[14:21]) AS \(doubleNames.y)\nFROM (SELECT *\(keys), \(binary) AS \(blobName) "
            + "FROM \(relation)) AS tm_b) AS tm_g"
    }
}

/// The columns with the box of each geometry, in SQL, such as Overture's.
struct DuckDBBox: Sendable, Equatable {
    let west: String
    let south: String
    let east: String
    let north: String

    /// More than the rounding of degrees in four bytes.
    private static let margin = 1e-4

    var middle: (x: String, y: String) {
        (
            "(CAST(\(west) AS DOUBLE) + CAST(\(east) AS DOUBLE)) / 2",
            "(CAST(\(south) AS DOUBLE) + CAST(\(north) AS DOUBLE)) / 2"
        )
    }

    /// The columns that may be missing in a row that has a geometry.
    var columns: [String] { [west, south, east, north] }

    @Sendable func condition(_ box: GeoBounds) -> String {
        let numbers = [
            box.east + Self.margin, box.west - Self.margin, box.north + Self.margin, box.south - Self.margin,
        ].map { DuckDBSQL.literal($0) }
        return "(\(west) <= \(numbers[0]) AND \(east) >= \(numbers[1]) "
            + "AND \(south) <= \(numbers[2]) AND \(north) >= \(numbers[3]))"
    }
}
