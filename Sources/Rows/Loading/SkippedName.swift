import MapModel
import Streams

/// A name that rows of a source have and whose place is not known for sure.
package struct SkippedName: Sendable, Equatable {
    /// A place that it may mean.
    package struct Candidate: Sendable, Equatable {
        /// The name with its region and country: "Springfield, Illinois, US".
        package let title: String
        /// The two letters of its country; empty where none is known.
        package let country: String
        /// Where it is.
        package let place: FixedCoordinate

        /// A place with its title.
        package init(title: String, country: String, place: FixedCoordinate) {
            (self.title, self.country, self.place) = (title, country, place)
        }
    }

    /// The values that say where the rows are, the town first: "Springfield, US".
    package let text: String
    /// The same by the columns of the table, in their order.
    package let values: [String]
    /// The names of these columns.
    package let columns: [String]
    /// How many rows have them.
    package let rows: Int
    /// Why these have no place.
    package let reason: SkippedRows.Reason
    /// The same in words: "ambiguous: Illinois, Missouri and 7 more".
    package let words: String
    /// What it may mean, the likeliest first.
    package let candidates: [Candidate]
    /// The source that has it, when there are several.
    package private(set) var file: String?

    /// A name with what is known of it.
    package init(
        text: String, values: [String], columns: [String], rows: Int, reason: SkippedRows.Reason,
        words: String, candidates: [Candidate]
    ) {
        (self.text, self.values, self.columns) = (text, values, columns)
        (self.rows, self.reason) = (rows, reason)
        (self.words, self.candidates) = (words, candidates)
    }

    /// The same of one of several sources.
    func from(_ file: String) -> SkippedName {
        var name = self
        name.file = name.file ?? file
        return name
    }
}
