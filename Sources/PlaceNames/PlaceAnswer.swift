import MapModel

/// What one combination of texts means.
package enum PlaceAnswer: Equatable, Sendable {
    /// A town, or the middle of an area where the texts say no more.
    case place(PlaceID, PlaceMatch)
    /// A town or region that is not known; towns of nearly this name, which may be none.
    case unknown(similar: [PlaceID])
    /// Several places, the most likely first, at most `candidateLimit`.
    case ambiguous([PlaceID])
    /// One place is known, others of this name may exist.
    case unlisted([PlaceID])
    /// A country that is not known.
    case unknownCountry
    /// No text says where.
    case empty

    /// So many candidates are kept.
    package static let candidateLimit = 20
}

/// How well a place is known.
package enum PlaceMatch: UInt8, Sendable, CaseIterable {
    /// A town of this name.
    case exact
    /// A town whose name differs by a letter or two.
    case similar
    /// The middle of a region.
    case area
    /// The middle of a country.
    case rough

    /// The word that tables and filters have for it.
    package var rawName: String {
        switch self {
        case .exact: "exact"
        case .similar: "similar"
        case .area: "area"
        case .rough: "rough"
        }
    }
}
