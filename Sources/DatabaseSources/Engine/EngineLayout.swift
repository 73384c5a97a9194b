import MapModel
import Rows

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

    /// A value as the engine's text of it.
    func value(_ text: String?) -> FieldValue {
        text.map { FieldValue(fieldKind, $0) } ?? .missing
    }
}

/// The table to show, where its rows are, and how they are identified and read.
struct EngineLayout: Sendable {
    /// As the user knows it.
    let title: String
    /// What follows FROM, with its alias where it needs one.
    let relation: String
    let columns: [EngineColumn]
    /// Longitude and latitude in degrees as doubles; NULL or not on the globe where a row has no place.
    let x: String
    let y: String
    /// A condition for rows that may be in one of some boxes, by which the engine skips blocks of rows; nil where the
    /// conditions on `x` and `y` are as good.
    var boxCondition: (@Sendable ([GeoBounds]) -> String)?
    /// Identifies a row together; where there is no key at all, `isUnique` is false.
    let key: [EngineColumn]
    /// No two rows have the same key.
    let isUnique: Bool
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

    /// What identifies its rows: they keep their numbers as long as this stays.
    var identity: [String] { [relation] + key.map(\.sql) }
}
