import MapModel

/// What a column says about where a row is.
package enum PlaceRole: Sendable, CaseIterable {
    /// Names of towns.
    case town
    /// Codes or names of regions.
    case region
    /// Codes or names of countries.
    case country
    /// Texts such as `Lyon, Rhône, France`.
    case text
}

/// What is known of all combinations of a table.
package struct PlaceContext: Sendable {
    /// The scheme of the country column; nil: each value is a code or a name by itself.
    package var scheme: CountryScheme?
    /// The country of all rows, as a code or name; nil where each row has its own.
    package var fixedCountry: String?
    /// Places that the user has chosen.
    package var fixes: [PlaceTexts: PlaceID]
    /// Whether `PlaceTexts.town` is a text such as `Lyon, Rhône, France`.
    package var isText: Bool

    /// A context in which nothing is known beforehand.
    package init(
        scheme: CountryScheme? = nil, fixedCountry: String? = nil, fixes: [PlaceTexts: PlaceID] = [:],
        isText: Bool = false
    ) {
        self.scheme = scheme
        self.fixedCountry = fixedCountry
        self.fixes = fixes
        self.isText = isText
    }
}
