/// The texts of a row that say where it is; one different combination has one answer.
package struct PlaceTexts: Hashable, Sendable {
    /// A code or name of a country; empty where the row names none.
    package var country: String
    /// A code or name of a region, state or district; empty where the row names none.
    package var region: String
    /// The name of a town, or a text such as `Lyon, Rhône, France` where `PlaceContext.isText`.
    package var town: String

    /// Bytes of a longer text are not read: nothing is called so.
    static let longestText = 512

    /// The texts of a row; those it has no column for stay empty.
    package init(country: String = "", region: String = "", town: String = "") {
        self.country = country
        self.region = region
        self.town = town
    }
}
