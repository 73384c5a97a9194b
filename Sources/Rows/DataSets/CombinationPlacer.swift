import MapModel
import RowValues
import Streams

/// Finds the places of combinations of values: for sources that ask a server for the different values of a table and not
/// for its rows.
package struct CombinationPlacer: Sendable {
    /// What combinations mean.
    package typealias Find =
        @Sendable (_ asked: AskedCombinations, _ isCancelled: () -> Bool) throws(SourceError) ->
        PlacedCombinations

    /// So many columns say where a row is at most.
    package let columnLimit: Int
    /// What the user chooses on the screen.
    package let fixes: PlaceFixes
    /// Finds the places.
    package let find: Find

    /// A placer that asks `find`.
    package init(columnLimit: Int, fixes: PlaceFixes, find: @escaping Find) {
        (self.columnLimit, self.fixes, self.find) = (columnLimit, fixes, find)
    }
}

/// The texts of a row's place columns, one different combination once.
package struct PlaceCombination: Sendable, Equatable {
    /// By column of the table, in its order.
    package let values: [String]
    /// How many rows have it.
    package var rows: Int

    /// Values that so many rows have.
    package init(values: [String], rows: Int) { (self.values, self.rows) = (values, rows) }
}

/// The combinations of a table's place columns.
package struct AskedCombinations: Sendable, Equatable {
    /// What the table is called in messages.
    package let table: String
    /// The names of all columns of the table.
    package let columnNames: [String]
    /// What the columns mean.
    package let roles: PlaceRoles
    /// The columns that are combined, ascending.
    package let columns: [Int]
    /// All combinations that rows have.
    package let combinations: [PlaceCombination]

    /// Combinations of some columns of a table.
    package init(
        table: String, columnNames: [String], roles: PlaceRoles, columns: [Int],
        combinations: [PlaceCombination]
    ) {
        (self.table, self.columnNames, self.roles) = (table, columnNames, roles)
        (self.columns, self.combinations) = (columns, combinations)
    }
}

/// What combinations mean.
package struct PlacedCombinations: Sendable {
    /// What rows with this place have in their added columns.
    package struct Place: Sendable, Equatable {
        /// Where it is.
        package let coordinate: FixedCoordinate
        /// The texts of the columns after latitude and longitude: match, name, country.
        package let texts: [String]

        /// A place with what is told about it.
        package init(coordinate: FixedCoordinate, texts: [String]) {
            (self.coordinate, self.texts) = (coordinate, texts)
        }
    }

    /// By combination; nil without a place.
    package let places: [Place?]
    /// The names of the table's columns, then of those that it gets: latitude, longitude, match, name, country.
    package let columnNames: [String]
    /// The rows without a place.
    package let skipped: SkippedRows
    /// What should be known, a line each.
    package let notices: [String]

    /// Places with the rows that have none.
    package init(places: [Place?], columnNames: [String], skipped: SkippedRows, notices: [String]) {
        (self.places, self.columnNames) = (places, columnNames)
        (self.skipped, self.notices) = (skipped, notices)
    }
}
