/// What the user said about columns with names and codes.
package struct PlaceOptions: Sendable, Equatable {
    /// The column of towns; nil: detected.
    package var town: String?
    /// The column of regions; nil: detected.
    package var region: String?
    /// The column of countries, or the two letters of the country of all rows; nil: detected.
    package var country: String?
    /// The column of codes of cells or squares; nil: detected.
    package var code: String?
    /// Tables that explain keys, in the order in which they are asked.
    package var tables: [PlaceTableName] = []
    /// The column of addresses, preferred to coordinates; empty: the best of all; nil: detected where there are none.
    package var address: String?
    /// Names and codes are not looked for.
    package var isOff = false

    /// Options that leave everything to detection.
    package init() {}

    /// The user named a column.
    var isAsked: Bool { namesColumns || !tables.isEmpty || address != nil }

    /// The user named a column, or the country of all rows.
    var namesColumns: Bool { town != nil || region != nil || country != nil || code != nil }
}

/// A table that explains keys, as the user named it.
package struct PlaceTableName: Sendable, Equatable {
    /// Its path.
    package let path: String
    /// The columns that are joined: `zip=plz` after the path; nil: found.
    package let pair: (String, String)?

    /// `zips.csv`, or `zips.csv:zip=plz`.
    package init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let equals = text[colon...].firstIndex(of: "=") else {
            (path, pair) = (text, nil)
            return
        }
        path = String(text[..<colon])
        pair = (String(text[text.index(after: colon)..<equals]), String(text[text.index(after: equals)...]))
    }

    /// Whether both name the same columns of the same file.
    package static func == (first: PlaceTableName, second: PlaceTableName) -> Bool {
        first.path == second.path && first.pair?.0 == second.pair?.0 && first.pair?.1 == second.pair?.1
    }
}
