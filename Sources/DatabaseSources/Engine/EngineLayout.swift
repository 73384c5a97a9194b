import RowValues
import MapModel

/// A column of the table that is shown, or an expression that identifies its rows.
struct EngineColumn: Sendable, Equatable {
    let name: String
    /// Its type as the engine writes it.
    let type: String
    /// The type that filters take it for.
    let kind: ColumnKind
    /// The type that its text is shown as.
    let fieldKind: FieldValue.Kind
    /// In SQL.
    let sql: String
    /// Its type as a cast names it, where `type` is another name.
    var castType: String?

    /// The same under another name.
    func renamed(_ name: String) -> EngineColumn {
        EngineColumn(
            name: name, type: type, kind: kind, fieldKind: fieldKind, sql: sql, castType: castType)
    }

    /// A value as the engine's text of it. NaN and infinity are no numbers of JSON.
    func value(_ text: String?) -> FieldValue {
        guard let text else { return .missing }
        let isPlain = fieldKind != .number || !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "n") }
        return FieldValue(isPlain ? fieldKind : .text, text)
    }
}

/// The table to show, where its rows are, and how they are identified and read.
struct EngineLayout: Sendable {
    /// As the user knows it.
    let title: String
    /// What follows FROM, with its alias where it needs one.
    var relation: String
    let columns: [EngineColumn]
    /// Longitude and latitude in degrees as doubles; NULL or not on the globe where a row has no place.
    let x: String
    let y: String
    /// A condition for rows that may be in one of some boxes, by which the engine skips blocks of rows; nil where the
    /// conditions on `x` and `y` are as good.
    var boxCondition: (@Sendable ([GeoBounds]) -> String)?
    /// A sub-select of a relation with `tm_x`, `tm_y` and other expressions under their names, of the rows that fulfil a
    /// condition; nil where `x` and `y` are plain expressions.
    var places:
        (@Sendable (_ relation: String, _ others: [EngineStatements.Named], _ condition: String) -> String)?
    /// What is grouped by itself, because it is on another server; empty for `relation` as a whole.
    var parts: [String] = []
    /// Where rows are by their names and codes, whose columns `relation` has; nil where they have coordinates.
    var placed: EnginePlaces?
    /// The engine takes tests of `x` and `y` for selective, and sorts where it should hash: as one condition they are
    /// estimated to match half of the rows.
    var misjudgesPlaces = false
    /// The lines and areas of a row in degrees, NULL for other rows; nil where all rows are points.
    var outline: String?
    /// Identifies a row together.
    let key: [EngineColumn]
    let roles: ColumnRoles
    /// How the coordinates and the key were found, for `--columns`, a line each.
    let reasons: [String]
    /// Choices to report, a line each.
    let notices: [String]

    /// For people, in place of a table.
    static let statementTitle = "the statement of --sql"

    /// The name of the table, unless the source is all of what it reads, or a statement.
    func table(in source: String) -> String? {
        title == source || title == Self.statementTitle ? nil : title
    }

    /// The relations that are grouped one by one.
    var grouped: [String] { parts.isEmpty ? [relation] : parts }

    /// What identifies its rows: they keep their numbers as long as this stays.
    var identity: [String] { [placed?.bases.first ?? relation] + key.map(\.sql) }
}
